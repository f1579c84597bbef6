# SPDX-License-Identifier: MIT
"""Runs the table of promises at full counts, row by row.

  sh tests/check-long [--fresh] [--loaded [--busy N]] [--list] [ROW ...]      all rows unless some are named: B2, C, ...

A row that fails keeps no other from running. Rows that passed with these programs are not run again: what is known stands
in build/check-long/state.json, what each row said in build/check-long/ROW.log. Rows that look at the clock on the wall have
the machine to themselves, the others run three at a time: some wait more than they work. With --loaded nothing is alone: four
rows run at a time, those that look at the clock first, beside each other, and a process a core never rests; N where --busy
says so, 0 beside work of your own.

A test tells its figures by lines `figure ROW VALUE UNIT TEXT`; the largest of a row is shown.
"""

import argparse
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

FOLDER = os.path.join("build", "check-long")
STATE = os.path.join(FOLDER, "state.json")
MUTANTS = os.path.join("build", "mutants", "state.json")        # what row F6 keeps of each fault, to go on where it was stopped
PROGRAMS = ("outflank", "build/unit", "build/long", "build/fault.so", "build/fault-memory.so")
# What rows run or build besides, files and folders.
SOURCES = ("scripts/arena", "scripts/bridges", "scripts/web/local", "scripts/match", "scripts/serve-http", "tests/arena",
           "tests/bridges", "tests/web/test_server.py", "tests/fuzz", "tests/corpus", "tests/poisoned.c", "tests/library.sh")
FIGURE = re.compile(r"figure ([A-Z]\d) ([-\d.]+) (\S+) (.*)")
TESTED = re.compile(r"Tested: .*?(\d+)")
SKIPPED = re.compile(r"(?i)\bskipped:|\[SKIP\](?!.* is disabled)")       # what a filter leaves out is disabled
MINUTES = 25            # that a step may take, counted more slowly where others keep the processors busy
SHOWN = 60              # lines of a failed row
TOGETHER = 3            # rows at a time
RUNNING = set()         # commands under way; they end with this program
STOPPED = threading.Event()


def criterion(program, tests, jobs=1):
    """Runs of these Criterion tests, `jobs` at a time; a pattern that names no test is an error, so each has its own run."""
    return [[program, f"-j{jobs}", "--verbose", "--timeout", "100000", "--filter", pattern] for pattern in tests]


def unit(*tests):
    """Tests that are run at their full count by `make test` too."""
    return criterion("build/unit", tests)


def long(*tests, jobs=1):
    """Tests of tests/long_*.c."""
    return criterion("build/long", tests, jobs)


def python(*words):
    """A script of ours."""
    return [[sys.executable, *words]]


def make(*words):
    """A target of the Makefile."""
    return [["make", *words]]


class Row:
    """A promise: its name, what is done, how often, the commands that do it."""

    def __init__(self, name, what, count, *steps, alone=False, minutes=1):
        """A row that is alone has the machine to itself. Those that take minutes are begun first."""
        self.name, self.what, self.count, self.alone, self.minutes = name, what, count, alone, minutes
        self.steps = [words for commands in steps for words in commands]


