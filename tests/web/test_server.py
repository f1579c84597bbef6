# SPDX-License-Identifier: MIT
"""The local server: who is let in, what is refused, and that nothing is left behind."""

import asyncio
import faulthandler
import gzip
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "scripts", "web"))

from local import engines, wire                                             # noqa: E402
from local.app import App                                                   # noqa: E402

ENGINE = os.path.abspath(os.environ.get("OUTFLANK", os.path.join(ROOT, "outflank")))
PAGE = os.path.join(ROOT, "scripts", "web", "page")
WAIT = 60.0                 # for what comes at once on a quiet machine
LONGEST = 400               # seconds for all of it; beyond them the places where it waits are printed and it ends


def setUpModule():
    """Nothing here waits for ever, whatever else is wrong."""
    faulthandler.dump_traceback_later(LONGEST, exit=True)


def tearDownModule():
    """Ended in time."""
    faulthandler.cancel_dump_traceback_later()


def children():
    """The processes this one has, zombies too."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8") as file:
                    if file.read().rpartition(") ")[2].split()[1] == str(os.getpid()):
                        found.append(int(name))
            except OSError:
                pass
    return found


def descriptors():
    """How many files this process has open."""
    return len(os.listdir("/proc/self/fd"))


class Client:
    """A connection that says what it likes."""

    def __init__(self, app):
        self.app = app

    async def __aenter__(self):
        end = socket.socket()
        end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)     # what is not read is soon not taken either
        end.setblocking(False)
        await asyncio.get_running_loop().sock_connect(end, ("127.0.0.1", self.app.port))
        self.reader, self.writer = await asyncio.open_connection(sock=end)
        return self

    async def __aexit__(self, *_):
        self.writer.close()

    async def send(self, data):
        """Raw bytes."""
        self.writer.write(data)
        await asyncio.wait_for(self.writer.drain(), WAIT)

    async def answer(self):
        """(status, headers, body) of the next answer; status 0 when the connection was closed instead."""
        try:
            head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), WAIT)
        except (asyncio.IncompleteReadError, ConnectionError):
            return 0, {}, b""
        lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:] if line)}
        length = int(headers.get("content-length", 0))
        return int(lines[0].split()[1]), headers, await asyncio.wait_for(self.reader.readexactly(length), WAIT)

    async def ask(self, method, path, headers=None, body=b"", token=True):
        """One request with the headers a browser would send, changed by `headers` (None leaves one out)."""
        full = {"Host": f"127.0.0.1:{self.app.port}", **({"Content-Length": str(len(body))} if body else {}),
                **({"Content-Type": "text/plain"} if body else {}), **(headers or {})}
        lines = [f"{method} {'/' + self.app.token if token else ''}{path} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in full.items() if value is not None]
        await self.send(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body)
        return await self.answer()


class Page:
    """An engine of the server as a page has it."""

    def __init__(self, app):
        self.client = Client(app)
        self.app = app
        self.unheard = []       # lines of an event that came together with one that was waited for

    async def __aenter__(self):
        await self.client.__aenter__()
        await self.client.send(f"GET /{self.app.token}/api/engine HTTP/1.1\r\nHost: 127.0.0.1:{self.app.port}\r\n\r\n".encode())
        self.status, self.headers, _ = await self.client.answer()
        if self.status == 200:
            name, data = await self.event()
            assert name == "hello"
            self.id = json.loads(data[0])["id"]
        return self

    async def __aexit__(self, *_):
        await self.client.__aexit__()

    async def event(self):
        """(name, lines) of the next event; (None, []) at the end."""
        try:
            text = await asyncio.wait_for(self.client.reader.readuntil(b"\n\n"), WAIT)
        except (asyncio.IncompleteReadError, ConnectionError):
            return None, []
        lines = text.decode().split("\n")
        name = next((line[7:] for line in lines if line.startswith("event: ")), "")
        return name, [line[6:] for line in lines if line.startswith("data: ")]

    async def hear(self, test):
        """Waits for a line that passes; returns it. None at the end, or when signs of life are all that comes."""
        end = time.monotonic() + WAIT
        while time.monotonic() < end:
            while self.unheard:
                line = self.unheard.pop(0)
                if test(line):
                    return line
            name, self.unheard = await self.event()
            if name is None:
                return None
        return None

    async def say(self, *lines):
        """Posts lines; the answer's status and words."""
        async with Client(self.app) as client:
            status, _, body = await client.ask("POST", f"/api/engine/{self.id}", body="\n".join(lines).encode())
            return status, body.decode()


