#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""README's tour is a recording, and so is the page of the jobs: every command is run again and must print what stands there.

A recording is a fenced block whose lines begin with `$ COMMAND`, what is typed (after the prompt's `> `, or a UCI
command) and what is printed. Times and speeds differ from machine to machine, and the nodes of a search with every
improvement of it, so any number will do for them; `...` stands for anything. Everything else must be the same to the
letter: depths are fixed and there is one thread. A block that takes long is marked ```text and not run.
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGES = ["README.md", "protocol/jobs/README.md"]
PATIENCE = 120.0                # seconds for a command, on a machine that is busy with something else
TYPED = re.compile(r"> (.+)|((?:setoption|position|go|isready) ?.*)$")
MEASURED = [(r"\d+\\?\.\d+\\ s\b", r"\\d+\\.\\d+ s"), (r"\b\d+\\ nps\b", r"\\d+ nps"), (r"\bnps\\ \d+", r"nps \\d+"),
            (r"\btime\\ \d+", r"time \\d+"), (r"\b\d+\\ nodes\b", r"\\d+ nodes"), (r"\bnodes\\ \d+", r"nodes \\d+"),
            (r"\bhashfull\\ \d+", r"hashfull \\d+")]


def recordings(text):
    """(command, lines after it) of every recording."""
    for block in re.findall(r"^```\n(\$ .*?)^```$", text, re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            lines = part.splitlines()
            yield lines[0], lines[1:]


def pattern_of(lines):
    """What the printed lines must match."""
    pattern = re.escape("\n".join(line.rstrip() for line in lines))
    for number, any_number in MEASURED:
        pattern = re.sub(number, any_number, pattern)
    return re.sub(r"(\\ )*\\\.\\\.\\\.", ".*", pattern)


def printed(command, typed, pattern, folder):
    """What the program prints. A dialogue's input stays open until all that is expected has come."""
    engine = os.environ.get("OUTFLANK", os.path.join(ROOT, "outflank"))
    command = command.replace("sh scripts/run", "./outflank").replace("./outflank", shlex.quote(os.path.abspath(engine)))
    process = subprocess.Popen(["sh", "-c", "exec " + command if typed else command], cwd=folder, text=True,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               env={**os.environ, "HOME": folder, "XDG_STATE_HOME": folder, "TERM": "dumb"})
    watchdog = threading.Timer(PATIENCE, process.kill)
    watchdog.start()
    out = ""
    try:
        if typed:
            process.stdin.write("\n".join(typed) + "\n")
            process.stdin.flush()
            while not re.search(pattern, out, re.S):
                piece = os.read(process.stdout.fileno(), 1 << 16).decode()
                if not piece:
                    break
                out = tidy(out + piece)
        process.stdin.close()
        out = tidy(out + process.stdout.read())
        process.wait()
    finally:
        watchdog.cancel()
        process.stdout.close()
    return out


def tidy(text):
    """Without blanks at the ends of lines, which README's lines do not have either."""
    return re.sub(r"[ \t]+$", "", text, flags=re.M)


def check(page, command, lines):
    """True when the command prints what the page says."""
    typed = [] if "|" in command else [next(filter(None, m.groups())) for m in map(TYPED.match, lines) if m]
    shown = [line for line in lines if not (typed and TYPED.match(line))]
    with tempfile.TemporaryDirectory() as folder:
        pattern = pattern_of(shown)
        out = printed(command, typed, pattern, folder)
    good = re.search(pattern, out, re.S) if typed else re.fullmatch(pattern, out.rstrip("\n"), re.S)
    if not good:
        print(f"{page}: $ {command}\n--- says\n" + "\n".join(shown) + f"\n--- the program prints\n{out}", file=sys.stderr)
    return bool(good)


def main():
    """Runs all of them."""
    bad = total = 0
    for page in PAGES:
        with open(os.path.join(ROOT, page), encoding="utf-8") as file:
            found = list(recordings(file.read()))
        if not found:
            sys.exit(f"readme: no recording in {page}")
        bad += sum(not check(page, command, lines) for command, lines in found)
        total += len(found)
    if bad:
        sys.exit(f"readme: {bad} of {total} recordings differ")
    print(f"readme: {total} recordings as the program prints them")


if __name__ == "__main__":
    main()
