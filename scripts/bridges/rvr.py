# SPDX-License-Identifier: MIT
"""The wire of rvrserver, a TCP contest server for Othello, and a client's part of the conversation on it.

    server                                   client
    key: one byte, 1..255          ->
                                   <-        the same byte
    role: 2 black, 3 white, 4 monitor
    E + 64 cells (1 empty, 2 black, 3 white) the board, row by row from the top left; after every move
    F  your move                   ->
                                   <-        one byte, 1..64: column + 8 * (row - 1), both from 1
    L, I, H  not legal: three, two tries left, one more    (each is answered with another move)
    G  no move for you: wait
    J, K, M  you win, you lose, a tie;  P, Q  white, black has won (to monitors)

There are no lengths and no ends of messages, and TCP joins and splits them as it likes, so bytes are read one by one by
what came before. A board with a byte in it that is no cell was cut; the byte begins the next message.

The rules a bridge lives by: every question is answered once. A question that comes again before any board has shown
what became of the answer is the same question. The latest board is believed, whatever we thought the game was.
"""

import select
import socket
import time

from .player import BLACK, COLOURS, WHITE, counts, position_of, rows_of
from arena.referee import new_game

BOARD, ACTION, WAIT, WHITE_WON, BLACK_WON = b"EFGPQ"
RETRIES = {ord("L"): 3, ord("I"): 2, ord("H"): 1}
RESULTS = {ord("J"): "we win", ord("K"): "we lose", ord("M"): "a tie"}
ROLES = {2: BLACK, 3: WHITE, 4: None}
CELLS = {1: ".", 2: "x", 3: "o"}
NOISE_LIMIT = 4096          # bytes without a meaning after which a server is not worth listening to
BYTES_LIMIT = 1 << 20       # and bytes at all; a whole game is some 8,000
HOLD = 0.5                  # seconds a question waits for the board that belongs to it, when that is missing
SILENCE = 180.0             # seconds without a word after which a server is gone; rvrserver's own limit


class Ended(Exception):
    """The conversation is over; `result` is true when the game is, too."""

    def __init__(self, reason, result=False):
        """Keeps the reason for people."""
        super().__init__(reason)
        self.result = result


class Wire:
    """Bytes from the server as messages: (kind, value)."""

    def __init__(self):
        """Before the first byte."""
        self.key = self.cells = None
        self.has_role = False

    def feed(self, data):
        """The messages that are complete now, in order."""
        found = []
        for byte in data:
            message = self.take(byte)
            if message:
                found.append(message)
        return found

    def take(self, byte):
        """One byte; the message it completes, or None."""
        if self.key is None:
            self.key = byte
            return "key", byte
        if self.cells is not None:
            if byte in CELLS:
                return self.take_cell(byte)
            self.cells = None                   # the board was cut: this begins something else
        if byte == BOARD:
            self.cells = ""
            return None
        if not self.has_role and byte in ROLES:
            self.has_role = True
            return "role", ROLES[byte]
        for kind, known in (("retry", RETRIES), ("result", RESULTS)):
            if byte in known:
                return kind, known[byte]
        if byte in (WHITE_WON, BLACK_WON):
            return "won", WHITE if byte == WHITE_WON else BLACK
        return {ACTION: ("action", None), WAIT: ("wait", None)}.get(byte, ("noise", byte))

    def take_cell(self, byte):
        """A cell of a board; the board when it is the last."""
        self.cells += CELLS[byte]
        if len(self.cells) < 64:
            return None
        cells, self.cells = self.cells, None
        return "board", [cells[i:i + 8] for i in range(0, 64, 8)]


def position_byte(move):
    """A move such as f5 as the server numbers it."""
    return ord(move[0]) - 96 + 8 * (int(move[1:]) - 1)


def move_of(byte):
    """The cell of a number 1..64."""
    return f"{chr(97 + (byte - 1) % 8)}{(byte - 1) // 8 + 1}"