class ServerTest(unittest.IsolatedAsyncioTestCase):
    """One server a test, in this process."""

    command = [ENGINE, "uci"]

    async def asyncSetUp(self):
        asyncio.get_running_loop().set_debug(False)     # a busy machine is no finding, and this costs half the time
        self.app = App(self.command, {"": PAGE}, hash_max=256, threads_max=2)
        await self.app.start()

    async def asyncTearDown(self):
        await self.app.stop()
        self.assertEqual(children(), [])

    async def status(self, *arguments, **named):
        """The status of one request on a connection of its own."""
        async with Client(self.app) as client:
            return (await client.ask(*arguments, **named))[0]


class Files(ServerTest):
    """The page's files and nothing else."""

    async def test_page(self):
        async with Client(self.app) as client:
            status, headers, body = await client.ask("GET", "/")
            self.assertEqual(status, 200)
            self.assertIn(b"<title>outflank</title>", body)
            self.assertIn("script-src 'self' 'wasm-unsafe-eval'", headers["content-security-policy"])
            self.assertNotIn("unsafe-inline", headers["content-security-policy"])
            self.assertEqual(headers["cross-origin-opener-policy"], "same-origin")
            self.assertEqual(headers["cross-origin-embedder-policy"], "require-corp")
            status, headers, _ = await client.ask("GET", "/js/main.js")
            self.assertEqual((status, headers["content-type"]), (200, "text/javascript; charset=utf-8"))
            status, _, body = await client.ask("GET", "/js/main.js", {"If-None-Match": headers["etag"]})
            self.assertEqual((status, body), (304, b""))
            self.assertEqual((await client.ask("HEAD", "/nothing.js"))[0], 404)

    async def test_whole_page_is_small(self):
        total = 0
        async with Client(self.app) as client:
            for name, path in self.app.site.files.items():
                status, headers, body = await client.ask("GET", "/" + name, {"Accept-Encoding": "gzip, deflate, br"})
                self.assertEqual(status, 200, name)
                total += len(body)
                plain = gzip.decompress(body) if headers.get("content-encoding") == "gzip" else body
                with open(path, "rb") as file:
                    self.assertEqual(plain, file.read(), name)
                self.assertNotIn("content-encoding", (await client.ask("GET", "/" + name))[1])
        self.assertLess(total, 100_000)

    async def test_no_path_leaves_the_folder(self):
        for path in ("/../serve", "/..%2fserve", "/%2e%2e/serve", "/js/../../serve", "//etc/passwd", "/./index.html", "/js/",
                     "/js", "/index.html/", "/.git/config", "/js/..\\..\\serve", "/local/app.py", "/index.html%00.js"):
            self.assertEqual(await self.status("GET", path), 404, path)

    async def test_links_are_not_followed(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "a.js"), "w", encoding="ascii") as file:
                file.write("1")
            os.symlink("/etc/passwd", os.path.join(folder, "b.js"))
            os.symlink("/etc", os.path.join(folder, "c"))
            app = App(self.command, {"": folder})
            self.assertEqual(list(app.site.files), ["a.js"])