ROWS = (
    Row("A1", "bad lines", "60 a protocol", unit("hostile/bad_lines*")),
    Row("A2", "fuzzing, and the corpora again", "20 s a target", unit("corpus/*"), long("corpus/*"),
        make("-j2", "fuzz", "FUZZ_SECONDS=20"), minutes=6),
    Row("A3", "lines of every length", "to 64 MiB", long("hostile/lines_of_every_length")),
    Row("A4", "input in pieces", "every offset", long("hostile/chunks*")),
    Row("A5", "numbers", "10 kinds each", unit("hostile/numbers*")),
    Row("A6", "legal if and only if listed", "20,000 a game", long("rules/legality")),
    Row("A7", "long scripts", "10,000 moves", long("hostile/long_scripts"), alone=True),
    Row("A8", "files of every kind, a million lines", "each command", unit("filter/*", "records/*", "sgf/*", "files/*"),
        long("long_filter/a_million_lines")),
    Row("B1", "random walks against a model", "10,000 x 200", long("walk/*", jobs=4),    # each side waits for the other
        minutes=10),
    Row("B2", "go then stop", "10,000 a game", long("hostile/go_then_stop*"), alone=True, minutes=10),
    Row("B3", "anything while it thinks", "1,000 each", long("hostile/anything*")),
    Row("B4", "quit, end of input, signals", "1,000, 250 each", long("hostile/every_end_within*"), alone=True, minutes=8),
    Row("B5", "nobody reads", "200 each", long("hostile/nobody_listening")),
    Row("B6", "lines that wait before the end", "every one", long("hostile/every_end_behind*"), unit("hostile/answers_nobody*")),
    Row("B7", "closed descriptors, sockets", "each protocol", unit("descriptors/*")),
    Row("C1", "10 ms a move beside busy processes", "10,000 moves", long("clock/a_time*"), alone=True, minutes=4),
    Row("C2", "whole games on a clock", "200 a game", python("tests/arena/check_long.py", "selfplay"), alone=True, minutes=7),
    Row("C3", "clocks of nothing", "2,000 a shape", long("hostile/a_move_without_time*"), alone=True, minutes=2),
    Row("C4", "the first thought, any Hash", "40 each", long("clock/the_first*"), unit("clock/the_first*", "clock/a_new_game*"),
        alone=True, minutes=3),
    Row("C5", "every form of a clock", "each", unit("gtp/the_time*", "gtp/keeps*", "gtp/no_limit*", "clock/*plan*",
                                                  "clock/no_game*", "clock/a_time*")),
    Row("D1", "malloc, mmap, a thread fails", "every call", long("faults/*")),
    Row("D2", "Hash of every size, 200 resizes", "200", unit("limits/a_table*", "uci/a_new_game_and*", "memory/*")),
    Row("D3", "fewer threads than asked for", "each", unit("limits/fewer*")),
    Row("D4", "Hash beyond the free memory", "each", unit("memory/a_hash*", "memory/room*")),
    Row("E1", "one bit of a book or of weights", "20,000", long("long_book/bits", "weights/*"),
        unit("weights/*", "eval/damaged*"), minutes=3),
    Row("E2", "files cut or longer", "every length", long("long_book/lengths")),
    Row("E3", "books that lie", "1,000,000 entries", long("long_book/lies", "long_book/illegal*")),
    Row("E4", "a disk that fails at a save", "every call", long("long_book/*disk", "long_book/short*", "saves/*disk",
                                                               "saves/short*")),
    Row("E5", "kill -9 at a save", "1,000", long("long_book/kills", "long_filter/survives*", "saves/kills")),
    Row("E7", "two processes save one book", "200", long("long_book/writers")),
    Row("E8", "files that are something else", "each kind", unit("book/other*", "book_ask/a_bad*", "filter/files*", "files/*")),
    Row("F1", "tables that lie", "1,000 a game", make("-j2", "poisoned", "POISONED_GAMES=1000"), minutes=5),
    Row("F2", "the thread sanitizer", "the suite", make("-j2", "tsan"), minutes=25),
    Row("F3", "kernels, keys, moves taken back", "1,000,000 a game", long("rules/keys"), unit("othello/kernels*", "signature/*")),
    Row("F4", "one node count for every build", "8 builds", [["sh", "tests/determinism.sh"]]),
    Row("F5", "what is called proven", "2,000 a family", long("long_proof/*"), minutes=4),
    Row("F6", "seeded faults", "71", make("mutants"), minutes=20),
    Row("G1", "hostile engines in the arena", "60 a protocol", python("tests/arena/check_long.py", "hostile"),
        python("tests/arena/check_long.py", "faults"), minutes=3),
    Row("G2", "hostile requests to both servers", "1,000 each", python("tests/bridges/check_long.py", "requests"),
        python("tests/web/test_server.py")),
    Row("G3", "servers with bad habits", "200 each", python("tests/bridges/check_long.py", "rvr"),
        python("tests/bridges/check_long.py", "http")),
    Row("G4", "the library, by programs of its own", "each", make("lib", "build/examples/shared", "build/examples/static",
                                                                  "build/engine_alone", "build/two_engines"),
        [["build/engine_alone"], ["build/two_engines"], ["sh", "tests/library.sh"]], unit("outflank/*")),
    Row("H1", "new games in one process", "100,000 a game", long("soak/*")),
    Row("H2", "leaks, and all else asan sees", "the suite", make("-j2", "asan"), minutes=12),
    Row("V1", "values of endgames", "FFO 1-19, 40-59", long("long_endgame/*"), minutes=4),
    Row("V2", "values of small boards", "6x6, 4x8", long("long_small/*"), minutes=4),
    Row("V3", "values of Connect Four", "published sets", long("long_connect4/*"), minutes=3),
    Row("V4", "wins of Gomoku", "100", long("long_gomoku/*")),
    Row("V5", "records of games", "10,000 a form", long("records/*")),
    Row("V6", "the arena's rules and the engine's", "10,000 a board", python("tests/arena/check_long.py", "referee"), minutes=3),
    Row("V7", "renju's rules, a second time", "1,000,000", long("long_renju/*")),
)


