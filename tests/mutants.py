# SPDX-License-Identifier: MIT
"""Seeds the faults of tests/mutants.txt one by one in a copy of the tree and shows which tests catch them.

  python3 tests/mutants.py [--check] [NAME ...]      all of them unless some are named

A fault is caught when one of its tests fails, crashes or does not end; where none does, all tests of build/unit are asked. Text
that is not found exactly once, and a fault that does not compile, are errors: a table that has gone stale says so. Results are
kept in build/mutants/state.json by the text of the file and the fault; --fresh forgets them.
"""

import argparse
import hashlib
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

TABLE = "tests/mutants.txt"
FOLDER = os.path.join("build", "mutants")
STATE = os.path.join(FOLDER, "state.json")
SECONDS = 300           # that the tests of one fault may take
ONE = 40                # of processor time that one process of a test may take, unless it was seen to need far less
ALLOWED = 2             # of all faults, that the tests of `make test` may miss


class Mutant:
    """A fault: where it is put, and who must see it."""

    def __init__(self, name, tests):
        """Its text is added line by line."""
        self.name, self.tests, self.file, self.before, self.after = name, tests, None, [], []

    def text(self, lines):
        """Lines of the table as they stand in the file."""
        return "\n".join(lines)


def read_table(name=TABLE):
    """All mutants, in order."""
    mutants = []
    with open(name, encoding="utf-8") as table:
        for line in table.read().split("\n"):
            if line.startswith("@ "):
                words = line.split()
                mutants.append(Mutant(words[1], words[2:]))
            elif line.startswith("-"):
                mutants[-1].before.append(line[1:])
            elif line.startswith("+"):
                mutants[-1].after.append(line[1:])
            elif line and not line.startswith("#"):
                mutants[-1].file = line
    return mutants


def check_table(mutants):
    """Every fault must still have its place; the list of those that have not."""
    wrong = []
    for m in mutants:
        try:
            with open(m.file, encoding="utf-8") as source:
                found = source.read().count(m.text(m.before))
        except OSError as why:
            wrong.append(f"{m.name}: {why}")
            continue
        if found != 1 or not m.tests or m.before == m.after:
            wrong.append(f"{m.name}: its text stands {found} times in {m.file}")
    names = [m.name for m in mutants]
    return wrong + [f"{name}: twice in the table" for name in set(names) if names.count(name) > 1]


def read_bytes(name):
    """The whole file."""
    with open(name, "rb") as data:
        return data.read()


def built_in(tree):
    """What was built in a tree: the size and the time of each file."""
    names = [os.path.join(folder, name) for folder, _, files in os.walk(os.path.join(tree, "build")) for name in files]
    names += [name for name in (os.path.join(tree, "outflank"),) if os.path.exists(name)]
    return {os.path.relpath(name, tree): (os.stat(name).st_size, os.stat(name).st_mtime_ns) for name in names}


def copy_built(source, target):
    """Makes what was built in `target` what was built in `source`, times and all, so that make finds nothing to do. Only what
    differs is copied: a fault changes a few files of hundreds."""
    wanted, there = built_in(source), built_in(target)
    for name in there.keys() - wanted.keys():
        os.remove(os.path.join(target, name))
    for name in (name for name, stamp in wanted.items() if there.get(name) != stamp):
        to = os.path.join(target, name)
        os.makedirs(os.path.dirname(to), exist_ok=True)
        shutil.copy2(os.path.join(source, name), to + ".new")
        os.replace(to + ".new", to)             # half a copy is never taken for a whole one