class Admission(ServerTest):
    """Foreign hosts, origins and keys."""

    async def test_host(self):
        for host in ("example.com", f"example.com:{self.app.port}", "127.0.0.1", "127.0.0.1:1", f"127.0.0.1:{self.app.port}.example.com",
                     f"[::1]:{self.app.port}", "", None):
            self.assertEqual(await self.status("GET", "/", {"Host": host}), 403, host)
        self.assertEqual(await self.status("GET", "/", {"Host": f"localhost:{self.app.port}"}), 200)

    async def test_origin(self):
        for origin in ("http://example.com", "null", f"https://127.0.0.1:{self.app.port}", "http://127.0.0.1", f"http://127.0.0.1:{self.app.port}@example.com"):
            self.assertEqual(await self.status("GET", "/api/hello", {"Origin": origin}), 403, origin)
        self.assertEqual(await self.status("GET", "/api/hello", {"Origin": f"http://127.0.0.1:{self.app.port}"}), 200)

    async def test_key(self):
        for path in ("/", "/index.html", "/api/engine", "/" + self.app.token[:-1] + "/", "/" + self.app.token.swapcase() + "/", "/x" + self.app.token):
            self.assertEqual(await self.status("GET", path, token=False), 403, path)
        self.assertEqual(await self.status("GET", "", token=True), 404)

    async def test_listens_here_only(self):
        address = self.app.server.sockets[0].getsockname()
        self.assertEqual(address[0], "127.0.0.1")

    async def test_another_pages_engine(self):
        async with Page(self.app) as page:
            self.assertEqual(await self.status("POST", "/api/engine/" + page.id[:-1], body=b"uci"), 404)
            self.assertEqual(await self.status("POST", "/api/engine/", body=b"uci"), 404)
            self.assertEqual((await page.say("isready"))[0], 204)


class Lines(ServerTest):
    """What may be said to an engine."""

    async def test_talk(self):
        async with Page(self.app) as page:
            self.assertEqual(page.headers["content-type"], "text/event-stream")
            self.assertEqual(await page.say("uci", "setoption name Game value connect4", "position startpos moves d", "go depth 4"), (204, ""))
            self.assertEqual(await page.hear(lambda line: line == "uciok"), "uciok")
            self.assertRegex(await page.hear(lambda line: line.startswith("bestmove")), "^bestmove [a-g]")

    async def test_refused_lines(self):
        async with Page(self.app) as page:
            for line in ("quit", "perft 20", "setoption name Hash value 100000", "setoption name Threads value 64", "setoption name threads value 3",
                         "setoption name Book File value /etc/passwd", "setoption name Hash value -1", "setoption name Hash value ٣", "setoption", "go\tx\x01",
                         "position " + "a1 " * 4000, "é", "setoption name Hash value 2e2"):
                status, words = await page.say(line)
                self.assertEqual(status, 400, line[:40])
                self.assertTrue(words)
            self.assertEqual((await page.say(*["isready"] * 65))[0], 400)
            self.assertEqual((await page.say("setoption name Hash value 256", "isready"))[0], 204)
            self.assertEqual(await page.hear(lambda line: line == "readyok"), "readyok")

    async def test_wrong_kind(self):
        async with Page(self.app) as page, Client(self.app) as client:
            path = f"/api/engine/{page.id}"
            self.assertEqual((await client.ask("POST", path, {"Content-Type": "application/x-www-form-urlencoded"}, b"uci"))[0], 415)
            self.assertEqual((await client.ask("POST", path))[0], 415)
            self.assertEqual((await client.ask("POST", path, body=b"\n\n"))[0], 400)
            self.assertEqual((await client.ask("PUT", path, body=b"uci"))[0], 405)

    async def test_too_many_posts(self):
        async with Page(self.app) as page, Client(self.app) as client:
            self.app.engines.running[page.id].posts = engines.Bucket(0.1, 20)
            seen = set()
            for _ in range(100):
                seen.add((await client.ask("POST", f"/api/engine/{page.id}", body=b"isready"))[0])
                if 429 in seen:
                    break
            self.assertEqual(seen, {204, 429})

    async def test_engine_that_dies(self):
        async with Page(self.app) as page:
            self.app.engines.running[page.id].process.kill()
            while True:
                name, lines = await page.event()
                if name in ("end", None):
                    break
            self.assertEqual((name, json.loads(lines[0])), ("end", {"status": -signal.SIGKILL}))
            self.assertEqual(await page.event(), (None, []))
            self.assertEqual((await page.say("isready"))[0], 404)


