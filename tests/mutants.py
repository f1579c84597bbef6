# SPDX-License-Identifier: MIT
"""Seeds the faults of tests/mutants.txt one by one in a copy of the tree and shows which tests catch them.

  python3 tests/mutants.py [--check] [NAME ...]      all of them unless some are named

A fault is caught when one of its tests fails, crashes or does not end. Text that is not found exactly once, and a fault that
does not compile, are errors: a table that has gone stale says so. Results are kept in build/mutants/state.json by the text
of the file and the fault; --fresh forgets them.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time

TABLE = "tests/mutants.txt"
FOLDER = os.path.join("build", "mutants")
TREE = os.path.join(FOLDER, "tree")
STATE = os.path.join(FOLDER, "state.json")
SECONDS = 300           # that the tests of one fault may take
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


def copy_tree():
    """Brings the copy up to date with the files of the tree, keeping what was built."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], stdout=subprocess.PIPE, text=True, check=True)
    names = {name for name in listed.stdout.split("\n") if name and os.path.isfile(name)}
    for name in names:
        target = os.path.join(TREE, name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if not os.path.exists(target) or read_bytes(name) != read_bytes(target):
            shutil.copyfile(name, target)   # with a new time, so that what was made of the old text is made again
            shutil.copymode(name, target)
    for folder, _, files in os.walk(TREE):
        for name in files:
            inside = os.path.relpath(os.path.join(folder, name), TREE)
            if inside not in names and inside.split(os.sep)[0] not in ("build", "outflank"):
                os.remove(os.path.join(folder, name))


def read_bytes(name):
    """The whole file."""
    with open(name, "rb") as data:
        return data.read()


def run(words, log, seconds):
    """The status of a command in the copy; None when it did not end."""
    env = {**os.environ, "OUTFLANK": "./outflank", "FAULT": "build/fault.so", "FAULT_MEMORY": "build/fault-memory.so"}
    child = subprocess.Popen(words, cwd=TREE, env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                             start_new_session=True)
    try:
        return child.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, 9)
        child.wait()
        return None


def build(log):
    """True when the copy compiles."""
    compiler = "ccache gcc" if shutil.which("ccache") and shutil.which("gcc") else "cc"
    return run(["make", f"-j{os.cpu_count() or 1}", f"CC={compiler}", "all", "build/unit", "build/fault.so",
                "build/fault-memory.so"], log, 1800) == 0


def test(pattern, log):
    """True when the tests of this name pass."""
    if pattern.startswith("py:"):
        folder, name = os.path.split(pattern[3:])
        return run([sys.executable, "-m", "unittest", "discover", "-q", "-s", folder, "-p", name], log, SECONDS) == 0
    return run(["build/unit", "--filter", pattern, "--timeout", "120", "--fail-fast"], log, SECONDS) == 0


def baseline(mutants, log):
    """The tests must pass without a fault, or they show nothing."""
    for pattern in sorted({pattern for m in mutants for pattern in m.tests}):
        if not test(pattern, log) and not test(pattern, log):
            raise SystemExit(f"mutants: {pattern} fails without a fault, see {FOLDER}/log")


def seed(mutant, log):
    """Puts the fault in, builds, tests, takes it out again. 'caught by PATTERN', 'MISSED', or an error."""
    path = os.path.join(TREE, mutant.file)
    good = read_bytes(path)
    text = good.decode().replace(mutant.text(mutant.before), mutant.text(mutant.after))
    try:
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        if not path.endswith(".py") and not build(log):
            return "ERROR: it does not compile"
        for pattern in mutant.tests:
            if not test(pattern, log):
                return f"caught by {pattern}"
        return "MISSED"
    finally:
        with open(path, "wb") as out:
            out.write(good)


def key_of(mutant):
    """What a result depends on."""
    parts = [read_bytes(mutant.file).decode(), mutant.text(mutant.after), " ".join(mutant.tests)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def main():
    """Seeds, and prints a row for each."""
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fresh", action="store_true", help="forget what is known")
    parser.add_argument("--check", action="store_true", help="only see that every fault has its place")
    parser.add_argument("names", nargs="*", metavar="NAME")
    asked = parser.parse_args()
    mutants = read_table()
    wrong = check_table(mutants)
    if wrong or asked.check:
        print("\n".join(wrong) if wrong else f"mutants: {len(mutants)} faults have their place")
        return 1 if wrong else 0
    chosen = [m for m in mutants if not asked.names or m.name in asked.names]
    os.makedirs(TREE, exist_ok=True)
    known = {}
    if os.path.exists(STATE) and not asked.fresh:
        known = json.loads(read_bytes(STATE))
    copy_tree()
    results = []
    with open(os.path.join(FOLDER, "log"), "w", encoding="utf-8") as log:
        if not build(log):
            raise SystemExit(f"mutants: the tree itself does not compile, see {FOLDER}/log")
        baseline([m for m in chosen if not str(known.get(key_of(m), "")).startswith("caught")], log)
        for m in chosen:
            began, key = time.monotonic(), key_of(m)
            log.write(f"\n@ {m.name}\n")
            log.flush()
            if not str(known.get(key, "")).startswith("caught"):
                known[key] = seed(m, log)
                with open(STATE + ".new", "w", encoding="utf-8") as out:
                    json.dump(known, out, indent=1)
                os.replace(STATE + ".new", STATE)
            results.append(known[key])
            print(f"{m.name:45} {known[key]:40} {time.monotonic() - began:6.1f} s", flush=True)
    caught = sum(1 for result in results if result.startswith("caught"))
    print(f"mutants: {caught} of {len(results)} caught")
    return 0 if caught >= len(results) - (0 if asked.names else ALLOWED) else 1


if __name__ == "__main__":
    sys.exit(main())
