# SPDX-License-Identifier: MIT
"""The settings of a match: one flat dictionary, filled from defaults, a config file or an earlier match, and the
command line, each overriding the one before. It is what the record file keeps, so a match can be resumed from it."""

import configparser

from .engines import WORDS, is_word

DEFAULTS = {
    "game": "othello", "mode": "match", "games": 100, "concurrency": 1, "seed": 1, "openings": None, "swap": False,
    "engines": [], "each": {}, "sprt": None, "draw": None, "resign": None, "jsonl": None, "pgn": None, "sgf": None,
    "svg": None, "interval": 10, "hang": 60.0, "grace": 2.0, "setup": 10.0,
}
NUMBERS = {"games": int, "concurrency": int, "seed": int, "interval": int, "hang": float, "grace": float,
           "setup": float}
SECONDS_MOST = 1_000_000
LIMITS = ("tc", "st", "nodes", "depth", "margin")
FREE_ON_RESUME = ("concurrency", "games", "pgn", "sgf", "svg", "interval", "hang", "grace", "setup", "sprt")


class SettingsError(ValueError):
    """Settings that cannot be used; the text says why."""


def read_config(path):
    """Settings from a config file: [match] with the long options, [each], and one [engine NAME] per engine."""
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str
    try:
        with open(path, encoding="utf-8-sig") as file:
            parser.read_file(file)
    except (OSError, UnicodeDecodeError, configparser.Error) as why:
        raise SettingsError(f"config: {why}") from None
    found = {"engines": []}
    for section in parser.sections():
        words = dict(parser[section])
        if section == "match":
            found.update(read_match_section(words, path))
        elif section == "each":
            found.setdefault("each", {}).update(read_engine_section(words, section, path))
        elif section.startswith("engine"):
            name = section[6:].strip()
            found["engines"].append({**({"name": name} if name else {}), **read_engine_section(words, section, path)})
        else:
            raise SettingsError(f"{path}: section [{section}] is not [match], [each] or [engine NAME]")
    return found


def read_engine_section(words, section, path):
    """The words of [each] or an [engine NAME], the same that -e takes."""
    for key in words:
        if not is_word(key):
            raise SettingsError(f"{path}: {key!r} in [{section}] is not one of {', '.join(WORDS)}, option.NAME")
    return words


def read_match_section(words, path):
    """The [match] section; limits in it stand for every engine."""
    found = {}
    for key, value in words.items():
        if key in LIMITS:
            found.setdefault("each", {})[key] = value
        elif key in ("sprt", "draw", "resign"):
            found[key] = value.split()
        elif key == "swap":
            found["swap"] = value.lower() in ("1", "yes", "true", "on")
        elif key in NUMBERS:
            try:
                found[key] = NUMBERS[key](value)
            except ValueError:
                raise SettingsError(f"{path}: {key} = {value!r} is not a number") from None
        elif key in DEFAULTS and key not in ("engines", "each"):
            found[key] = value
        else:
            raise SettingsError(f"{path}: {key!r} in [match] is not known")
    return found


def merge(base, over):
    """`over` on top of `base`; None means not said, engines replace the list, each adds to it."""
    merged = dict(base)
    for key, value in over.items():
        if value is None or (key == "engines" and not value):
            continue
        merged[key] = {**merged["each"], **value} if key == "each" else value
    return merged


def check_numbers(settings):
    """SettingsError names a number no match can be played with: not so much as one game, or a wait that is none."""
    for key in ("games", "concurrency"):
        if settings[key] < 1:
            raise SettingsError(f"{key} is at least 1, not {settings[key]}")
    for key in ("hang", "grace", "setup"):
        if not 0 <= settings[key] <= SECONDS_MOST:
            raise SettingsError(f"{key} is from 0 to {SECONDS_MOST} seconds, not {settings[key]:g}")


def resumed(recorded, said):
    """The settings of an earlier match with what may change; anything else said must be what it was.

    In a ladder the number of games, too: it says which game belongs to which encounter, and so who met whom.
    """
    merged = merge(DEFAULTS, recorded)
    for key, value in said.items():
        if value is None or key == "jsonl" or (key in ("engines", "each") and not value):
            continue
        if key in FREE_ON_RESUME and (key, merged["mode"]) != ("games", "ladder"):
            merged[key] = value
        elif merged.get(key) != value:
            raise SettingsError(f"resume: {key} was {merged.get(key)!r} in the recorded match, not {value!r}")
    return merged