class Client:
    """One conversation: messages in, answers out through `send`."""

    def __init__(self, player, send, say, show_boards=False):
        """Nothing is known yet."""
        self.player, self.send, self.say, self.show_boards = player, send, say, show_boards
        self.role = self.rows = None
        self.has_role = False
        self.news = True            # a board has come since the last answer
        self.asked_on = None        # the board the last answer was given on
        self.after_own = None       # what we expect to see after it
        self.tried = []             # the answers to the present question
        self.tries_left = 4
        self.held = None            # when a question that waits for its board is answered anyway
        self.noise = 0
        self.moves = 0

    def hear(self, kind, value):
        """One message; Ended when it was the last."""
        if kind == "key":
            self.send(bytes([value]))
        elif kind == "noise":
            self.noise += 1
            if self.noise > NOISE_LIMIT:
                raise Ended(f"the server talks nonsense: {self.noise} bytes that mean nothing")
        elif kind == "role":
            self.role, self.has_role = value, True
            self.say("we watch: two players were here before us" if value is None else f"we play {COLOURS[value]}")
        elif kind == "board":
            self.board(value)
        elif kind == "action":
            self.question()
        elif kind == "retry":
            self.refused(value)
        elif kind == "wait":
            self.say("we have no move and wait")
        elif kind == "result":
            raise Ended(value + self.score(), result=True)
        elif kind == "won" and self.role is None:
            raise Ended(f"{COLOURS[value]} wins{self.score()}", result=True)

    def score(self):
        """The discs on the last board, for people."""
        return "" if self.rows is None else ": black {}, white {}".format(*counts(self.rows))

    def board(self, rows):
        """The latest board is the truth."""
        if rows != self.rows and self.show_boards:
            self.say("\n".join([""] + rows))
        self.rows, self.news = rows, True
        if self.held is not None and not self.is_stale():
            self.answer()

    def is_stale(self):
        """True when it cannot be our turn on the latest board: the one after the opponent's move is missing."""
        if self.rows is None:
            return self.role == WHITE
        if self.rows == self.asked_on:
            return True
        return self.rows == self.after_own and bool(position_of(self.rows, 1 - self.role).mover_set())

    def question(self):
        """ACTION: answered now, or when its board has come; not twice."""
        if self.role is None:
            self.say("asked for a move without being a player: no answer")
        elif self.tried and not self.news:
            self.say("asked again before a board has shown our move: answered already")
        elif self.tried and self.rows == self.asked_on:
            self.say("asked again on the same board: answered already")
        else:
            self.tried, self.tries_left = [], 4
            if self.is_stale():
                self.held = time.monotonic() + HOLD
            else:
                self.answer()

    def refused(self, left):
        """A retry message: another move, unless it is one that was answered already."""
        if self.role is None:
            return
        if not self.tried:
            self.question()
        elif left < self.tries_left:
            self.say(f"the server refuses {self.tried[-1]}; {left} more")
            self.tries_left = left
            self.answer()

    def late(self):
        """Answers a question whose board does not come; called when it has waited long enough."""
        if self.held is not None and time.monotonic() >= self.held:
            self.answer()

    def answer(self):
        """Chooses a move on the latest board and sends it."""
        self.held = None
        rows = self.rows or rows_of(new_game("othello"))
        position = position_of(rows, self.role)
        move = None
        if position.mover_set():
            move = self.player.move(position, self.tried)
        if move is None:
            move = self.any_cell(rows)
        self.send(bytes([position_byte(move)]))
        self.moves += not self.tried
        self.tried.append(move)
        self.asked_on, self.news = self.rows, False
        after = position.copy()
        self.after_own = None
        if after.read(move) == move:
            after.play(move)
            self.after_own = rows_of(after)
        self.say(f"{COLOURS[self.role]} {move}")

    def any_cell(self, rows):
        """An empty cell not tried yet: the server sees a move where we see none. When all have been, the first again."""
        for byte in range(1, 65):
            move = move_of(byte)
            if move not in self.tried and rows[int(move[1]) - 1][ord(move[0]) - 97] == ".":
                return move
        return self.tried[0] if self.tried else "a1"


def converse(link, client, silence=SILENCE):
    """Reads from a connected socket until Ended is raised; it always is."""
    wire, heard, size = Wire(), time.monotonic(), 0
    while True:
        now = time.monotonic()
        wait = heard + silence - now
        if wait <= 0:
            raise Ended(f"no word from the server for {silence:g} s")
        if client.held is not None:
            wait = min(wait, max(client.held - now, 0))
        if select.select([link], [], [], wait)[0]:
            try:
                data = link.recv(4096)
            except OSError as why:
                raise Ended(f"the connection broke: {why.strerror or why}") from None
            if not data:
                raise Ended("the server closed the connection")
            heard, size = time.monotonic(), size + len(data)
            if size > BYTES_LIMIT:
                raise Ended(f"the server talks nonsense: more than {BYTES_LIMIT >> 20} MiB and no end of the game")
            for kind, value in wire.feed(data):
                client.hear(kind, value)
        client.late()


def connect(host, port, patience, say):
    """A socket to the server; waits politely while nobody listens there. Ended after `patience` seconds."""
    deadline, pause = time.monotonic() + patience, 0.25
    while True:
        try:
            link = socket.create_connection((host, port), timeout=min(10.0, max(patience, 1.0)))
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return link
        except OSError as why:
            reason = why.strerror or str(why)
        if time.monotonic() + pause > deadline:
            raise Ended(f"no server at {host}:{port}: {reason}")
        if pause == 0.25:
            say(f"no server at {host}:{port} yet ({reason}); waiting up to {patience:g} s")
        time.sleep(pause)
        pause = min(2 * pause, 5.0)


def play(host, port, player, say, patience=30.0, silence=SILENCE, reconnects=3, show_boards=False):
    """Plays until the game is over; (true, its result), or (false, why it could not be).

    When the connection breaks another one is tried, and the server says anew what we are in it.
    """
    reason = ""
    for attempt in range(reconnects + 1):
        if attempt:
            say(f"{reason}; connecting again")
            time.sleep(min(2 ** (attempt - 1), 5))
        try:
            link = connect(host, port, patience, say)
        except Ended as why:
            return False, f"{reason}; {why}" if reason else str(why)
        say(f"connected to {host}:{port}")

        def send(data):
            """One answer."""
            try:
                link.sendall(data)
            except OSError as broken:
                raise Ended(f"the connection broke: {broken.strerror or broken}") from None
        client = Client(player, send, say, show_boards)
        try:
            with link:
                converse(link, client, silence)
        except Ended as why:
            if why.result:
                return True, str(why)
            reason = f"{why}, " + (f"after {client.moves} moves of ours" if client.moves else "before our first move")
            if "nonsense" in reason:
                break
    return False, reason
