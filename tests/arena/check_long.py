#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The arena's long checks, for `make check-long`; each says what it did and fails with a status.

  check_long.py referee [GAMES]     our rules against the engine's, move by move, 10,000 random games a game
  check_long.py faults [GAMES]      1,000 games with injected faults, every result compared with what was injected
  check_long.py selfplay [GAMES]    200 games of the engine against itself, two at a time: no fault allowed
  check_long.py hostile [PROTOCOL]  every kind of hostile engine: two games each, all lost, nothing left running
  check_long.py load [GAMES]        100 games at 50 ms a move, two at a time: overhead and how busy the cores were
"""

import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

import gauntlet
import hostile
from common import ENGINE, MATCH, engine
from arena.notation import read_vertex, vertex
from arena.records import load
from arena.referee import new_game

GAMES = ("othello", "othello:6x6", "othello:4x8", "gomoku", "gomoku:9,free", "gomoku:7", "gomoku:7,renju",
         "gomoku:15,renju", "gomoku:9,caro", "gomoku:8,caro,exact", "connect4", "connect4:9x10,x=c4", "connect4:13x4,x=a1")
EXPECTED = {"crash": "crash", "hang": "hang", "slow": ("time", "hang"), "illegal": "illegal", "nonsense": ("illegal", "protocol"),
            "flood": ("hang", "protocol")}


class Rules:
    """The engine's rules, asked over GTP."""

    def __init__(self, game):
        """Starts the engine and sets the game."""
        self.game = game
        self.child = subprocess.Popen([ENGINE, "gtp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                      bufsize=1 << 16)
        if self.batch([f"set_game {game}"])[0].startswith("?"):
            raise SystemExit(f"the engine does not know {game}")

    def batch(self, commands):
        """Sends commands together and returns their responses, '=' or '?' with the text."""
        self.child.stdin.write("\n".join(commands) + "\n")
        self.child.stdin.flush()
        responses = []
        for _ in commands:
            lines = []
            while True:
                line = self.child.stdout.readline()
                if not line:
                    raise SystemExit("the engine ended")
                if line == "\n":
                    break
                lines.append(line.strip())
            responses.append("\n".join(lines))
        return responses

    def close(self):
        """Ends the engine."""
        self.child.communicate("quit\n")


def any_cell(board, source):
    """A legal move of Gomoku, without a list of all."""
    while True:
        move = f"{chr(97 + source.randrange(board.size))}{source.randrange(board.size) + 1}"
        if board.read(move):
            return move


def compare_game(rules, source):
    """One random game: the sets of legal moves at every ply, and the result at the end, must agree."""
    board = new_game(rules.game)
    commands, expected = ["clear_board"], []
    rare = 1
    if board.kind == "gomoku":                      # a list is every empty cell: a few of a game are enough
        rare = max(10, board.size ** 2 // 5) if board.rule == "renju" else 10
    while True:
        over, moves = board.outcome(), None
        if over or source.randrange(rare) == 0:
            moves = board.legal()
            expected.append((len(commands), board.copy(), set(moves)))
            commands.append("gogui-rules_legal_moves")
        if over:
            break
        move = source.choice(moves) if moves else any_cell(board, source)
        commands.append(f"play {'bw'[board.side]} {vertex(board, move)}")
        board.play(move)
    answers = rules.batch(commands + ["final_score"])
    for index, before, moves in expected:
        listed = answers[index].lstrip("= ").split()
        listed = {"pass" if word.lower() == "pass" else read_vertex(before, word) for word in listed}
        if listed != moves:
            raise SystemExit(f"{rules.game}: after {' '.join(before.moves)} the engine allows {sorted(map(str, listed))}, "
                             f"the referee {sorted(moves)}")
    for command, answer in zip(commands, answers):
        if answer.startswith("?"):
            raise SystemExit(f"{rules.game}: after {' '.join(board.moves)} {command!r} was answered {answer!r}")
    outcome = board.outcome()
    final = answers[-1].lstrip("= ").upper()
    winner = {"B": 0, "W": 1}.get(final[:1])
    if winner != outcome.winner or (board.kind == "othello" and outcome.winner is not None
                                    and int(float(final[2:])) != abs(outcome.margin)):
        raise SystemExit(f"{rules.game}: {' '.join(board.moves)}: engine {final}, referee {outcome}")
    return len(board.moves)


def referee(count=10000, games=GAMES):
    """Random games on every board."""
    for game in games:
        rules, source, plies, began = Rules(game), random.Random(game), 0, time.monotonic()
        for _ in range(count):
            plies += compare_game(rules, source)
        rules.close()
        print(f"{game}: {count} games, {plies} plies agree, {time.monotonic() - began:.1f} s", flush=True)


def run_match(arguments):
    """Runs a match to its end; returns what it printed."""
    done = subprocess.run([sys.executable, MATCH, *arguments], stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"match ended with status {done.returncode}\n{done.stdout[-2000:]}")
    return done.stdout


def faults(count=1000, rate=0.02, say=print):
    """Doubles over all protocols that fail at random and say so in a log before they do."""
    parts = [("othello:6x6", "uci", "gtp", count // 4), ("connect4", "gtp", "uci", count // 4),
             ("othello:6x6", "nboard", "uci", count // 4), ("gomoku:7", "gomocup", "uci", count - 3 * (count // 4))]
    with ThreadPoolExecutor() as together:          # most of the time is waiting for engines that do not answer
        for line in together.map(lambda part: check_faults(*part, rate), parts):
            say(line)


def check_faults(game, one, two, games, rate):
    """One match with faults; every game must be scored as the log says. Returns a line about it."""
    with tempfile.TemporaryDirectory() as folder:
        return play_faults(folder, game, one, two, games, rate)


def play_faults(folder, game, one, two, games, rate):
    """The same with a folder. A good double has two seconds for a move: more than it needs on a busy machine."""
    log, journal = os.path.join(folder, "log"), os.path.join(folder, "m.jsonl")
    words = ("--game", game, "--fault-rate", str(rate), "--log", log, "--slow", "2.6")
    run_match(["--game", game, "--games", str(games), "--concurrency", "6", "--st", "2", "--margin", "0",
               "--grace", "1.5", "--openings", "random:2", "--jsonl", journal, "--quiet",
               "-e", engine("A", one, *words), "-e", engine("B", two, *words)])
    injected = {}
    open(log, "a", encoding="utf-8").close()        # it may be that nothing went wrong
    with open(log, encoding="utf-8") as lines:
        for line in lines:
            item = json.loads(line)
            if item["kind"] != "garbage":
                injected.setdefault((item["name"], tuple(item["moves"])), []).append(item["kind"])
    counts, used = {}, 0
    for record in load(journal)[1]:
        used += check_record(record, injected)
        counts[record.kind] = counts.get(record.kind, 0) + 1
    total = sum(len(kinds) for kinds in injected.values())
    if used != total:
        raise SystemExit(f"{game}: {total} faults were injected, {used} games were lost by them")
    return f"{game} {one}-{two}: {games} games, {total} faults scored rightly: {counts}"


def check_record(record, injected):
    """1 when the game was lost by an injected fault, 0 when it ended by the rules; anything else is an error."""
    where = f"game {record.number + 1} ({record.kind}: {record.reason})"
    if record.kind == "normal":
        outcome = record.beginning().play_all(record.moves).outcome()
        if not outcome or outcome.result != record.result:
            raise SystemExit(f"{where}: the moves give {outcome}")
        return 0
    kinds = [kind for kind in injected.get((record.faulty, tuple(record.moves)), ())
             if record.kind in EXPECTED[kind] or record.kind == EXPECTED[kind]]
    if not kinds:
        raise SystemExit(f"{where}: no such fault was injected into {record.faulty} after {' '.join(record.moves)}")
    if record.result != ("0-1" if record.names[0] == record.faulty else "1-0"):
        raise SystemExit(f"{where}: scored {record.result}")
    return 1


def hostile_engines(only=None, row=16):
    """Every kind of every protocol, some at a time in one match on a terminal."""
    for protocol, kinds in hostile.KINDS.items():
        if only in (None, protocol):
            began, count, names = time.monotonic(), {}, list(kinds)
            for start in range(0, len(names), row):
                for record in gauntlet.run([(protocol, kind) for kind in names[start:start + row]]):
                    count[record.kind] = count.get(record.kind, 0) + 1
            print(f"{protocol}: {len(names)} kinds of hostile engine, {2 * len(names)} games lost by them: {count}, "
                  f"nothing left running, {time.monotonic() - began:.1f} s", flush=True)


KEPT_BACK = 10      # ms, the engine's MoveOverhead
LOOKER = """
import os, time
parent, worst = os.getppid(), 0
while os.getppid() == parent:
    until = time.monotonic() + 0.01
    while time.monotonic() < until:
        pass
    late = time.monotonic() - until
    if late > worst:
        worst = late
        print(worst, flush=True)
    time.sleep(0.01)
"""


class Looker:
    """A process that does nothing but look at the clock for 10 ms and then rest as long: how late the system lets it be."""

    def __enter__(self):
        """Starts it."""
        self.log = tempfile.TemporaryFile("w+")
        self.child = subprocess.Popen([sys.executable, "-c", LOOKER], stdout=self.log)
        return self

    def __exit__(self, *_):
        """Ends it; the worst is in `worst`, in milliseconds."""
        self.child.kill()
        self.child.wait()
        self.log.seek(0)
        self.worst = 1000 * max((float(line) for line in self.log.read().split("\n")[:-1]), default=0)
        self.log.close()


def selfplay(count=200):
    """The engine against itself on a clock. No fault is allowed, and no time loss: no move may end later than its clock. Where
    others keep the machine so busy that a process which only looks at the clock is later than the KEPT_BACK that the engine
    allows for, a move may be twice as late as that one: the latest of two runs of one program differ by that much."""
    wrong = []
    for game, clock in (("othello", "1+0"), ("gomoku", "1+0"), ("connect4", "1+0")):
        with Looker() as looker:
            text = run_match(["--game", game, "--games", str(count), "--concurrency", "2", "--tc", clock, "--interval", "0",
                              "--quiet", "--margin", "20000", "-e", f"name=A,cmd={ENGINE}", "-e", f"name=B,cmd={ENGINE}"])
        late = max((float(ms) for ms in re.findall(r"[AB] ([\d.]+) ms", text.partition("Worst overshoot:")[2])), default=0)
        print(f"figure C2 {late:.1f} ms {game}: the worst overshoot; {looker.worst:.1f} of one that only looks at the clock")
        print(f"{game}: {count} games at {clock}\n" + "\n".join(text.strip().splitlines()[-2:]), flush=True)
        if "Faults" in text or late > (2 * looker.worst if looker.worst > KEPT_BACK else 0):
            print(text, flush=True)
            wrong.append(game)
    if wrong:
        raise SystemExit(" ".join(wrong))


def load_check(count=100):
    """How much of two cores the engines get at 50 ms a move, and what the arena costs; lateness is not the subject."""
    began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    text = run_match(["--game", "othello", "--games", str(count), "--concurrency", "2", "--st", "0.05", "--quiet",
                      "--margin", "2000", "-e", f"name=A,cmd={ENGINE}", "-e", f"name=B,cmd={ENGINE}"])
    wall = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(text)
    print(f"{count} games in {wall:.1f} s: {used:.1f} CPU s, {100 * used / wall / 2:.1f} % of two cores, "
          f"load of the machine {os.getloadavg()[0]:.1f}")


CHECKS = {"referee": referee, "faults": faults, "hostile": hostile_engines, "selfplay": selfplay, "load": load_check}


def main():
    """Runs the named check, or referee, faults, hostile and selfplay."""
    names = sys.argv[1:2] or ["referee", "faults", "hostile", "selfplay"]
    numbers = [int(word) if word.isdigit() else word for word in sys.argv[2:3]]
    failed = []
    for name in names:
        if name not in CHECKS:
            raise SystemExit(__doc__)
        if name not in ("faults", "hostile") and not os.access(ENGINE, os.X_OK):
            raise SystemExit(f"{name}: no engine at {ENGINE}: run make, or set OUTFLANK")
        try:
            CHECKS[name](*numbers)
        except (SystemExit, AssertionError) as why:     # the others are run all the same
            print(f"{name}: FAILED: {why}", flush=True)
            failed.append(name)
    return f"failed: {', '.join(failed)}" if failed else 0


if __name__ == "__main__":
    sys.exit(main())
