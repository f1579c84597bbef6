# SPDX-License-Identifier: MIT
"""What the bridges' command lines have in common: the engine's words, messages, signals, exit statuses."""

import argparse
import os
import sys

from arena import family
from arena.process import EngineFault
from arena.text import printable_lines, tolerate_any_text
from .player import Player

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def seconds(low, high):
    """An argparse type: a time in seconds between two bounds."""
    def read(text):
        """The number a text holds."""
        try:
            value = float(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds") from None
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{text} is not between {low:g} and {high:g} seconds")
        return value
    return read


def whole(low, high):
    """An argparse type: a whole number between two bounds."""
    def read(text):
        """The number a text holds."""
        if not text.isascii() or not text.isdigit() or len(text) > 9 or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number between {low} and {high}")
        return int(text)
    return read


def option(text):
    """An argparse type: NAME=VALUE."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name.strip(), value


def add_engine(parser, movetime):
    """The words about the engine."""
    parser.add_argument("--engine", metavar="CMD", default=os.path.join(ROOT, "outflank"),
                        help="a UCI engine and its words (the outflank built here)")
    parser.add_argument("--movetime", metavar="S", type=seconds(0.001, 3600), default=movetime,
                        help=f"seconds it thinks about a move ({movetime:g})")
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", type=option, default=[],
                        help="an option of the engine, such as Threads=2; may be said again")
    parser.add_argument("--quiet", action="store_true", help="only the result")


def tell(text, stream=None):
    """Shows a text, all of which may come from a server. When nobody reads any more the game goes on in silence."""
    stream = stream or sys.stdout
    try:
        print(printable_lines(text), file=stream, flush=True)
    except (OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def speaker(quiet):
    """A function that tells the user something, or nothing."""
    return (lambda text: None) if quiet else tell


def run(name, parser, play):
    """Runs a bridge: play(arguments, player, say) gives (finished, text). Status 0 when the game was finished, 1 when
    it could not be, 2 for wrong words, 130 when interrupted. The engine is ended whatever happens."""
    tolerate_any_text(sys.stdout, sys.stderr)
    arguments = parser.parse_args()
    family.end_on_signals()
    family.adopt_orphans()
    say = speaker(arguments.quiet)
    player = Player(arguments.engine, arguments.movetime, dict(arguments.option), say)
    try:
        player.ready()
        finished, text = play(arguments, player, say)
    except EngineFault as why:
        finished, text = False, f"the engine {why}"
    except KeyboardInterrupt:
        tell(f"{name}: interrupted", sys.stderr)
        return 130
    finally:
        player.close()
        family.end_orphans()
    tell(text if finished else f"{name}: {text}", sys.stdout if finished else sys.stderr)
    return 0 if finished else 1