class Copy:
    """A copy of the tree in which faults are seeded, with a log of its own; what was built without a fault is kept beside it,
    so that a fault costs the compiling of what it is in, and taking it out costs none."""

    def __init__(self, number):
        """Brings the copy's sources up to date."""
        self.tree, self.good = os.path.join(FOLDER, f"tree{number}"), os.path.join(FOLDER, f"good{number}")
        self.log = open(os.path.join(FOLDER, f"log{number}"), "w", encoding="utf-8")
        self.child, self.took = None, {}
        for folder in (self.tree, self.good):
            os.makedirs(folder, exist_ok=True)
        self.update()

    def begin(self, like):
        """Builds the copy, or takes what another one, made of the same sources after these were copied, has built."""
        if like is not self:
            copy_built(like.good, self.tree)
        if not self.build():
            raise SystemExit(f"mutants: the tree itself does not compile, see {self.log.name}")
        copy_built(self.tree, self.good)

    def update(self):
        """Copies what has changed, keeping what was built."""
        try:
            listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], stdout=subprocess.PIPE, text=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            raise SystemExit("mutants: git has to say which files are the tree's") from None
        names = {name for name in listed.stdout.split("\n") if name and os.path.isfile(name)}
        for name in names:
            target = os.path.join(self.tree, name)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            if not os.path.exists(target) or read_bytes(name) != read_bytes(target):
                shutil.copyfile(name, target)   # with a new time, so that what was made of the old text is made again
                shutil.copymode(name, target)
        for folder, _, files in os.walk(self.tree):
            for name in files:
                inside = os.path.relpath(os.path.join(folder, name), self.tree)
                if inside not in names and inside.split(os.sep)[0] not in ("build", "outflank", "outflank.new"):
                    os.remove(os.path.join(folder, name))

    def run(self, words, seconds):
        """The status of a command in the copy; None when it did not end."""
        env = {**os.environ, "CCACHE_NOHASHDIR": "1", "OUTFLANK": "./outflank", "FAULT": "build/fault.so",
               "FAULT_MEMORY": "build/fault-memory.so"}
        self.child = subprocess.Popen(words, cwd=self.tree, env=env, stdin=subprocess.DEVNULL, stdout=self.log,
                                      stderr=subprocess.STDOUT, start_new_session=True)
        try:
            return self.child.wait(seconds)
        except subprocess.TimeoutExpired:
            self.stop()
            return None

    def stop(self):
        """Ends the command that runs, and what it started."""
        if self.child and self.child.poll() is None:
            os.killpg(self.child.pid, 9)
            self.child.wait()

    def build(self):
        """True when the copy compiles."""
        compiler = "ccache gcc" if shutil.which("ccache") and shutil.which("gcc") else "cc"
        return self.run(["make", f"-j{os.cpu_count() or 1}", f"CC={compiler}", "CFLAGS=-O2", "all", "build/unit", "build/fault.so",
                         "build/fault-memory.so"], 1800) == 0

    def test(self, pattern):
        """True when the tests of this name pass."""
        if pattern.startswith("py:"):
            folder, name = os.path.split(pattern[3:])
            return self.run([sys.executable, "-m", "unittest", "discover", "-q", "-s", folder, "-p", name], SECONDS) == 0
        # Criterion's own --timeout ends nothing: a search that can't be stopped would take all SECONDS.
        most = min(ONE, 5 + 2 * int(self.took.get(pattern, ONE)))
        return self.run(["sh", "-c", f'ulimit -t {most}; exec "$@"', "sh", "build/unit", "--filter", pattern, "--fail-fast"],
                        SECONDS if pattern != "*" else 10 * SECONDS) == 0

    def seed(self, mutant):
        """Puts the fault in, builds, tests, takes it out again. 'caught by PATTERN', 'MISSED', or an error."""
        path = os.path.join(self.tree, mutant.file)
        good, was = read_bytes(path), os.stat(path)
        text = good.decode().replace(mutant.text(mutant.before), mutant.text(mutant.after))
        self.log.write(f"\n@ {mutant.name}\n")
        self.log.flush()
        try:
            with open(path, "w", encoding="utf-8") as out:
                out.write(text)
            if not path.endswith(".py") and not self.build():
                return "ERROR: it does not compile"
            for pattern in mutant.tests + ([] if path.endswith(".py") else ["*"]):
                if not self.test(pattern):
                    return f"caught by {pattern}"
            return "MISSED"
        finally:
            copy_built(self.good, self.tree)    # first, so that a fault that stays here is newer than all that was built
            with open(path, "wb") as out:
                out.write(good)
            os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))


