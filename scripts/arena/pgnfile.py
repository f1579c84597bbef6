# SPDX-License-Identifier: MIT
"""A PGN file that grows: games are added to those that are there, whole, and nothing that is there is touched.

A game is one write to the end of the file, so several matches may share one. What a kill or a full disk has cut off is
either taken back at once or, when the match is resumed, completed.
"""

import os
import re

from .records import RecordError

HEAD = 65536            # bytes in which the first tag is looked for
START = b"[Event "      # how a game of ours begins
FIRST = re.compile(rb'(?:\xef\xbb\xbf)?(?:[ \t]*\r?\n|[%;][^\n]*\n)*\[\s*\w+\s+"')


def is_shared(path):
    """True for a file with something in it: it need not be ours."""
    return os.path.isfile(path) and os.path.getsize(path) > 0


def check(path):
    """RecordError when a file is no PGN that can be added to: another kind of file, or cut off in the middle of a line."""
    if not is_shared(path):
        return
    with open(path, "rb") as file:
        begins = file.read(HEAD)
        file.seek(-1, os.SEEK_END)
        ends = file.read(1)
    if not FIRST.match(begins):
        raise RecordError(f"{path} is not a PGN file: nothing is added to it, choose another name for --pgn")
    if ends != b"\n":
        raise RecordError(f"{path} does not end with a line's end: nothing is added to it, choose another name for --pgn")


def append(path, text):
    """Adds text to a file, all of it or, where the disk is full, none."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
    try:
        before, written = os.fstat(handle).st_size, 0
        try:
            while written < len(text):
                written += os.write(handle, text[written:])
        except OSError:
            if os.path.isfile(path) and os.fstat(handle).st_size == before + written:
                os.ftruncate(handle, before)
            raise
    finally:
        os.close(handle)


def encoded(game):
    """A game as bytes."""
    return game.encode("utf-8", "backslashreplace")


def not_held(held, games):
    """Those of the games that the file does not have; most stand there in their order."""
    missing, at = [], 0
    for game in games:
        found = held.find(game, at)
        if found < 0:
            found = held.find(game)
        if found < 0:
            missing.append(game)
        else:
            at = found + len(game)
    return missing


def last_begun(held):
    """What the file ends with from the beginning of a game on, be it whole or cut off; empty when there is none."""
    for length in range(len(START) - 1, 0, -1):
        if (b"\n" + held).endswith(b"\n" + START[:length]):
            return START[:length]
    at = held.rfind(START)
    return held[at:] if at >= 0 else b""


def begin(path, games):
    """Makes the file hold these games of ours, once each, behind whatever else is there."""
    held = b""
    if is_shared(path):
        with open(path, "rb") as file:
            held = file.read()
    missing, tail = not_held(held, map(encoded, games)), last_begun(held)
    torn = [game for game in missing if tail and game.startswith(tail)]
    if torn:                                    # the one that was being written: the rest of it comes first
        missing.remove(torn[0])
        missing.insert(0, torn[0][len(tail):])
    else:
        check(path)
        if held and not held.endswith((b"\n\n", b"\n\r\n")):
            missing.insert(0, b"\n")
    if missing:
        append(path, b"".join(missing))
