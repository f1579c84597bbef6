# SPDX-License-Identifier: MIT
"""One good engine meets a row of hostile ones in a single match on a terminal, and everything is looked at after."""

import os
import pty
import re
import select
import shlex
import subprocess
import sys
import tempfile
import time
import uuid

from common import HERE, MATCH, engine
from arena.records import load

OURS = re.compile(rb"\x1b\[\d+A\x1b\[J")    # the display takes its table away
GAMES = {"uci": "othello", "gtp": "othello", "nboard": "othello", "gomocup": "gomoku"}
MARK = "OUTFLANK_TEST_MARK"


class Wrong(AssertionError):
    """Something a hostile engine did had an effect it must not have."""


def hostile_engine(folder, protocol, kind):
    """The -e text of a hostile engine."""
    script = os.path.join(HERE, "hostile.py")
    words = [sys.executable, "-S", "-E", script, protocol, kind, os.path.join(folder, f"{protocol}-{kind}")]
    return f"name={protocol}:{kind},cmd={shlex.join(words)},proto={protocol},st=0.2,margin=0"


def marked_processes(mark):
    """Processes that were started, at any remove, with our mark in their environment."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) != os.getpid():
            try:
                with open(f"/proc/{name}/environ", "rb") as file:
                    if mark.encode() in file.read():
                        found.append(int(name))
            except OSError:
                pass
    return found


def on_a_terminal(command, mark, patience, act=None):
    """Runs a command on a terminal of its own; its status and all it wrote. `act(process, text)` is called now and
    then. Wrong when it does not end in time."""
    master, slave = pty.openpty()
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=slave, stderr=slave,
                             env={**os.environ, MARK: mark, "LINES": "50", "COLUMNS": "200"})
    os.close(slave)
    text, deadline = b"", time.monotonic() + patience
    try:
        while time.monotonic() < deadline:
            if act:
                act(child, text)
            if not select.select([master], [], [], 0.2)[0]:
                continue
            try:
                data = os.read(master, 65536)
            except OSError:                 # what Linux says when the other end is closed
                data = b""
            if not data:
                return child.wait(10), text
            text += data
    finally:
        os.close(master)
        if child.poll() is None:
            child.kill()
            child.wait()
    raise Wrong(f"the match did not end in {patience} s; it wrote {text[-2000:]!r}")


def check_terminal(text):
    """No control code but the display's own, in any encoding of it."""
    plain = OURS.sub(b"", text).decode("utf-8", "replace").replace("\r\n", "\n")
    bad = sorted({c for c in plain if not c.isprintable() and c != "\n"})
    if bad:
        raise Wrong(f"on the terminal: {bad}")


def check_nothing_left(mark):
    """No process that the match started, however far removed, is there any more."""
    left = marked_processes(mark)
    for pid in left:
        try:
            os.kill(pid, 9)
        except OSError:
            pass
    if left:
        raise Wrong(f"{len(left)} processes were left running")


def run(row, patience=300):
    """Plays two games against each (protocol, kind) of a row of one game's protocols; the records of the lost games."""
    game = GAMES[row[0][0]]
    mark = uuid.uuid4().hex
    with tempfile.TemporaryDirectory() as folder:
        journal = os.path.join(folder, "m.jsonl")
        words = [sys.executable, MATCH, "--game", game, "--mode", "gauntlet", "--games", "2", "--concurrency", "8",
                 "--grace", "0.7", "--setup", "6", "--openings", "none", "--jsonl", journal,
                 "--log", os.path.join(folder, "log"),
                 "-e", engine("good", "uci", "--game", game) + ",st=60"]
        for protocol, kind in row:
            words += ["-e", hostile_engine(folder, protocol, kind)]
        status, text = on_a_terminal(words, mark, patience)
        check_nothing_left(mark)
        check_terminal(text)
        with open(os.path.join(folder, "log"), "rb") as file:
            check_terminal(file.read())
        if status != 0 or b"Traceback" in text:
            raise Wrong(f"the match ended with status {status}: {text[-3000:].decode('utf-8', 'replace')}")
        records = load(journal)[1]
    if len(records) != 2 * len(row):
        raise Wrong(f"{len(records)} games were recorded, not {2 * len(row)}")
    for record in records:
        check_record(record)
    return records


def check_record(record):
    """The hostile engine has lost, by its own fault, with a reason that can be shown."""
    where = f"{record.names} {record.result} {record.kind}: {record.reason}"
    if record.faulty in (None, "good") or record.kind == "normal":
        raise Wrong(f"not lost by the hostile engine: {where}")
    if record.result != ("1-0" if record.names[0] == "good" else "0-1"):
        raise Wrong(f"scored wrongly: {where}")
    if "fails to read" in record.reason:
        raise Wrong(f"a hole in the arena's reading: {where}")
    if not (record.reason + record.bad_move).isprintable() or len(record.reason) > 500:
        raise Wrong(f"not fit to be shown: {where!r}")
