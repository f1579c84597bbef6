# SPDX-License-Identifier: MIT
"""An HTTP game server with bad habits: the real referee behind a wire that loses, breaks and garbles.

Each request may be lost before it is handled, or handled and its answer lost, cut, garbled, late or endless. Every move the
referee accepts is written down, so that a test can tell whether a bridge moved twice or not at all.
"""

import random
import socket
import struct
import threading
import time

import common  # noqa: F401
from bridges.gameserver import GameServer
from bridges.httpd import BadRequest, Response, parse
from bridges.sessions import Sessions

AWAY = ("lost", "answer lost", "reset", "empty", "silence")
NONSENSE = ("answer cut", "garbage", "status", "drip", "wrong length")
REPEATS = ("twice",)                # handled twice, as something on the way may do with a GET
HARM = AWAY + NONSENSE + REPEATS


class Flaky:
    """One such server in threads of its own."""

    def __init__(self, rate=0.2, seed=0, harm=HARM, gone=0.0, swapped=False, plain=False, last=1000):
        """`rate` of the requests go wrong; with `gone` it is away so many seconds now and then, and after `last` moves for
        good. With `swapped` its x is the row; a `plain` one knows only what the first design had: no tokens, no `over`, no
        result."""
        self.random = random.Random(seed)
        self.rate, self.harm, self.gone, self.swapped, self.plain, self.last = rate, harm, gone, swapped, plain, last
        self.sessions = Sessions(seconds=600.0)
        self.app = GameServer(self.sessions)
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.lock = threading.Lock()
        self.accepted = []              # (colour, x, y) in order
        self.requests = 0
        self.away_until = 0.0
        self.stopping = False
        self.thread = threading.Thread(target=self.run, daemon=True)

    def __enter__(self):
        """Begins."""
        self.thread.start()
        return self

    def __exit__(self, *_):
        """Ends."""
        self.stopping = True
        with socket.socket() as knock:
            knock.connect_ex(("127.0.0.1", self.port))
        self.thread.join(30)
        self.listener.close()

    def run(self):
        """Accepts until told to stop."""
        while not self.stopping:
            link = self.listener.accept()[0]
            threading.Thread(target=self.serve, args=(link,), daemon=True).start()

    def serve(self, link):
        """One request, with or without harm."""
        with link:
            try:
                link.settimeout(20)
                head = b""
                while b"\r\n\r\n" not in head:
                    data = link.recv(4096)
                    if not data:
                        return
                    head += data
                with self.lock:
                    self.requests += 1
                    harm = self.choose_harm()
                    data, handled = b"", harm not in ("lost", "status", "reset", "empty")
                    for _ in range(handled + (harm == "twice")):
                        data = self.answer(head.partition(b"\r\n\r\n")[0]).bytes()
                self.send(link, data, harm)
            except OSError:
                pass

    def choose_harm(self):
        """What goes wrong with this request, or None."""
        if time.monotonic() < self.away_until or len(self.accepted) >= self.last:
            return "reset"
        if self.gone and self.random.random() < 0.03:
            self.away_until = time.monotonic() + self.gone
        return self.random.choice(self.harm) if self.random.random() < self.rate else None

    def answer(self, head):
        """The referee's own answer."""
        request = parse(head, "127.0.0.1")
        words = request.path.split("/")
        if self.plain:
            request.headers.pop("x-outflank-player", None)
        if self.swapped and words[1] == "move":
            request.path = "/".join([*words[:2], words[3], words[2], *words[4:]])
        try:
            response = self.app.handle(request)
        except BadRequest as why:
            response = Response(why.status, str(why))
        if words[1] == "move" and response.status == 200:
            self.accepted.append((words[5], int(words[2]), int(words[3])))
        if self.swapped and words[1] == "board_last":
            x, y, colour = response.body.split(".")
            response.body = f"{y}.{x}.{colour}"
        if self.plain and (words[1] == "result" or response.body == "over"):
            return Response(404, "") if words[1] == "result" else Response(200, "B")
        return response

    def send(self, link, data, harm):
        """The answer, or what is left of it."""
        if harm in ("lost", "answer lost", "empty"):
            return
        if harm == "reset":
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        elif harm == "answer cut":
            link.sendall(data[:self.random.randrange(1, len(data))])
        elif harm == "garbage":
            link.sendall(bytes(self.random.randrange(256) for _ in range(self.random.choice((5, 500, 5000)))))
        elif harm == "status":
            status = self.random.choice((429, 500, 503))
            link.sendall(Response(status, "not now \x1b[2J").bytes())
        elif harm == "drip":
            for byte in data[:5]:
                link.sendall(bytes([byte]))
                time.sleep(0.05)
        elif harm == "wrong length":
            link.sendall(data.replace(b"Content-Length: ", b"Content-Length: 9"))
        elif harm == "silence":
            time.sleep(0.4)
        else:
            link.sendall(data)
