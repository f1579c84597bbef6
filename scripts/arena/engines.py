# SPDX-License-Identifier: MIT
"""From the user's `name=A,cmd=...,proto=uci,option.Threads=1` to a driver."""

import os
import re

from .clock import read_limits
from .gomocup import GomocupDriver
from .gtp import GtpDriver
from .nboard import NBoardDriver
from .process import EngineSpec, command_words
from .text import printable
from .uci import UciDriver

DRIVERS = {"uci": UciDriver, "gtp": GtpDriver, "gomocup": GomocupDriver, "nboard": NBoardDriver}
LIMIT_WORDS = ("tc", "st", "nodes", "depth", "margin")
WORDS = ("name", "cmd", "proto", "dir", "init", "game", "restart", "stderr") + LIMIT_WORDS
NEXT_WORD = re.compile(r",(?=(?:%s|option\.[^=,]+)=)" % "|".join(WORDS))


class SpecError(ValueError):
    """An engine description that cannot be used; the text says why."""


def is_word(key):
    """True for a key that says something about an engine."""
    return key in WORDS or (key.startswith("option.") and len(key) > len("option."))


def read_words(text):
    """Splits `key=value,key=value`; a comma splits only before a known key, so values may hold commas."""
    words = {}
    for part in NEXT_WORD.split(text):
        key, equals, value = part.partition("=")
        if not equals or not is_word(key):
            raise SpecError(f"engine: {part!r} is not one of {', '.join(WORDS)}, option.NAME, followed by =")
        if key in words:
            raise SpecError(f"engine: {key!r} is given twice")
        if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" and value[0] not in value[1:-1]:
            value = value[1:-1]
        words[key] = value
    return words


def read_spec(words, defaults):
    """An EngineSpec from its words; `defaults` are the words that stand for every engine."""
    merged = dict(defaults)
    if any(word in words for word in ("tc", "st", "nodes", "depth")):
        for word in ("tc", "st", "nodes", "depth"):     # an engine's own limit replaces the common one
            merged.pop(word, None)
    merged.update(words)
    try:
        program, *_ = command_words(merged.get("cmd", ""), merged.get("dir")) or [""]
    except ValueError as why:
        raise SpecError(f"engine: cmd={merged['cmd']}: {why}") from None
    if not program:
        raise SpecError(f"engine {merged.get('name', '')!r}: no cmd= says what to start")
    protocol = merged.get("proto", "uci")
    if protocol not in DRIVERS:
        raise SpecError(f"engine: proto={protocol} is not one of {', '.join(DRIVERS)}")
    restart = merged.get("restart", "auto")
    if restart not in ("auto", "always"):
        raise SpecError(f"engine: restart={restart} is neither auto nor always")
    return EngineSpec(
        name=printable(merged.get("name") or os.path.basename(program)),
        command=merged["cmd"], protocol=protocol, folder=merged.get("dir"),
        options={k[7:]: v for k, v in merged.items() if k.startswith("option.")},
        init=[line.strip() for line in merged.get("init", "").split(";") if line.strip()],
        limits=read_limits({k: merged[k] for k in LIMIT_WORDS if k in merged}),
        game_name=merged.get("game"), fresh=restart == "always", stderr=merged.get("stderr"))


def make_driver(spec, patience=None, log=None):
    """The driver for an engine's protocol."""
    return DRIVERS[spec.protocol](spec, patience, log)
