#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An engine that means harm: polite until it is asked for its first move (or to get ready), then KIND happens.

    hostile.py uci flood-lines               hostile.py gtp fork-own-session
    hostile.py nboard silent-at-start F      polite as long as there is no file F, which it makes: a match tries every
                                             engine once before it begins

KINDS holds every kind by protocol; each must cost its engine the game and nobody anything else. It imports next to
nothing, for a match with all of them starts it some hundred times.
"""

import os
import signal
import sys
import time

LONG = b"9" * 5000
CLEAR = b"\x1b[2J\x1b[H"                    # clears a terminal
TITLE = b"\x1b]0;owned\x07"                 # renames its window
EIGHT_BIT = b"\xc2\x9b2J"                   # the same as CLEAR in one character, U+009B
BACKWARDS = "\u202e\u2066".encode()         # turns the text after it round


def say(data):
    """Bytes out, at once; who does not read them is asked again."""
    while data:
        try:
            data = data[os.write(1, data):]
        except BlockingIOError:
            time.sleep(0.01)


def sleep_on():
    """Lives, and does nothing more."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(100)


def for_ever(data):
    """The same bytes again and again."""
    data = data * (65536 // len(data) + 1)
    while True:
        say(data)


def drip(data):
    """A byte now and then, never a whole line."""
    for i in range(10 ** 9):
        say(data[i % len(data):][:1])
        time.sleep(0.01)


def fork_and(child, parent):
    """Forks; `child` runs in the new process, which then lives on, `parent` in the old one."""
    if os.fork() == 0:
        child()
        sleep_on()
    time.sleep(0.02)
    parent()
    sleep_on()


def nothing():
    """For a child that only lives."""


def die(number=3):
    """Ends at once."""
    os._exit(number)


def signal_self(number):
    """Ends or stops by a signal, without leaving a core file."""
    import resource
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(number, signal.SIG_DFL) if number not in (signal.SIGKILL, signal.SIGSTOP) else None
    os.kill(os.getpid(), number)
    sleep_on()


def close(*handles):
    """Closes some of its pipes and lives."""
    for handle in handles:
        os.close(handle)
    sleep_on()


def into(*command):
    """Becomes another program."""
    os.execvp(command[0], command)


def spin():
    """Burns its time."""
    while True:
        pass


def two_forks():
    """A child of a child, both in the engine's group, the middle one gone."""
    def middle():
        fork_and(nothing, die)
    fork_and(middle, die)


def answers_all_the_time():
    """A child that keeps answering, so that there is always an answer before the question."""
    fork_and(lambda: [(say(wrap(protocol, b"a1")), time.sleep(0.001)) for _ in range(10 ** 9)], nothing)


def late():
    """An answer after its time."""
    time.sleep(0.6)
    say(wrap(protocol, b"f5" if protocol != "gomocup" else b"7,7"))
    sleep_on()


# What an engine may do, whatever it speaks.
DEEDS = {
    "exit-0": lambda: die(0), "exit-3": die, "exit-255": lambda: die(255),
    "abort": lambda: signal_self(signal.SIGABRT), "segfault": lambda: signal_self(signal.SIGSEGV),
    "kill-9": lambda: signal_self(signal.SIGKILL), "stop": lambda: signal_self(signal.SIGSTOP),
    "silence": sleep_on, "spin": spin, "late": late,
    "close-output": lambda: close(1), "close-input": lambda: close(0), "close-both": lambda: close(0, 1),
    "become-cat": lambda: into("cat"), "become-sleep": lambda: into("sleep", "1000"),
    "become-nothing": lambda: into("true"),
    "fork-and-die": lambda: fork_and(nothing, die), "fork-and-hang": lambda: fork_and(nothing, nothing),
    "fork-two-deep": two_forks, "fork-and-stop": lambda: fork_and(nothing, lambda: signal_self(signal.SIGSTOP)),
    "fork-stopped-child": lambda: fork_and(lambda: os.kill(os.getpid(), signal.SIGSTOP), die),
    "fork-own-group": lambda: fork_and(lambda: os.setpgid(0, 0), die),
    "fork-own-session": lambda: fork_and(os.setsid, die),
    "fork-own-session-and-hang": lambda: fork_and(os.setsid, nothing),
    "fork-closes-pipes": lambda: fork_and(lambda: (os.close(0), os.close(1)), die),
    "fork-floods": lambda: fork_and(lambda: for_ever(b"x\n"), die), "answers-all-the-time": answers_all_the_time,
    "flood-lines": lambda: for_ever(b"info string nothing to say\n"), "flood-newlines": lambda: for_ever(b"\n"),
    "flood-no-newline": lambda: for_ever(b"no end of this "), "flood-nul": lambda: for_ever(b"\0"),
    "flood-not-utf-8": lambda: for_ever(b"\xff\xfe\x80\n"), "flood-returns": lambda: for_ever(b"\r"),
    "flood-escapes": lambda: for_ever(CLEAR + b"\n"), "drip": lambda: drip(b"info "), "drip-nul": lambda: drip(b"\0"),
    "hundred-megabytes": lambda: (say(b"x" * (100 << 20)), sleep_on()),
    "megabyte-lines": lambda: for_ever(b"y" * (1 << 20) + b"\n"),
    "talk-and-silence": lambda: (say(TITLE + CLEAR + b"\n" + BACKWARDS + b"\n\0\n\xff\n"), sleep_on()),
}

# What an engine may say for a move; %s stands for nothing here, these are the moves themselves.
MOVES = {
    "say-nothing": b"", "say-blank": b"   ", "say-nonsense": b"?!", "say-word": b"banana", "say-none": b"(none)",
    "say-5000-digits": b"a" + LONG, "say-only-digits": LONG, "say-negative": b"a-1", "say-zero": b"a0",
    "say-superscript": "a\u00b2".encode(), "say-arabic": "f\u0665".encode(), "say-fullwidth": "\uff46\uff15".encode(),
    "say-kelvin": "\u212a5".encode(), "say-devanagari": "f\u096b".encode(), "say-roman": "f\u2164".encode(),
    "say-clear": CLEAR, "say-title": TITLE + b"f5", "say-eight-bit": EIGHT_BIT, "say-backwards": BACKWARDS,
    "say-bell": b"\x07\x08\x0b\x0c\x7f", "say-not-utf-8": b"\xff\xfe", "say-half-utf-8": b"f5\xe2\x82",
    "say-nul-inside": b"f\x005", "say-off-board": b"z26", "say-far-row": b"a99", "say-pass": b"pass",
    "say-fairy-5000": b"P@a" + LONG, "say-fairy": b"P@", "say-null-move": b"0000", "say-float": b"f5.5",
    "say-exponent": b"f1e9", "say-nan": b"nan", "say-hex": b"0xf5", "say-underscore": b"f1_0",
    "say-60000": b"f" * 60000, "say-json": b'{"move":"f5"}', "say-quote": b'"]}f5', "say-percent": b"%s%n%d",
}
PAIRS = {
    "say-pair-5000": LONG + b"," + LONG, "say-pair-superscript": "7,\u00b2".encode(), "say-pair-arabic": "7,\u0667".encode(),
    "say-pair-fullwidth": "\uff17,\uff17".encode(), "say-pair-negative": b"-1,7", "say-pair-outside": b"15,15",
    "say-pair-float": b"7.0,7", "say-pair-plus": b"+7,+7", "say-pair-half": b"7,", "say-pair-three": b"7,7,1",
    "say-pair-clear": b"7,7" + CLEAR, "say-error": b"ERROR " + TITLE + CLEAR, "say-unknown": b"UNKNOWN " + CLEAR,
    "say-error-long": b"ERROR " + b"e" * 50000, "say-pair-nul": b"7\x00,7",
}
# Whole lines by protocol, the last of them an answer that loses.
LINES = {
    "uci": {"info-5000-digits": b"info depth " + LONG + b" score cp " + LONG + b" nodes " + LONG + b"\nbestmove a1\n",
            "info-superscript": "info depth \u00b2 score cp \u00b2 nodes \u0663\nbestmove a1\n".encode(),
            "info-mate-5000": b"info depth 1 score mate -" + LONG + b"\nbestmove a1\n",
            "info-cut": b"info depth\nbestmove\n", "info-string": b"info string " + CLEAR + b"\nbestmove a1\n",
            "fairy-5000-digits": b"bestmove P@a" + LONG + b"\n", "fairy-superscript": "bestmove P@a\u00b2\n".encode(),
            "fairy-arabic": "bestmove P@f\u0665\n".encode(), "fairy-cut": b"bestmove P@\n",
            "fairy-pass-5000": b"bestmove a" + LONG + b"a" + LONG + b"\n",
            "option-again": b"option name \x1b[2J type spin\nuciok\nreadyok\nbestmove a1\n"},
    "gtp": {"refuse": b"? " + TITLE + CLEAR + b"\n\n", "refuse-long": b"? " + b"r" * 50000 + b"\n\n",
            "refuse-silently": b"?\n\n", "id-5000": b"=" + LONG + b" a1\n\n", "id-superscript": "=\u00b2 a1\n\n".encode(),
            "no-empty-line": b"= f5\n", "two-signs": b"== f5\n\n", "many-answers": b"= a1\n\n= f5\n\n= f5\n\n"},
    "gomocup": {"depth-5000": b"MESSAGE depth " + LONG + b" ev " + LONG + b"\n15,15\n",
                "depth-superscript": "MESSAGE depth \u00b2 ev \u00b2\n15,15\n".encode(),
                "message-escapes": b"MESSAGE " + CLEAR + TITLE + b"\nDEBUG " + CLEAR + b"\n15,15\n",
                "suggest": b"SUGGEST 7,7\nERROR\n"},
    "nboard": {"depth-5000": b"search f5 1.0 0 " + LONG + b"\n=== a1\n",
               "depth-superscript": "search f5 1.0 0 \u00b2\n=== a1\n".encode(),
               "depth-arabic": "search f5 1.0 0 \u0663%\n=== a1\n".encode(),
               "score-5000": b"=== a1/" + LONG + b"/" + LONG + b"\n", "score-nan": b"=== a1/nan/nan\n",
               "score-inf": b"=== a1 inf 1\n", "score-1e300": b"=== a1/1e300/1\n",
               "status": b"status " + CLEAR + b"\nset myname " + TITLE + b"\n=== a1\n", "only-signs": b"===\n"},
}


def wrap(spoken, move):
    """A move as the protocol answers with it."""
    return {"uci": b"bestmove %s\n", "gtp": b"= %s\n\n", "gomocup": b"%s\n", "nboard": b"=== %s\n"}[spoken] % move


def kinds_of(spoken):
    """{kind: what it does} of a protocol; kinds that end in -at-start happen when it is asked to get ready."""
    kinds = dict(DEEDS)
    moves = {**MOVES, **PAIRS} if spoken == "gomocup" else MOVES
    for name, move in moves.items():
        if spoken == "gomocup" and name in ("say-nothing", "say-blank", "say-title", "say-pass"):
            continue                        # lines that are no answer there: silence, which is among the deeds
        kinds[name] = lambda move=move: (say(wrap(spoken, move)), sleep_on())
    for name, lines in LINES[spoken].items():
        kinds[name] = lambda lines=lines: (say(lines), sleep_on())
    for name in ("silence", "exit-3", "stop", "close-output", "flood-lines", "hundred-megabytes", "fork-and-die",
                 "talk-and-silence"):
        kinds[f"{name}-at-start"] = DEEDS[name]
    return kinds


KINDS = {spoken: kinds_of(spoken) for spoken in LINES}


def attack():
    """The kind happens, once its time has come."""
    KINDS[protocol][kind]()


def polite(words):
    """The answer to a line by the book; None when it asks for a move."""
    first = words[0]
    if protocol == "uci":
        option = b"UCI_Variant type combo var flipello" if kind.startswith("fairy") else b"Game type string"
        fixed = {"uci": b"id name hostile\noption name %s\nuciok\n" % option, "isready": b"readyok\n"}
        return None if first == "go" else fixed.get(first, b"")
    if protocol == "gtp":
        fixed = {"list_commands": b"= genmove\nset_game\nlist_games\n\n", "list_games": b"= Othello\n\n"}
        return None if first == "genmove" else fixed.get(first, b"= \n\n")
    if protocol == "gomocup":
        fixed = {"ABOUT": b'name="hostile"\n', "START": b"OK\n"}
        return None if first in ("BEGIN", "TURN", "DONE") else fixed.get(first, b"")
    return None if first == "go" else b"pong %s\n" % words[1].encode() if first == "ping" else b""


def main():
    """Reads lines until the end of input or quit, or until its time has come."""
    at_start = kind.endswith("-at-start")
    if at_start and len(sys.argv) > 3:
        try:
            os.close(os.open(sys.argv[3], os.O_WRONLY | os.O_CREAT | os.O_EXCL))
            at_start = False                # this once
        except FileExistsError:
            pass
    for line in sys.stdin:
        words = line.split()
        if words[:1] in (["quit"], ["END"]):
            break
        if not words:
            continue
        answer = polite(words)
        if answer is None or at_start:
            attack()
        say(answer)


if __name__ == "__main__":
    protocol, kind = sys.argv[1:3]
    main()
