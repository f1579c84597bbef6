#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The bridges' long checks, for `make check-long`; each says what it did and fails with a status.

  check_long.py rvr [GAMES]         200 games each with a TCP server that goes away, repeats, talks nonsense
  check_long.py http [GAMES]        the same with an HTTP server
  check_long.py requests [COUNT]    1,000 hostile requests to the HTTP game server while a game is played on it
"""

import os
import sys
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

import common
import flaky
import rvrserver
from bridges import rvr
from test_http import check_hostile

AT_ONCE = 8             # games; most of the time they wait
RVR_KINDS = {"goes away": (rvrserver.GoesAway,), "repeats": (rvrserver.Repeats,),
             "talks nonsense": (rvrserver.Nonsense, rvrserver.Noise, rvrserver.CutBoards, rvrserver.Stubborn),
             "joins and splits": (rvrserver.Bytewise, rvrserver.Chopped, rvrserver.NoFirstBoard)}
HTTP_KINDS = {"goes away": flaky.AWAY, "repeats": flaky.REPEATS, "talks nonsense": flaky.NONSENSE}


class Players:
    """Engines for games at the same time, handed out and given back."""

    def __init__(self, count):
        """Starts them."""
        self.free = [common.quick_player() for _ in range(count)]

    def take(self, count):
        """Some of them."""
        return [self.free.pop() for _ in range(count)]

    def close(self):
        """Ends them."""
        for player in self.free:
            player.close()


def in_parallel(play, count, engines):
    """play(number, players) for each number, some at a time; the list of what they return."""
    players = Players(AT_ONCE * engines)

    def one(number):
        """One game with engines of its own."""
        taken = players.take(engines)
        try:
            return play(number, taken)
        finally:
            players.free += taken
    try:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            return list(pool.map(one, range(count)))
    finally:
        players.close()


def rvr_game(kinds, number, players):
    """One game against a TCP server with bad habits: 'finished', or how it ended; an error when a rule was broken."""
    kind = kinds[number % len(kinds)]
    server = rvrserver.Server(kind(number), ("white", "black")[number // 2 % 2], seed=number, join=number % 3 == 0)
    finished, text = rvr.play("127.0.0.1", server.port, players[0], lambda said: None, 0.2, 20.0, 0)
    server.close()                                      # raises for an answer too many or too few
    if not finished and not server.broken:
        raise AssertionError(f"{kind.__name__} {number}: {text}")
    if not finished and not text:
        raise AssertionError(f"{kind.__name__} {number}: no reason")
    return "finished" if finished else "ended with a reason"


def http_game(harm, number, players):
    """One game through an HTTP server with bad habits; an error when a move was lost or made twice."""
    away = harm == flaky.AWAY
    with flaky.Flaky(0.08, number, harm, gone=0.1 if away else 0.0, last=10 if away and number % 4 == 0 else 1000) as server:
        ends, bridges = common.two_bridges(server.url, players, patience=1.0 if server.last == 10 else 30.0)
        accepted, sent = len(server.accepted), sum(len(bridge.sent) for bridge in bridges)
        if server.last == 10:
            if any(isinstance(end, str) or not str(end) for end in ends) or accepted != 10:
                raise AssertionError(f"{harm} {number}: {ends}, {accepted} moves")
            return "ended with a reason"
        wrong = common.wrong_with(server, ends, bridges)
        if wrong or accepted != sent:
            raise AssertionError(f"{harm} {number}: {wrong or f'{accepted} moves accepted, {sent} sent'}")
        return "finished"


def every_kind(bridge, kinds, play, count, engines, promise):
    """play(kind, number, players) for every kind of bad server, `count` games each."""
    for name, kind in kinds.items():
        began = time.monotonic()
        ends = in_parallel(lambda number, players, kind=kind: play(kind, number, players), count, engines)
        counts = ", ".join(f"{ends.count(end)} {end}" for end in sorted(set(ends)))
        print(f"{bridge}, a server that {name}: {count} games: {counts}; {promise}, {time.monotonic() - began:.1f} s", flush=True)


def rvr_check(count=200):
    """The TCP bridge."""
    every_kind("bridge-rvr", RVR_KINDS, rvr_game, count, 1, "no answer twice, none missing")


def http_check(count=200):
    """The HTTP bridge: two of them in a game."""
    every_kind("bridge-http", HTTP_KINDS, http_game, count, 2, "no move twice, none lost")


def request_check(count=1000):
    """Hostile requests, and the game goes on."""
    began = time.monotonic()
    with common.Serving() as serving:
        refused = check_hostile(unittest.TestCase(), serving, count, 11)
    print(f"serve-http: {refused} hostile requests refused, the game on it went on, {time.monotonic() - began:.1f} s", flush=True)


CHECKS = {"rvr": rvr_check, "http": http_check, "requests": request_check}


def main():
    """Runs the named check, or all; one that fails does not keep the others from running."""
    names = sys.argv[1:2] or list(CHECKS)
    numbers = [int(word) for word in sys.argv[2:3]]
    failed = []
    if not os.access(common.ENGINE, os.X_OK):
        raise SystemExit(f"no engine at {common.ENGINE}: run make, or set OUTFLANK")
    for name in names:
        if name not in CHECKS:
            raise SystemExit(__doc__)
        try:
            CHECKS[name](*numbers)
        except (AssertionError, rvrserver.Fault) as why:
            print(f"{name}: FAILED: {why}", flush=True)
            failed.append(name)
    return f"failed: {', '.join(failed)}" if failed else 0


if __name__ == "__main__":
    sys.exit(main())
