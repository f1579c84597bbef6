# SPDX-License-Identifier: MIT
"""An rvrserver for the tests, made from the facts of its wire: key, roles, boards, questions, retries, waits, results.

It plays one game over real sockets. One or both players are clients; the other is a house player that moves at random.
`Mischief` bends what is sent: split and joined segments, boards that are missing or cut, messages that come again, bytes
that mean nothing, a connection that breaks. Whatever it does, it writes down every answer, and two answers to one
question, or none, are a fault of the client's.
"""

import random
import select
import socket
import struct
import threading
import time

import common  # noqa: F401
from arena.referee import new_game
from bridges.rvr import move_of

EMPTY, BLACK, WHITE, MONITOR = 1, 2, 3, 4
RETRIES = b"LIH"
PATIENCE = 60.0


class Fault(Exception):
    """A client broke the rules of the conversation."""


class Broken(Exception):
    """The mischief has broken the connection."""


class Mischief:
    """A server that behaves; its kinds override one thing each."""

    bends_the_key = False

    def __init__(self, seed=0):
        """Every decision comes from the seed."""
        self.random = random.Random(seed)

    def wire(self, data):
        """How a piece of data is cut into segments."""
        return [data]

    def message(self, data):
        """What is sent for a message."""
        return data

    def refuses(self, move):
        """True when a legal move is refused all the same."""
        return False


class Bytewise(Mischief):
    """Every byte a segment of its own."""

    def wire(self, data):
        """One by one."""
        return [bytes([b]) for b in data]


class Chopped(Mischief):
    """Segments of random lengths."""

    def wire(self, data):
        """Cut anywhere."""
        parts = []
        while data:
            size = self.random.randint(1, 40)
            parts.append(data[:size])
            data = data[size:]
        return parts


class NoFirstBoard(Mischief):
    """The first board is never sent."""

    sent = 0

    def message(self, data):
        """Drops the first board each client should see."""
        if data[:1] == b"E":
            self.sent += 1
            return b"" if self.sent <= 2 else data
        return data


class Repeats(Mischief):
    """Some messages come twice, in one segment."""

    kinds = b"EFGLIH\x02\x03"

    def message(self, data):
        """One in three."""
        again = data[0] in self.kinds and self.random.random() < 0.34
        return data + data if again else data


class Noise(Mischief):
    """Bytes that mean nothing between the messages."""

    def message(self, data):
        """Up to eight of them."""
        junk = bytes(self.random.choice((0, 5, 33, 65, 88, 127, 128, 200, 255)) for _ in range(self.random.randrange(9)))
        return junk + data


class CutBoards(Mischief):
    """One board in four is cut short or has a byte that is no cell; a good one follows."""

    def message(self, data):
        """The bad one first."""
        if data[:1] != b"E" or self.random.random() > 0.25:
            return data
        at = self.random.randrange(2, 64)
        bad = data[:at] if self.random.random() < 0.5 else data[:at] + b"\xee" + data[at + 1:]
        return bad + data


class Stubborn(Mischief):
    """Refuses a legal move now and then, as if it were not."""

    count = 0

    def refuses(self, move):
        """Never three times in a row."""
        self.count = self.count + 1 if self.random.random() < 0.4 and self.count < 2 else 0
        return self.count > 0


class GoesAway(Mischief):
    """Breaks the connection at some message, in the middle of it, with or without a reset."""

    bends_the_key = True

    def __init__(self, seed=0):
        """Chooses the moment."""
        super().__init__(seed)
        self.left = self.random.choice((0, 1, 2, 3, 4, 5, 8, 13, 21, 34, 55))
        self.reset = self.random.random() < 0.5

    def message(self, data):
        """Whole, in part, or nothing more at all."""
        self.left -= 1
        if self.left < 0:
            raise Broken(data[:self.random.randrange(len(data) + 1)])
        return data


class Nonsense(Mischief):
    """From some moment on only random bytes."""

    bends_the_key = True

    def __init__(self, seed=0):
        """Chooses the moment and the amount."""
        super().__init__(seed)
        self.left = self.random.choice((0, 1, 2, 3, 5, 8, 13, 21))

    def message(self, data):
        """A flood of it, and then the end."""
        self.left -= 1
        if self.left < 0:
            meant = self.random.random() < 0.5      # bytes that could be messages, or any
            pool = [b for b in (b"\x01\x02\x03\x04EFGLIHPQ\x00\xff" if meant else bytes(range(256))) if b not in b"JKM"]
            raise Broken(bytes(self.random.choice(pool) for _ in range(self.random.choice((10, 300, 9000)))))
        return data


