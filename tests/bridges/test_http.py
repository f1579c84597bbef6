# SPDX-License-Identifier: MIT
"""scripts/serve-http and scripts/bridge-http: the referee, the wire, hostile requests, whole games through both."""

import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from html.parser import HTMLParser

import common
import flaky
import hostile_requests
from bridges import http
from bridges.client import Address, Failed, get, read_answer
from bridges.httpd import BadRequest, Gate, Limits, Request, parse
from bridges.player import BLACK
from bridges.sessions import Refused, Sessions


class Clockwork:
    """A clock that stands still until it is moved."""

    now = 1000.0

    def __call__(self):
        """The time."""
        return self.now


class Meetings(unittest.TestCase):
    """Seats, turns, the referee and its clock."""

    def setUp(self):
        self.clock, self.ended = Clockwork(), []
        self.sessions = Sessions(limit=3, seconds=60.0, clock=self.clock, ended=lambda game: self.ended.append(game.result))

    def refused(self, status, call, *words):
        """The call is refused with this status."""
        with self.assertRaises(Refused) as caught:
            call(*words)
        self.assertEqual(caught.exception.status, status, caught.exception)

    def test_two_come_and_a_third_does_not(self):
        self.assertEqual(self.sessions.create("g"), "B")
        self.assertEqual(self.sessions.find("g").state(), "wait")
        self.refused(409, self.sessions.move, "g", 3, 2, "B")
        self.assertEqual(self.sessions.create("g"), "W")
        self.refused(409, self.sessions.create, "g")
        self.refused(404, self.sessions.find, "h")
        self.assertEqual(self.sessions.find("g").state(), "B")

    def test_a_token_keeps_its_seat(self):
        self.assertEqual([self.sessions.create("g", token) for token in ("a", "a", "b", "a", "b")], ["B", "B", "W", "B", "W"])
        self.refused(409, self.sessions.create, "g", "c")
        self.refused(403, self.sessions.move, "g", 3, 2, "B", "b")
        self.refused(403, self.sessions.move, "g", 3, 2, "B", None)
        self.sessions.move("g", 3, 2, "B", "a")

    def test_moves(self):
        self.sessions.create("g"), self.sessions.create("g")
        game = self.sessions.find("g")
        self.assertEqual(game.last(), "-1.-1.0")
        self.assertEqual(game.rows().split(";")[3], "0.0.0.W.B.0.0.0")
        self.refused(409, self.sessions.move, "g", 3, 2, "W")
        self.refused(422, self.sessions.move, "g", 0, 0, "B")
        self.sessions.move("g", 5, 4, "B")                      # f5
        self.assertEqual((game.last(), game.state()), ("5.4.B", "W"))
        self.assertEqual(game.rows().split(";")[4], "0.0.0.B.B.B.0.0")
        self.refused(409, self.sessions.move, "g", 5, 4, "B")
        self.assertEqual(game.board.moves, ["f5"])

    def test_whole_games_end_with_a_result_and_passes_are_made(self):
        source, passes = random.Random(1), 0
        for _ in range(12):
            self.sessions.create("g"), self.sessions.create("g")
            game = self.sessions.find("g")
            while not game.result:
                column, row = game.board.cell(source.choice(game.board.legal()))
                self.sessions.move("g", column, row, game.state())
            passes += "pass" in game.board.moves
            winner, black, white = game.result.split(".")[:3]
            self.assertEqual((int(black), int(white)), game.discs())
            self.assertEqual(winner, "B" if int(black) > int(white) else "W" if int(white) > int(black) else "D")
            self.assertEqual(game.state(), "over")
            self.refused(409, self.sessions.move, "g", 0, 0, "B")
        self.assertGreater(passes, 0)
        self.assertEqual(len(self.ended), 12)

    def test_a_minute_a_move(self):
        self.sessions.create("g")
        self.clock.now += 3000                                  # nobody waits for White on Black's clock
        self.sessions.create("g")
        self.clock.now += 59
        self.sessions.move("g", 5, 4, "B")
        self.clock.now += 61
        self.assertEqual(self.sessions.find("g").state(), "over")
        self.assertEqual(self.sessions.find("g").result, "B.4.1.time")
        self.assertEqual(self.ended, ["B.4.1.time"])
        self.refused(409, self.sessions.move, "g", 3, 5, "W")
        self.sessions.tick()
        self.assertEqual(self.ended, ["B.4.1.time"])

    def test_there_is_an_end_of_games(self):
        for name in "abc":
            self.sessions.create(name)
        self.refused(503, self.sessions.create, "d")
        self.sessions.create("a")
        self.clock.now += 61                                    # a is lost on time and may be forgotten
        self.assertEqual(self.sessions.create("d"), "B")
        self.assertEqual(sorted(self.sessions.games), ["b", "c", "d"])
        self.assertEqual(self.sessions.create("e"), "B")        # b has waited for a minute
        self.assertEqual(sorted(self.sessions.games), ["c", "d", "e"])
        self.sessions.create("c")
        self.refused(503, self.sessions.create, "f")
        for _ in range(2):                                      # lost on time first, then forgotten
            self.clock.now += 10000
            self.sessions.tick()
        self.assertEqual(self.sessions.games, {})