class Named(unittest.TestCase):
    """The names a request may use for the server."""

    def test_the_usual_port_is_not_said(self):
        for port, host, good in ((80, "127.0.0.1", True), (80, "localhost:80", True), (8064, "localhost:8064", True),
                                 (8064, "127.0.0.1", False), (80, "example.org", False), (80, "127.0.0.1:8064", False)):
            app = App(["none"], {}, port, token="key")
            headers = {"host": host, "origin": f"http://{host}"}
            if good:
                self.assertEqual(app.admit(wire.Request("GET", "/key/x", headers)), "x")
            else:
                with self.assertRaises(wire.Refusal):
                    app.admit(wire.Request("GET", "/key/x", headers))


class Bounds(ServerTest):
    """Sizes, numbers and times."""

    async def test_eight_engines(self):
        pages = [await Page(self.app).__aenter__() for _ in range(engines.ENGINES_MAX)]
        self.assertEqual([page.status for page in pages], [200] * engines.ENGINES_MAX)
        async with Page(self.app) as ninth:
            self.assertEqual(ninth.status, 429)
        await pages.pop().__aexit__()
        for _ in range(600):
            async with Page(self.app) as again:
                if again.status == 200:
                    break
            await asyncio.sleep(0.05)
        self.assertEqual(again.status, 200)
        for page in pages:
            await page.__aexit__()

    async def test_sizes(self):
        host = f"Host: 127.0.0.1:{self.app.port}\r\n"
        key = self.app.token
        for data, wanted in ((f"GET /{key}/ HTTP/1.1\r\n{host}X: {'a' * 9000}\r\n\r\n", 431), (f"GET /{key}/{'a' * 3000} HTTP/1.1\r\n{host}\r\n", 414),
                             (f"GET /{key}/ HTTP/1.1\r\n{host}" + "".join(f"X{i}: 1\r\n" for i in range(60)) + "\r\n", 431),
                             (f"POST /{key}/x HTTP/1.1\r\n{host}Content-Length: 70000\r\n\r\n", 413),
                             (f"POST /{key}/x HTTP/1.1\r\n{host}Content-Length: 99999999999999\r\n\r\n", 400),
                             (f"POST /{key}/x HTTP/1.1\r\n{host}Content-Length: -1\r\n\r\n", 400),
                             (f"POST /{key}/x HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\n", 501),
                             (f"GET /{key}/ HTTP/1.1\r\n{host}{host}\r\n", 400), (f"GET /{key}/ HTTP/2\r\n{host}\r\n", 505),
                             ("GET  / HTTP/1.1\r\n\r\n", 400), (f"GET /{key}/ HTTP/1.1\r\n{host}X y\r\n\r\n", 400),
                             (f"GET /{key}/ HTTP/1.1\r\n{host}X: a\x00b\r\n\r\n", 400), ("\x16\x03\x01\x02\r\n\r\n", 400)):
            async with Client(self.app) as client:
                await client.send(data.encode("latin-1"))
                self.assertEqual((await client.answer())[0], wanted, data[:60])

    async def test_slow_senders(self):
        """Bytes that drip in keep nobody's connection: the time for a head is one for all of it."""
        before, wire.READ_SECONDS = wire.READ_SECONDS, 0.5
        try:
            async with Client(self.app) as head, Client(self.app) as body:
                await body.send(f"POST /{self.app.token}/x HTTP/1.1\r\nHost: 127.0.0.1:{self.app.port}\r\nContent-Length: 9\r\n\r\nab".encode())
                started = time.monotonic()
                closed = asyncio.ensure_future(head.answer())
                while not closed.done() and time.monotonic() - started < WAIT:
                    try:
                        await head.send(b"G")
                    except ConnectionError:
                        break
                    await asyncio.sleep(0.05)
                self.assertEqual((await closed)[0], 0)
                self.assertIn((await body.answer())[0], (408, 0))
        finally:
            wire.READ_SECONDS = before

    async def test_many_connections(self):
        clients = [await Client(self.app).__aenter__() for _ in range(120)]
        await asyncio.sleep(0.2)
        answers = [await client.answer() for client in clients[-10:]]
        self.assertEqual({status for status, _, _ in answers}, {503})
        for client in clients:
            await client.__aexit__()
        for _ in range(100):
            if await self.status("GET", "/api/hello") == 200:
                break
            await asyncio.sleep(0.05)
        self.assertEqual(await self.status("GET", "/api/hello"), 200)

    async def test_nobody_reads(self):
        """A page that stops reading loses its engine; the server goes on."""
        before, wire.WRITE_SECONDS = wire.WRITE_SECONDS, 0.5
        try:
            async with Page(self.app) as page:
                open_files = descriptors()
                for _ in range(100):
                    if (await page.say(*["uci"] * 60))[0] != 204:
                        break
                for _ in range(int(WAIT / 0.1)):
                    if not self.app.engines.running:
                        break
                    await asyncio.sleep(0.1)
                self.assertEqual(self.app.engines.running, {})
                # Its connection goes, too, though there is more to send and its own end is still open.
                for _ in range(int(WAIT / 0.1)):
                    if descriptors() < open_files - 2:
                        break
                    await asyncio.sleep(0.1)
                self.assertLess(descriptors(), open_files - 2, "the engine's two pipes and the connection")
            self.assertEqual(await self.status("GET", "/api/hello"), 200)
        finally:
            wire.WRITE_SECONDS = before