def fingerprint():
    """Changes with the programs and sources: what an older one passed says nothing."""
    digest, names = hashlib.sha256(), list(PROGRAMS + SOURCES)
    for top in SOURCES:
        names += sorted(os.path.join(folder, name) for folder, _, files in os.walk(top) for name in files
                        if not name.endswith(".pyc"))
    for name in filter(os.path.isfile, names):
        with open(name, "rb") as data:
            digest.update(name.encode() + b"\0" + hashlib.sha256(data.read()).digest())
    return digest.hexdigest()[:16]


def end(children):
    """Ends commands and what they started: some start others in sessions of their own, and end these when they are told to."""
    for number, seconds in ((signal.SIGTERM, 3), (signal.SIGKILL, 1)):
        for child in children:
            try:
                os.killpg(child.pid, number)
            except ProcessLookupError:
                pass
        until = time.monotonic() + seconds
        while time.monotonic() < until and any(alive(child) for child in children):
            time.sleep(0.05)


def alive(child):
    """True while anything of a command's own session runs."""
    try:
        os.killpg(child.pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_for(child):
    """Waits for the end of a command: its status and the processor seconds of all it started; None when it takes too long."""
    used = 0
    while used < 60 * MINUTES:
        pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        if pid:
            child.returncode = os.waitstatus_to_exitcode(status)
            return child.returncode, usage.ru_utime + usage.ru_stime
        time.sleep(0.05)
        used += 0.05 / max(1, os.getloadavg()[0] / (os.cpu_count() or 1))
    end([child])
    child.wait()
    return None, 0


def run_step(words, log):
    """Runs a command; returns what is wrong with it, or None, and the processor seconds it took."""
    log.write(f"$ {' '.join(words)}\n")
    log.flush()
    begin = log.tell()
    env = {**os.environ, "B": "build", "CC": os.environ.get("CC", "cc"), "OUTFLANK": "./outflank", "FAULT": "build/fault.so",
           "FAULT_MEMORY": "build/fault-memory.so"}
    try:
        child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
                                 env=env)
    except OSError as error:
        return f"{words[0]}: {error.strerror}", 0
    RUNNING.add(child)
    try:
        status, cpu = wait_for(child)
    finally:
        RUNNING.discard(child)
    if status is None:
        return f"not over after {MINUTES} minutes", 0
    log.seek(begin)
    said = re.sub(r"\x1b\[[\d;]*m", "", log.read())
    log.seek(0, os.SEEK_END)
    tested = TESTED.findall(said)
    if "--filter" in words and (not tested or int(tested[-1]) == 0):
        return f"no test of the name {words[-1]}", cpu
    return f"status {status}" if status else None, cpu


class Run:
    """The rows asked for, what is known of each, and where it is told."""

    def __init__(self, fresh):
        """Reads what earlier runs of the same programs found."""
        self.programs, self.lock, self.known = fingerprint(), threading.Lock(), {}
        os.makedirs(FOLDER, exist_ok=True)
        if fresh and os.path.exists(MUTANTS):
            os.remove(MUTANTS)
        if not fresh and os.path.exists(STATE):
            with open(STATE, encoding="utf-8") as text:
                state = json.load(text)
            self.known = state["rows"] if state["programs"] == self.programs else {}

    def keep(self, row, result):
        """Notes a result; the file is the old one or the new one."""
        with self.lock:
            self.known[row.name] = result
            with open(STATE + ".new", "w", encoding="utf-8") as text:
                json.dump({"programs": self.programs, "rows": self.known}, text, indent=1)
            os.replace(STATE + ".new", STATE)
            print(line_of(row, result), flush=True)
            if result["wrong"]:
                print(f"     {result['wrong']}; {self.log_of(row)} ends:\n{self.tail(row)}", flush=True)

    def log_of(self, row):
        """The name of its log."""
        return os.path.join(FOLDER, f"{row.name}.log")

    def tail(self, row):
        """The last lines of its log."""
        with open(self.log_of(row), encoding="utf-8", errors="replace") as log:
            return "".join("     | " + line for line in log.readlines()[-SHOWN:])

    def do(self, row):
        """Runs all steps of a row, whatever the first ones give."""
        began, wrong, cpu = time.monotonic(), [], 0
        with open(self.log_of(row), "w+", encoding="utf-8", errors="replace") as log:
            for words in row.steps:
                if STOPPED.is_set():
                    return
                failed, seconds = run_step(words, log)
                cpu += seconds
                if failed:
                    wrong.append(failed)
            log.seek(0)
            text = log.read()
        if STOPPED.is_set():
            return
        figures = [(float(value), unit_, what) for name, value, unit_, what in FIGURE.findall(text) if name == row.name]
        worst = max(figures, default=None)
        self.keep(row, {"wall": time.monotonic() - began, "cpu": cpu, "wrong": "; ".join(wrong),
                        "worst": f"{worst[0]:g} {worst[1]} {worst[2]}" if worst else "",
                        "skipped": len(SKIPPED.findall(text))})

    def all(self, rows, loaded, busy):
        """Runs what is not known to be good, first what is to be alone: one by one, unless the machine is to be loaded, with
        `busy` processes a core."""
        left = []
        for row in rows:
            if self.known.get(row.name, {"wrong": "not run"})["wrong"]:
                left.append(row)
            else:
                print(line_of(row, self.known[row.name]) + " (before)", flush=True)
        left.sort(key=lambda row: (not row.alone, -row.minutes))
        with Load(busy if loaded else 0), ThreadPoolExecutor(TOGETHER + loaded) as pool:
            while not loaded and left and left[0].alone:
                self.do(left.pop(0))
            list(pool.map(self.do, left))


