# SPDX-License-Identifier: MIT
"""What the bridges' tests share: paths, an engine that answers at once, a game server in a thread."""

import os
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SCRIPTS = os.path.join(ROOT, "scripts")
ENGINE = os.environ.get("OUTFLANK", os.path.join(ROOT, "outflank"))
NO_ENGINE = f"no engine at {ENGINE}: run make first"

if SCRIPTS not in sys.path:
    sys.path.insert(0, SCRIPTS)

from bridges import http                        # noqa: E402
from bridges.client import Address              # noqa: E402
from bridges.gameserver import GameServer       # noqa: E402
from bridges.httpd import Limits, Server        # noqa: E402
from bridges.player import Player               # noqa: E402
from bridges.sessions import Sessions           # noqa: E402


def has_engine():
    """True when the engine has been built."""
    return os.access(ENGINE, os.X_OK)


def quick_player(say=None):
    """The engine with next to no time and memory."""
    player = Player(ENGINE, 0.002, {"Hash": "1"}, say or (lambda text: None))
    player.ready()
    return player


class Serving:
    """The HTTP game server in a thread, for a with statement."""

    def __init__(self, rate=100000, seconds=120.0, **more):
        """Listens on a free port of the loopback."""
        self.over = []
        self.sessions = Sessions(seconds=seconds, ended=lambda game: self.over.append(game.result), **more)
        self.app = GameServer(self.sessions)
        self.server = Server("127.0.0.1", 0, self.app.handle, Limits(rate=rate))
        self.port = self.server.port
        self.url = self.app.address = f"http://127.0.0.1:{self.port}"
        self.stopping = False
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self):
        """Serves until told to stop."""
        while not self.stopping:
            self.server.step(0.05)
            self.sessions.tick()

    def __enter__(self):
        """Begins."""
        self.thread.start()
        return self

    def __exit__(self, *_):
        """Ends; a thread that does not end is a fault."""
        self.stopping = True
        self.thread.join(30)
        assert not self.thread.is_alive()
        self.server.close()


def eventually(true, patience=60.0):
    """Waits until a condition holds; false when it does not within `patience` seconds."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        if true():
            return True
        time.sleep(0.01)
    return False


def two_bridges(url, players, **more):
    """Two HTTP bridges play session g; how each ended (a text, or what it gave up with), and the bridges."""
    words = {"poll": 0.005, "retry": 0.005, "patience": 30.0, "timeout": 0.25, **more}
    bridges = [http.Bridge(Address(url), "g", player, lambda text: None, **words) for player in players]
    ends = [None, None]

    def run(index):
        """One player's thread."""
        try:
            ends[index] = bridges[index].play()
        except http.GivenUp as why:
            ends[index] = why
    threads = [threading.Thread(target=run, args=(index,), daemon=True) for index in range(2)]
    for thread in threads:
        thread.start()
        eventually(lambda: bridges[0].side is not None or ends[0] is not None)
    for thread in threads:
        thread.join(120)
    return ends, bridges


def wrong_with(server, ends, bridges):
    """What is wrong with a game that two bridges should have finished; empty when nothing is."""
    if not all(isinstance(end, str) for end in ends):
        return f"not finished: {ends}"
    game = server.sessions.games["g"]
    if not game.board.outcome():
        return f"ended too early: {game.board.moves}"
    if len({end.partition(":")[2] for end in ends}) != 1:
        return f"two results: {ends}"
    for bridge in bridges:
        played = [move for index, move in enumerate(game.board.moves) if index % 2 == bridge.side and move != "pass"]
        if bridge.sent != played:
            return f"sent {bridge.sent}, played {played}"
    return ""