def key_of(mutant):
    """What a result depends on."""
    parts = [read_bytes(mutant.file).decode(), mutant.text(mutant.after), " ".join(mutant.tests)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


class Results:
    """What is known of each fault; the file is the old one or the new one."""

    def __init__(self, fresh):
        """Reads what earlier runs found."""
        self.lock = threading.Lock()
        self.known = json.loads(read_bytes(STATE)) if os.path.exists(STATE) and not fresh else {}

    def caught(self, mutant):
        """True when it was caught before."""
        return str(self.known.get(key_of(mutant), "")).startswith("caught")

    def keep(self, mutant, result, seconds):
        """Notes and prints a result."""
        with self.lock:
            self.known[key_of(mutant)] = result
            with open(STATE + ".new", "w", encoding="utf-8") as out:
                json.dump(self.known, out, indent=1)
            os.replace(STATE + ".new", STATE)
            print(f"{mutant.name:45} {result:40} {seconds:6.1f} s", flush=True)


def baseline(copies, mutants):
    """The tests must pass without a fault, or they show nothing; how long they take then is noted."""
    patterns, took = sorted({pattern for m in mutants for pattern in m.tests}), {}

    def look(number):
        """Runs this copy's share of them."""
        for pattern in patterns[number::len(copies)]:
            began = time.monotonic()
            if not copies[number].test(pattern) and not copies[number].test(pattern):
                raise SystemExit(f"mutants: {pattern} fails without a fault, see {copies[number].log.name}")
            took[pattern] = time.monotonic() - began
    with ThreadPoolExecutor(len(copies)) as pool:
        list(pool.map(look, range(len(copies))))
    for copy in copies:
        copy.took = took


def seed_all(mutants, results, jobs):
    """Seeds what is left in `jobs` copies at a time."""
    left = [m for m in mutants if not results.caught(m)]
    copies = [Copy(number) for number in range(min(jobs, len(left)))]
    for copy in copies:
        copy.begin(copies[0])
    waiting, stopped = queue.SimpleQueue(), threading.Event()
    for m in left:
        waiting.put(m)

    def work(copy):
        """Seeds one after the other."""
        while True:
            try:
                mutant = waiting.get_nowait()
            except queue.Empty:
                return
            began = time.monotonic()
            result = copy.seed(mutant)
            if not stopped.is_set():
                results.keep(mutant, result, time.monotonic() - began)

    def stop(number, _):
        """Ends what runs; what is known is kept."""
        stopped.set()
        while not waiting.empty():
            waiting.get()
        for copy in copies:
            copy.stop()
        sys.exit(128 + number)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:           # nohup
            signal.signal(number, stop)
    try:
        if copies:
            baseline(copies, left)
        with ThreadPoolExecutor(max(1, len(copies))) as pool:
            list(pool.map(work, copies))
    finally:
        for copy in copies:
            copy.stop()


def main():
    """Seeds, and prints a row for each."""
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fresh", action="store_true", help="forget what is known")
    parser.add_argument("--check", action="store_true", help="only see that every fault has its place")
    parser.add_argument("--jobs", type=int, default=1, help="copies of the tree that are worked in at a time")
    parser.add_argument("names", nargs="*", metavar="NAME")
    asked = parser.parse_args()
    mutants = read_table()
    wrong = check_table(mutants)
    if wrong or asked.check:
        print("\n".join(wrong) if wrong else f"mutants: {len(mutants)} faults have their place")
        return 1 if wrong else 0
    unknown = set(asked.names) - {m.name for m in mutants}
    if unknown:
        parser.error(f"there is no fault {' '.join(sorted(unknown))} in {TABLE}")
    chosen = [m for m in mutants if not asked.names or m.name in asked.names]
    os.makedirs(FOLDER, exist_ok=True)
    results = Results(asked.fresh)
    seed_all(chosen, results, asked.jobs)
    missed = [m.name for m in chosen if not results.caught(m)]
    print(f"mutants: {len(chosen) - len(missed)} of {len(chosen)} caught" + (f"; missed: {' '.join(missed)}" if missed else ""))
    return 0 if len(missed) <= (0 if asked.names else ALLOWED) else 1


if __name__ == "__main__":
    sys.exit(main())