def line_of(row, result):
    """A row of the table."""
    state = "not run" if result is None else "FAILED" if result["wrong"] else "passed"
    wall = "" if result is None else f"{result['wall']:.0f} s"
    cpu = "" if result is None else f"{result.get('cpu', 0):.0f} s"
    worst = "" if result is None else result["worst"]
    if result and result["skipped"]:
        worst += f" ({result['skipped']} skipped)"
    return f"{row.name:3} {row.what:38} {row.count:18} {wall:>7} {cpu:>7} {state:8} {worst}".rstrip()


def chosen(names):
    """The rows of these names, or of these letters."""
    for name in names:
        if not any(row.name.startswith(name) for row in ROWS):
            raise SystemExit(f"check-long: there is no row {name}; --list shows them")
    return [row for row in ROWS if not names or any(row.name.startswith(name) for name in names)]


class Load:
    """Processes that never rest, so many a core; they end by themselves when this one does. They are nice: beside one other
    process they take a quarter of a core."""

    def __init__(self, each):
        """How many."""
        words = [sys.executable, "-c", "import os\np = os.getppid()\nos.nice(5)\n"
                                       "while os.getppid() == p:\n    sum(range(10**6))"]
        self.commands = [words] * (each * (os.cpu_count() or 1))

    def __enter__(self):
        """Starts them."""
        self.children = [subprocess.Popen(words) for words in self.commands]

    def __exit__(self, *_):
        """Ends them."""
        for child in self.children:
            child.kill()
            child.wait()


def stop(number, _):
    """Ends what runs, and with it everything; what has passed is kept."""
    STOPPED.set()
    end(tuple(RUNNING))
    sys.exit(128 + number)


def main():
    """Runs, and prints the table."""
    parser = argparse.ArgumentParser(prog="check-long", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fresh", action="store_true", help="run again what has passed, too")
    parser.add_argument("--loaded", action="store_true", help="keep the machine busy meanwhile")
    parser.add_argument("--busy", type=int, choices=range(9), default=1, metavar="N", help="by N processes a core (1)")
    parser.add_argument("--list", action="store_true", help="print the table and what is known")
    parser.add_argument("rows", nargs="*", metavar="ROW")
    asked = parser.parse_args()
    rows, run, began = chosen(asked.rows), Run(asked.fresh), time.monotonic()
    if not asked.list:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:       # nohup
                signal.signal(number, stop)
        run.all(rows, asked.loaded, asked.busy)
        print(f"\nthe table, after {(time.monotonic() - began) / 60:.1f} minutes:")
    results = [run.known.get(row.name) for row in rows]
    print(f"{'row':3} {'what':38} {'how often':18} {'wall':>7} {'cpu':>7} {'':8} the worst")
    for row, result in zip(rows, results):
        print(line_of(row, result))
    failed = [row.name for row, result in zip(rows, results) if result and result["wrong"]]
    print(f"{sum(1 for result in results if result and not result['wrong'])} of {len(rows)} passed, "
          f"{sum(result.get('cpu', 0) for result in results if result) / 60:.1f} minutes of processor time"
          + (f"; failed: {' '.join(failed)}" if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