class Wire(unittest.TestCase):
    """Requests, one by one."""

    def test_the_design_s_own_paths(self):
        with common.Serving() as serving:
            address = Address(serving.url)
            asked = [get(address, path) for path in (
                "/create_session/g", "/turn/g", "/create_session/g", "/turn/g", "/board_last/g", "/move/5/4/g/B", "/turn/g",
                "/board_last/g", "/board_string/g", "/move/5/4/g/W", "/result/g")]
        self.assertEqual([status for status, _ in asked], [200] * 9 + [422, 200])
        texts = [text for _, text in asked]
        self.assertEqual(texts[:8], ["B", "wait", "W", "B", "-1.-1.0", "OK", "W", "5.4.B"])
        self.assertEqual(texts[8].split(";")[4], "0.0.0.B.B.B.0.0")

    def test_hostile_requests_are_refused_and_the_game_goes_on(self):
        with common.Serving() as serving:
            checked = check_hostile(self, serving, 150, 7)
        self.assertEqual(checked, 150)

    def test_a_foreign_name_is_ours_only_when_the_user_said_so(self):
        def ours(local, names, host):
            gate = Gate(80, Limits(names=names), local)
            try:
                gate.check(Request("GET", "/", "", {"host": host}, "1.2.3.4"))
                return True
            except BadRequest:
                return False
        self.assertTrue(ours(True, (), "127.0.0.1"))
        self.assertTrue(ours(True, (), "[::1]:80"))
        self.assertFalse(ours(True, (), "192.168.1.5"))
        self.assertTrue(ours(False, (), "192.168.1.5"))
        self.assertFalse(ours(False, (), "box.lan"))
        self.assertTrue(ours(False, ("box.lan",), "box.lan:8443"))

    def test_too_many_requests(self):
        clock = Clockwork()
        gate = Gate(80, Limits(rate=5), True, clock)

        def passes(peer):
            """True when one more request is let through."""
            try:
                gate.count(peer)
                return True
            except BadRequest as why:
                self.assertEqual(why.status, 429)
                return False
        self.assertEqual(sum(passes("1.1.1.1") for _ in range(200)), 50)
        self.assertTrue(passes("2.2.2.2"))
        clock.now += 1
        self.assertEqual(sum(passes("1.1.1.1") for _ in range(200)), 5)
        for number in range(3000):
            passes(f"3.3.{number // 256}.{number % 256}")
        self.assertLessEqual(len(gate.buckets), 1024)

    def test_slow_and_silent_clients_keep_nobody_out(self):
        with common.Serving() as serving:
            held = [socket.create_connection(("127.0.0.1", serving.port)) for _ in range(300)]
            for link in held:
                try:
                    link.sendall(b"GET /turn")
                except OSError:
                    pass                        # one of those that had to make room
            self.assertEqual(get(Address(serving.url), "/create_session/g")[1], "B")
            self.assertLessEqual(len(serving.server.open), 128)
            for link in held:
                link.close()

    def test_headers(self):
        request = parse(b"GET /a?b=c HTTP/1.1\r\nHost: x:1\r\nX:  y z \r\nEmpty:", "p")
        self.assertEqual((request.path, request.query, request.headers),
                         ("/a", "b=c", {"host": "x:1", "x": "y z", "empty": ""}))

    def test_a_header_of_blanks_is_read_at_once(self):
        begun = time.process_time()
        with self.assertRaises(BadRequest):
            parse(b"GET / HTTP/1.1\r\nX:" + b" " * 3000 + b"\x01", "p")
        self.assertLess(time.process_time() - begun, 5)         # took 25 seconds, and eight times as long for twice as many
        self.assertEqual(parse(b"GET / HTTP/1.1\r\nX:" + b" \t" * 2000 + b"y" + b" " * 4000, "p").headers, {"x": "y"})

    def test_answers_of_servers(self):
        self.assertEqual(read_answer(b"HTTP/1.0 200 OK\r\nX: y\r\n\r\n B \n"), (200, "B"))
        for data in (b"", b"HTTP/1.0 200 OK\r\n", b"HTTP/1.0 2x0 OK\r\n\r\n", b"B", b"HTTP/1.0\r\n\r\n", b"\xff\r\n\r\n"):
            with self.assertRaises(Failed):
                read_answer(data)

    def test_addresses(self):
        for text, name, base in (("http://a", "a", ""), ("a:81/x/", "a:81", "/x"), ("https://a/", "a", ""),
                                 ("http://[::1]:8080", "[::1]:8080", "")):
            self.assertEqual((Address(text).name, Address(text).base), (name, base))
        for text in ("ftp://a", "http://", "http://a b", "http://a?x", "http://u@a", "http://a:99999", "http://a\r\nX: y"):
            with self.assertRaises(ValueError, msg=text):
                Address(text)


