#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""outflank from Python by ctypes: plays a game of 4x4 Othello with itself, then solves the start.

    python3 play.py [liboutflank.so]
"""
import ctypes
import sys
from ctypes import (CFUNCTYPE, POINTER, Structure, byref, c_bool, c_char, c_char_p, c_int, c_int64,
                    c_size_t, c_uint64, c_void_p, create_string_buffer)

EXACT, VCF = 1, 3


class Limits(Structure):
    _fields_ = [("move_time", c_int64), ("time", c_int64 * 2), ("increment", c_int64 * 2),
                ("moves_to_go", c_int), ("depth", c_int), ("nodes", c_uint64), ("multipv", c_int),
                ("infinite", c_bool), ("ponder", c_bool), ("goal", c_int), ("alpha", c_int),
                ("beta", c_int), ("only", c_char_p)]


class Report(Structure):
    _fields_ = [("depth", c_int), ("seldepth", c_int), ("selectivity", c_int), ("multipv", c_int),
                ("bound", c_int), ("score", c_int), ("win_in", c_int), ("proven", c_bool),
                ("solved", c_bool), ("win_permille", c_int), ("nodes", c_uint64),
                ("elapsed", c_int64), ("hashfull", c_int), ("visits", c_uint64),
                ("line", c_char_p)]


class Answer(Structure):
    _fields_ = [("best", c_char * 8), ("ponder", c_char * 8), ("bound", c_int), ("score", c_int),
                ("win_in", c_int), ("proven", c_bool), ("solved", c_bool), ("nodes", c_uint64),
                ("line", c_char * 1024)]


REPORT = CFUNCTYPE(None, c_void_p, POINTER(Report))
DONE = CFUNCTYPE(None, c_void_p, POINTER(Answer))


class Listener(Structure):
    _fields_ = [("owner", c_void_p), ("report", REPORT), ("done", DONE)]


def load(path):
    """The library with the types of the functions used here."""
    lib = ctypes.CDLL(path)
    engine, why = c_void_p, POINTER(c_char_p)
    for name, result, *arguments in [
            ("open", c_void_p, c_char_p, why), ("close", None, engine),
            ("new_game", None, engine), ("over", c_bool, engine, POINTER(c_int)),
            ("play", c_bool, engine, c_char_p, why),
            ("played", c_size_t, engine, c_char_p, c_size_t),
            ("solve", c_bool, engine, c_int, POINTER(Answer), why),
            ("think", c_bool, engine, POINTER(Limits), POINTER(Listener), POINTER(Answer), why)]:
        function = getattr(lib, "outflank_" + name)
        function.restype, function.argtypes = result, arguments
    return lib


def on_report(_owner, news):
    news = news.contents
    print("  depth %d score %+.2f line %s" % (news.depth, news.score / 100, news.line.decode()))


def main():
    lib = load(sys.argv[1] if len(sys.argv) > 1 else "liboutflank.so")
    why, margin, answer = c_char_p(), c_int(), Answer()
    engine = lib.outflank_open(b"othello:4x4", byref(why))
    if not engine:
        raise SystemExit(why.value.decode())
    while not lib.outflank_over(engine, byref(margin)):
        lib.outflank_think(engine, Limits(depth=2), None, byref(answer), byref(why))
        lib.outflank_play(engine, answer.best, byref(why))
    text = create_string_buffer(8000)
    lib.outflank_played(engine, text, len(text))
    print("played %s margin %+d" % (text.value.decode(), margin.value))

    lib.outflank_new_game(engine)
    listener = Listener(report=REPORT(on_report))
    if lib.outflank_think(engine, Limits(goal=EXACT), listener, byref(answer), byref(why)):
        print("solved %s value %+d line %s" % (answer.best.decode(), answer.score // 100,
                                               answer.line.decode()))
    if not lib.outflank_solve(engine, VCF, byref(answer), byref(why)):
        print("refused:", why.value.decode())
    lib.outflank_close(engine)


if __name__ == "__main__":
    main()