def hostile(rng, app):
    """Bytes of a request nobody means well with: a good one with damage, or junk."""
    good = (f"{rng.choice(['GET', 'POST', 'HEAD', 'OPTIONS', 'get', 'CONNECT'])} /{app.token}/{rng.choice(['', 'index.html', 'api/engine/x', 'api/hello', '../serve', '%2e%2e/serve', 'a' * 5000])}"
            f" HTTP/{rng.choice(['1.1', '1.0', '2', '9' * 50])}\r\nHost: {rng.choice([f'127.0.0.1:{app.port}', 'evil.example', '[::1]'])}\r\n"
            f"Origin: {rng.choice(['http://evil.example', 'null', f'http://127.0.0.1:{app.port}'])}\r\n"
            f"Content-Length: {rng.choice(['0', '5', '-5', '1e9', '99999999', 'x'])}\r\nX-Long: {'y' * rng.choice([0, 100, 9000])}\r\n\r\nhello").encode("latin-1")
    kind = rng.randrange(5)
    if kind == 0:
        return rng.randbytes(rng.randrange(1, 3000))
    if kind == 1:
        return good[:rng.randrange(1, len(good))]
    data = bytearray(good)
    for _ in range(rng.choice([0, 1, 3, 20])):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data) * rng.choice([1, 1, 1, 3])