def check_hostile(test, serving, count, seed):
    """Two players go on with their game while `count` hostile requests come in; returns how many were refused."""
    address, source = Address(serving.url), random.Random(seed)
    players = {colour: [("X-Outflank-Player", f"{source.getrandbits(128):032x}")] for colour in "BW"}
    for colour, headers in players.items():
        test.assertEqual(get(address, "/create_session/g", headers)[1], colour)
    game, refused, moves = serving.sessions.find("g"), 0, []
    for number, data in enumerate(hostile_requests.sample(serving.port, count, seed)):
        before = list(game.board.moves), len(game.tokens)
        status = hostile_requests.send(serving.port, data, pieces=3 if number % 50 == 0 else 0)
        still_good = status is not None and 200 <= status < 300 and is_harmless(data)
        test.assertTrue(still_good or status == 0 or status is not None and status >= 400, (status, data[:200]))
        test.assertEqual((list(game.board.moves), len(game.tokens)), before, data[:200])
        refused += 1
        if not game.result and number % max(count // 70, 1) == 0:
            move = source.choice(game.board.legal())
            column, row = game.board.cell(move)
            colour = game.state()
            moves.append(move)
            test.assertEqual(get(address, f"/move/{column}/{row}/g/{colour}", players[colour]), (200, "OK"))
    test.assertEqual([move for move in game.board.moves if move != "pass"], moves)
    test.assertGreaterEqual(len(moves), min(count // max(count // 70, 1), 50))
    test.assertEqual(get(address, "/")[0], 200)
    return refused


def is_harmless(data):
    """A mutated request that asks for nothing but a page, a look at a game, or a game of its own."""
    return re.match(rb"(GET|HEAD) /(turn|board_string|board_last|result|game|help|create_session|\?| )", data) is not None


class Page(HTMLParser):
    """What a page refers to."""

    def __init__(self, text):
        """Reads a page."""
        super().__init__()
        self.addresses, self.tags, self.opened, self.refresh = [], [], [], None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        """Collects tags and addresses."""
        self.tags.append(tag)
        if ("http-equiv", "refresh") in attributes:
            self.refresh = dict(attributes)["content"]
        if tag not in ("meta", "input", "br", "img", "link"):
            self.opened.append(tag)
        self.addresses += [value for name, value in attributes if name in ("href", "src", "action")]

    def handle_endtag(self, tag):
        """Tags close in order."""
        assert self.opened.pop() == tag, tag


class Pages(unittest.TestCase):
    """What people see."""

    def test_pages_are_whole_and_refer_to_nobody_else(self):
        with common.Serving() as serving:
            address = Address(serving.url)
            for name in ("one", "two", "two"):
                get(address, f"/create_session/{name}")
            get(address, "/move/5/4/two/B")
            for path in ("/", "/help", "/game/two", "/game/one"):
                status, text = get(address, path)
                page = Page(text)
                self.assertEqual((status, page.opened), (200, []), path)
                self.assertTrue(all(link.startswith("/") and not link.startswith("//") for link in page.addresses))
                self.assertFalse({"script", "img", "link", "iframe"} & set(page.tags))
                self.assertIn("prefers-color-scheme: dark", text)
            overview = get(address, "/")[1]
        self.assertIn('http-equiv="refresh"', overview)
        self.assertIn("1 running, 2 in all", overview)
        self.assertIn("waits for a second player", overview)
        self.assertIn('aria-label="f5: black, last move"', overview)

    def test_people_play_by_links(self):
        with common.Serving() as serving:
            address, source = Address(serving.url), random.Random(3)
            seats = []
            for _ in range(2):
                raw = raw_get(serving.port, "/play?id=people")
                self.assertTrue(raw.startswith(b"HTTP/1.1 303"))
                seats.append(re.search(rb"Location: (\S+)", raw).group(1).decode())
            game = serving.sessions.find("people")
            while not game.result:
                pages = [get(address, seat)[1] for seat in seats]
                links = [[a for a in Page(text).addresses if a.count("/") == 5] for text in pages]
                mover = game.board.side
                self.assertEqual(len(links[mover]), len(game.board.legal()))
                self.assertEqual(links[1 - mover], [])
                self.assertTrue(raw_get(serving.port, source.choice(links[mover])).startswith(b"HTTP/1.1 303"))
            self.assertIn(game.reason, get(address, seats[0])[1])

    def test_too_much_in_a_form_is_no_fault_of_the_server(self):
        with common.Serving() as serving:
            self.assertEqual(get(Address(serving.url), "/play?id=a&b=c&d=e&f=g&h=i"),
                             (400, "a name has 1 to 32 letters, digits, - or _"))

    def test_hexadecimal_digits_are_those_of_either_case(self):
        with common.Serving() as serving:
            for digits in ("AB" * 16, "ab" * 16, "aB" * 16):
                self.assertEqual(get(Address(serving.url), "/create_session/g", [("X-Outflank-Player", digits)]), (200, "B"))

    def test_a_refused_click_is_not_sent_again(self):
        with common.Serving() as serving:
            address = Address(serving.url)
            black, white = (re.search(rb"Location: (\S+)", raw_get(serving.port, "/play?id=g")).group(1).decode() for _ in "BW")
            status, text = get(address, f"{white}/3/5")         # not White's turn yet, and a move later on
            self.assertEqual(status, 200)
            self.assertEqual(Page(text).refresh, f"2; url={white}")
            self.assertEqual(Page(get(address, black)[1]).refresh, f"10; url={black}")
            get(address, f"{black}/5/4")
            get(address, Page(text).refresh.partition("url=")[2])
            self.assertEqual(serving.sessions.find("g").board.moves, ["f5"])


def raw_get(port, path):
    """The whole answer to a request."""
    with socket.create_connection(("127.0.0.1", port)) as link:
        link.sendall(hostile_requests.request(path, port=port))
        data = b""
        while True:
            more = link.recv(65536)
            if not more:
                return data
            data += more


class Reading(unittest.TestCase):
    """What a server says of the board."""

    def test_boards_and_last_moves(self):
        start = ";".join(["0.0.0.0.0.0.0.0"] * 3 + ["0.0.0.W.B.0.0.0", "0.0.0.B.W.0.0.0"] + ["0.0.0.0.0.0.0.0"] * 3)
        self.assertEqual(http.read_rows(start)[3], "...ox...")
        self.assertEqual(http.read_rows(start + ";\n")[4], "...xo...")
        for text in ("", start[:-1], start + ";0.0", start.replace("W", "w"), start.replace(".", ","), "0" * 200, "\x1b[2J",
                     start.replace("0.0.0.0.0.0.0.0", "0.0.0.0.0.0.0", 1)):
            self.assertIsNone(http.read_rows(text), text)
        self.assertEqual(http.read_last("5.4.B"), (5, 4, BLACK))
        for text in ("", "-1.-1.0", "8.0.B", "5.4", "5.4.X", "\u00b2.1.B", "5.4.B.1", "none"):
            self.assertIsNone(http.read_last(text), text)


class Rematch(unittest.TestCase):
    """Two who play again at once under the same name, faster than the bridge looks."""

    def test_another_game_under_the_name_ends_ours(self):
        with common.Serving() as serving:
            address = Address(serving.url)
            bridge = http.Bridge(address, "g", None, lambda text: None)
            for _ in "BW":
                get(address, "/create_session/g")
            self.assertEqual(get(address, "/move/5/4/g/B"), (200, "OK"))
            self.assertEqual(bridge.rows(), bridge.rows())
            serving.sessions.find("g").finish("B", "time", "White loses on time")
            bridge.rows()
            get(address, "/create_session/g")
            with self.assertRaisesRegex(http.GivenUp, "another game has begun under this name"):
                bridge.rows()


@unittest.skipUnless(common.has_engine(), common.NO_ENGINE)
class Games(unittest.TestCase):
    """Whole games with the engine."""

    @classmethod
    def setUpClass(cls):
        cls.players = [common.quick_player(), common.quick_player()]

    @classmethod
    def tearDownClass(cls):
        for player in cls.players:
            player.close()

    def play(self, url, **more):
        """Two bridges in one session; their ends and the bridges."""
        return common.two_bridges(url, self.players, **more)

    def check_game(self, server, ends, bridges):
        """Finished by the rules, both agree, and every move is one that a bridge sent once."""
        self.assertEqual(common.wrong_with(server, ends, bridges), "")

    def test_a_quiet_server(self):
        with common.Serving(seconds=60.0) as serving:
            ends, bridges = self.play(serving.url, timeout=10.0)
            self.check_game(serving, ends, bridges)

    def test_a_server_that_loses_and_garbles(self):
        for seed, harm in enumerate((flaky.HARM, flaky.REPEATS)):
            with flaky.Flaky(0.12, seed, harm) as server:
                ends, bridges = self.play(server.url)
                self.check_game(server, ends, bridges)
                self.assertEqual(len(server.accepted), len(bridges[0].sent) + len(bridges[1].sent))

    def test_a_server_that_is_away_now_and_then(self):
        with flaky.Flaky(0.0, 4, gone=0.2) as server:
            ends, bridges = self.play(server.url)
            self.check_game(server, ends, bridges)

    def test_a_plain_server_whose_x_is_the_row(self):
        with flaky.Flaky(0.0, 5, swapped=True, plain=True) as server:
            ends, bridges = self.play(server.url)
            self.check_game(server, ends, bridges)
            self.assertTrue(all(bridge.swapped for bridge in bridges))

    def test_a_server_that_goes_away_for_good(self):
        with flaky.Flaky(0.0, 6, last=9) as server:
            ends, bridges = self.play(server.url, patience=0.5)
        for end in ends:
            self.assertIsInstance(end, http.GivenUp)
            self.assertRegex(str(end), "nothing works for 0.5 s|does not get through")
        self.assertEqual(len(server.accepted), 9)
        self.assertLessEqual(9, sum(len(bridge.sent) for bridge in bridges) + 1)

    def test_a_full_session_is_given_up_at_once(self):
        with common.Serving() as serving:
            for _ in range(2):
                get(Address(serving.url), "/create_session/g")
            bridge = http.Bridge(Address(serving.url), "g", self.players[0], lambda text: None)
            with self.assertRaisesRegex(http.GivenUp, "both colours are taken"):
                bridge.play()


@unittest.skipUnless(common.has_engine(), common.NO_ENGINE)
class Programs(unittest.TestCase):
    """The commands themselves."""

    def start(self, name, *words, **more):
        """A started script."""
        child = subprocess.Popen([sys.executable, os.path.join(common.SCRIPTS, name), *words], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True, **more)
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        self.addCleanup(child.stdout.close)
        self.addCleanup(child.stderr.close)
        return child

    def test_two_bridges_meet_on_the_server(self):
        with tempfile.TemporaryDirectory() as folder:
            record = os.path.join(folder, "games.sgf")
            server = self.start("serve-http", "--port", "0", "--seconds", "60", "--sgf", record)
            url = server.stdout.readline().split()[-1]
            self.assertTrue(url.startswith("http://127.0.0.1:"), url)
            bridges = [self.start("bridge-http", url, "g1", "--engine", common.ENGINE, "--movetime", "0.01", "--poll", "0.02",
                                  "--option", "Hash=1") for _ in range(2)]
            ends = [bridge.communicate(timeout=120) for bridge in bridges]
            for bridge, (out, err) in zip(bridges, ends):
                self.assertEqual((bridge.returncode, err), (0, ""), out)
                self.assertRegex(out.splitlines()[-1], "^(we win|we lose|a tie): black [0-9]+, white [0-9]+$")
            self.assertIn("g1: ", server.stdout.readline())
            server.send_signal(signal.SIGINT)
            self.assertEqual(server.wait(30), 0)
            self.assertEqual(server.stderr.read(), "")
            with open(record, encoding="utf-8") as file:
                self.assertRegex(file.read(), r"^\(;FF\[4\].*GM\[2\]SZ\[8\].*GC\[g1\\: .*;B\[..\].*;W\[..\]")

    def test_reasons_and_statuses(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
            busy = self.start("serve-http", "--port", str(port))
            self.assertIn(f"serve-http: 127.0.0.1 port {port}: Address already in use", busy.communicate(timeout=60)[1])
            self.assertEqual(busy.returncode, 1)
        lost = self.start("bridge-http", f"http://127.0.0.1:{port}", "g", "--engine", common.ENGINE, "--wait", "0")
        out, err = lost.communicate(timeout=60)
        self.assertEqual(lost.returncode, 1, out)
        self.assertIn("bridge-http: nothing works for 0 s: no connection", err)
        for words in (("bridge-http", "ftp://x", "g"), ("bridge-http", "x", "a/b"), ("serve-http", "--port", "x")):
            child = self.start(*words)
            child.communicate(timeout=60)
            self.assertEqual(child.returncode, 2, words)

    def test_ctrl_c_while_waiting(self):
        with common.Serving() as serving:
            child = self.start("bridge-http", serving.url, "g", "--engine", common.ENGINE)
            self.assertIn("we play black", child.stdout.readline())
            child.send_signal(signal.SIGINT)
            _, err = child.communicate(timeout=60)
        self.assertEqual((child.returncode, err), (130, "bridge-http: interrupted\n"))


if __name__ == "__main__":
    unittest.main()