class Seat:
    """One client's connection."""

    def __init__(self, link, mischief):
        """Wraps a socket."""
        self.link, self.mischief = link, mischief
        self.joined = b""           # what is held back to be sent together with the next
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        link.settimeout(PATIENCE)

    def send(self, data, hold=False, key=False):
        """A message through the mischief; with `hold` it goes out in one segment with the next one."""
        try:
            self.joined += self.mischief.message(data) if not key or self.mischief.bends_the_key else data
            if hold:
                return
            data, self.joined = self.joined, b""
            for part in self.mischief.wire(data):
                self.link.sendall(part)
        except Broken as why:
            try:
                self.link.sendall(self.joined + why.args[0])
            except OSError:
                pass
            if getattr(self.mischief, "reset", False):
                self.link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.link.close()
            raise
        except OSError:
            raise Fault("the client has gone") from None

    def nothing_unasked(self):
        """Fault when a byte lies there that nobody asked for."""
        if self.link.fileno() >= 0 and select.select([self.link], [], [], 0)[0]:
            data = self.link.recv(100, socket.MSG_PEEK)
            if data:
                raise Fault(f"{data!r} came without a question")

    def ask(self, data):
        """A question and the byte that answers it."""
        self.nothing_unasked()
        self.send(data)
        return self.read()

    def read(self):
        """One byte."""
        try:
            data = self.link.recv(1)
        except OSError as why:
            raise Fault(f"no answer: {why}") from None
        if not data:
            raise Fault("the client has gone")
        return data[0]


class Server:
    """Listens on a port of its own and plays one game in a thread."""

    def __init__(self, mischief=None, house="white", monitors=0, pause=0.0, seed=0, join=False, port=0):
        """`house` is the colour the server plays itself, or None for two clients."""
        self.mischief = mischief or Mischief(seed)
        self.house, self.monitors, self.pause, self.join = house, monitors, pause, join
        self.random = random.Random(seed)
        self.listener = socket.create_server(("127.0.0.1", port))
        self.listener.settimeout(PATIENCE)
        self.port = self.listener.getsockname()[1]
        self.board = new_game("othello")
        self.seats, self.watchers = {}, []
        self.answers = []           # (colour, byte, accepted)
        self.fault = self.result = None
        self.broken = False
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        """The whole game; what goes wrong is kept."""
        try:
            self.seat_clients()
            self.play()
        except Broken:
            self.broken = True
        except (Fault, OSError) as why:
            self.fault = why
        finally:
            self.listener.close()
            for seat in [*self.seats.values(), *self.watchers]:
                seat.link.close()

    def seat_clients(self):
        """Key, echo, role, and a moment later the board."""
        roles = [role for role in (BLACK, WHITE) if role != {"black": BLACK, "white": WHITE}.get(self.house)]
        for role in roles + [MONITOR] * self.monitors:
            seat = Seat(self.listener.accept()[0], self.mischief)
            key = self.random.randint(1, 255)
            seat.send(bytes([key]), key=True)
            if seat.read() != key:
                raise Fault("the key came back wrong")
            if role == MONITOR:
                self.watchers.append(seat)
            else:
                self.seats[role - BLACK] = seat
            seat.send(bytes([role]))
        time.sleep(self.pause)
        self.tell_board()

    def cells(self):
        """The board as it goes over the wire."""
        stones = {".": EMPTY, "x": BLACK, "o": WHITE}
        return b"E" + bytes(stones[self.board.stone(c, r)] for r in range(8) for c in range(8))

    def tell_board(self):
        """The board to everybody; with `join` it waits for the next message, to go out with it."""
        for seat in [*self.seats.values(), *self.watchers]:
            seat.send(self.cells(), hold=self.join)

    def play(self):
        """Questions and boards until two waits in a row, or until somebody has run out of tries."""
        waits = 0
        while waits < 2:
            side = self.board.side
            if not self.board.mover_set():
                waits += 1
                if side in self.seats:
                    self.seats[side].send(b"G")
                self.board.side, self.board.choices = 1 - side, None
                continue
            waits = 0
            move = self.ask(side) if side in self.seats else self.random.choice(self.board.legal())
            if move is None:
                break
            self.board.play(move)
            self.tell_board()
        self.end()

    def ask(self, side):
        """A player's move; None after four that were not legal."""
        seat, question = self.seats[side], b"F"
        for left in (3, 2, 1, 0):
            byte = seat.ask(question)
            move = move_of(byte) if 1 <= byte <= 64 else None
            good = move in self.board.legal() and not self.mischief.refuses(move)
            self.answers.append((side, move, good))
            if good:
                return move
            question = RETRIES[3 - left:4 - left]
        return None

    def end(self):
        """The results, by the number of discs."""
        black, white = (bin(discs).count("1") for discs in self.board.discs)
        self.result = black - white
        for side, seat in self.seats.items():
            own = self.result if side == 0 else -self.result
            seat.nothing_unasked()
            seat.send(b"J" if own > 0 else b"K" if own < 0 else b"M")
        for seat in self.watchers:
            seat.send(b"M" if not self.result else b"Q" if self.result > 0 else b"P")

    def close(self):
        """Waits for the end of the game's thread; raises what went wrong in it."""
        self.thread.join(PATIENCE)
        if self.thread.is_alive():
            raise Fault("the game did not end")
        if self.fault:
            raise self.fault