class Hostile(ServerTest):
    """A thousand bad requests while a game goes on."""

    async def test_thousand(self):
        rng = random.Random(20)
        before, wire.READ_SECONDS = wire.READ_SECONDS, 0.3
        try:
            async with Page(self.app) as page:
                await page.say("uci", "position startpos", "go infinite")
                open_files = descriptors()
                requests = iter([hostile(rng, self.app) for _ in range(1000)])
                await asyncio.gather(*(self.attacker(requests) for _ in range(50)))
                self.assertEqual(len(self.app.engines.running), 1)
                self.assertEqual(await page.say("stop"), (204, ""))
                self.assertRegex(await page.hear(lambda line: line.startswith("bestmove")), "^bestmove")
                for _ in range(int(WAIT / 0.1)):
                    if descriptors() <= open_files + 2:
                        break
                    await asyncio.sleep(0.1)
                self.assertLessEqual(descriptors(), open_files + 2)
        finally:
            wire.READ_SECONDS = before

    async def attacker(self, requests):
        """Makes one after another; fifty of these share them, so that nobody waits for the slowest of a round."""
        for data in requests:
            await self.attack(data)

    async def attack(self, data):
        """Sends the bytes, reads what comes, goes away. No answer may be a success but for the page itself."""
        async with Client(self.app) as client:
            try:
                await client.send(data)
                status, _, body = await client.answer()
            except (ConnectionError, asyncio.IncompleteReadError, ValueError):
                return
            self.assertIn(status, {0, *wire.REASONS})
            self.assertNotIn(b"Traceback", body)


class Endings(ServerTest):
    """Nothing is left of a page that is gone."""

    async def test_two_hundred_pages(self):
        self.app.engines.starts = engines.Bucket(1000, 1000)
        async with Page(self.app) as page:
            await page.say("isready")
        await self.settle()
        before = descriptors()
        for _ in range(25):
            pages = await asyncio.gather(*(Page(self.app).__aenter__() for _ in range(8)))
            self.assertEqual([page.status for page in pages], [200] * 8)
            await pages[0].say("uci", "go infinite")
            for page in pages:
                await page.__aexit__()
            await self.settle()
        for _ in range(int(WAIT / 0.1)):
            if descriptors() <= before:
                break
            await asyncio.sleep(0.1)
        self.assertLessEqual(descriptors(), before)

    async def settle(self):
        """Waits until no engine runs."""
        for _ in range(int(WAIT / 0.02)):
            if not self.app.engines.running and not children():
                return
            await asyncio.sleep(0.02)
        self.fail(f"left behind: {children()}")

    async def test_deaf_engine_is_killed(self):
        with tempfile.NamedTemporaryFile("w", suffix=".sh", delete=False) as file:
            file.write("#!/bin/sh\ntrap '' TERM HUP\nwhile :; do sleep 1; done\n")
        os.chmod(file.name, 0o755)
        self.app.engines.command = [file.name]
        async with Page(self.app) as page:
            process = self.app.engines.running[page.id].process
        for _ in range(int(WAIT / 0.05)):
            if process.returncode is not None:
                break
            await asyncio.sleep(0.05)
        self.assertEqual(process.returncode, -signal.SIGKILL)
        os.unlink(file.name)

    async def test_server_ends_while_an_engine_does(self):
        """Whose engine is just being ended when the server is: it is ended once, and waited for."""
        with tempfile.NamedTemporaryFile("w", suffix=".sh", delete=False) as file:
            file.write("#!/bin/sh\ntrap '' TERM HUP\nwhile :; do sleep 1; done\n")
        os.chmod(file.name, 0o755)
        self.app.engines.command = [file.name]
        async with Page(self.app) as page:
            engine = self.app.engines.running[page.id]
        for _ in range(int(WAIT / 0.01)):
            if engine.process.stdin.is_closing():
                break
            await asyncio.sleep(0.01)
        await self.app.stop()
        self.assertEqual(engine.process.returncode, -signal.SIGKILL)
        self.assertEqual(self.app.engines.running, {})
        os.unlink(file.name)

    async def test_no_such_engine(self):
        self.app.engines.command = ["/nonexistent/outflank"]
        async with Page(self.app) as page:
            self.assertEqual(page.status, 500)
        self.assertEqual(self.app.engines.running, {})


class Program(unittest.TestCase):
    """scripts/web/serve itself."""

    def start(self, *words):
        child = subprocess.Popen([sys.executable, os.path.join(ROOT, "scripts", "web", "serve"), "--no-browser", "--engine", ENGINE, *words],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return child, child.stdout.readline()

    def test_starts_prints_and_ends(self):
        child, line = self.start("--port", "0")
        self.assertRegex(line, r"^outflank's board: http://127\.0\.0\.1:\d+/[\w-]{20,}/$")
        child.send_signal(signal.SIGTERM)
        self.assertEqual(child.wait(WAIT), 0)
        self.assertEqual(child.stderr.read(), "")
        child.stdout.close()
        child.stderr.close()

    def test_nohup_is_respected(self):
        child = subprocess.Popen([sys.executable, os.path.join(ROOT, "scripts", "web", "serve"), "--no-browser", "--engine",
                                  sys.executable, "--port", "0"], stdout=subprocess.PIPE, text=True,
                                 preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        port = int(child.stdout.readline().split(":")[3].split("/")[0])
        child.send_signal(signal.SIGHUP)
        with socket.create_connection(("127.0.0.1", port)) as link:     # answered after the signal was
            link.sendall(b"GET / HTTP/1.1\r\n\r\n")
            self.assertTrue(link.recv(100).startswith(b"HTTP/1.1 403"))
        child.terminate()
        child.communicate(timeout=WAIT)
        self.assertEqual(child.returncode, 0)

    def test_an_engine_in_this_folder(self):
        """Named without a slash it is the one that was looked for, not another on the PATH."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "my engine")
            with open(path, "w", encoding="ascii") as file:
                file.write("#!/bin/sh\necho here I am\n")
            os.chmod(path, 0o700)
            child = subprocess.Popen([sys.executable, os.path.join(ROOT, "scripts", "web", "serve"), "--no-browser", "--engine",
                                      "my engine", "--port", "0"], stdout=subprocess.PIPE, text=True, cwd=folder)
            address = child.stdout.readline().split()[-1]
            try:
                with urllib.request.urlopen(address + "api/engine", timeout=WAIT) as answer:
                    self.assertIn(b"data: here I am\n", answer.read())
            finally:
                child.terminate()
                child.communicate(timeout=WAIT)
        other = subprocess.run([sys.executable, os.path.join(ROOT, "scripts", "web", "serve"), "--no-browser", "--engine", "/"],
                               capture_output=True, text=True, timeout=WAIT, check=False)
        self.assertEqual(other.stderr, "serve: there is no program /: build it with make\n")

    def test_keys_differ(self):
        seen = set()
        for _ in range(3):
            child, line = self.start("--port", "0")
            seen.add(line.rsplit("/", 2)[1])
            child.terminate()
            child.communicate(timeout=WAIT)
        self.assertEqual(len(seen), 3)

    def test_port_taken(self):
        child, line = self.start("--port", "0")
        port = line.split(":")[3].split("/")[0]
        other = subprocess.run([sys.executable, os.path.join(ROOT, "scripts", "web", "serve"), "--no-browser", "--engine", ENGINE, "--port", port],
                               capture_output=True, text=True, timeout=WAIT, check=False)
        self.assertEqual(other.returncode, 1)
        self.assertIn("cannot listen", other.stderr)
        child.terminate()
        child.communicate(timeout=WAIT)

    def test_numbers_out_of_range(self):
        """Refused in a line, before anything is listened on."""
        for words in (("--port", "70000"), ("--port", "-1"), ("--port", "x"), ("--hash-max", "0"), ("--hash-max", "2000000"),
                      ("--threads-max", "0"), ("--threads-max", "-2"), ("--threads-max", "1000")):
            child = subprocess.run([sys.executable, os.path.join(ROOT, "scripts", "web", "serve"), "--no-browser", "--engine",
                                    sys.executable, *words], capture_output=True, text=True, timeout=WAIT, check=False)
            self.assertEqual(child.returncode, 2, (words, child.stderr))
            self.assertIn(f"argument {words[0]}: '{words[1]}' is not a whole number between", child.stderr)


if __name__ == "__main__":
    unittest.main()
