# SPDX-License-Identifier: MIT
"""A whole match: settings in, games played, every result recorded before it counts."""

import shlex
import sys
import time

from .adjudicate import read_rules
from .display import Display
from .driver import Patience
from .engines import SpecError, read_spec, read_words
from . import pgnfile
from .notes import SGF_GAMES, pgn, sgf
from .openings import Opening, make_book
from .records import Journal, write_whole
from .referee import new_game
from .runner import Runner
from .schedule import Ladder, make_schedule
from .settings import check_numbers
from .sprt import SprtError, read_sprt
from .standings import Standings
from .svg import draw

SVG_SECONDS = 10.0          # the picture is drawn anew at most this often


def engine_specs(settings):
    """The engines, with distinct names."""
    specs = []
    for words in settings["engines"]:
        if isinstance(words, str):
            words = read_words(words)
        spec = read_spec(words, settings["each"])
        if any(spec.name == other.name for other in specs):
            raise SpecError(f"two engines are called {spec.name!r}: give each its own name=")
        specs.append(spec)
    return specs


class TextFiles:
    """PGN, SGF and SVG beside the journal; what is missing of them is made from it when a match is resumed."""

    def __init__(self, settings, names, test):
        """Remembers the paths."""
        self.pgn, self.sgf, self.svg = settings["pgn"], settings["sgf"], settings["svg"]
        self.names, self.test = names, test
        self.drawn = time.monotonic()

    def begin(self, records):
        """Writes the files for the games already played; PGN behind what is there."""
        if self.pgn:
            pgnfile.begin(self.pgn, [pgn(record) for record in records])
        if self.sgf:
            write_whole(self.sgf, "".join(sgf(record) for record in records))

    def add(self, record, standings):
        """Appends a game, and draws when it is time."""
        if self.pgn:
            pgnfile.append(self.pgn, pgnfile.encoded(pgn(record)))
        if self.sgf:
            with open(self.sgf, "a", encoding="utf-8") as file:
                file.write(sgf(record))
        if time.monotonic() - self.drawn > SVG_SECONDS:
            self.draw(standings)

    def draw(self, standings):
        """Draws the picture; only a match of two has one."""
        self.drawn = time.monotonic()
        if self.svg and len(self.names) == 2:
            write_whole(self.svg, draw(self.names, standings.results, self.test))


class Match:
    """Everything that belongs to one run."""

    def __init__(self, settings, journal=None, records=(), quiet=False, log=None, out=None):
        """Checks the settings; nothing is started yet. `records` are games of an earlier run."""
        check_numbers(settings)
        self.settings, self.journal, self.out = settings, journal, out or sys.stdout
        self.position = new_game(settings["game"])
        settings["game"] = self.position.game
        self.specs = engine_specs(settings)
        names = [spec.name for spec in self.specs]
        self.test = read_sprt(settings["sprt"]) if settings["sprt"] is not None else None
        rules = read_rules(settings["draw"], settings["resign"])
        if self.test and len(names) != 2:
            raise SprtError("sprt: a test is between two engines")
        if settings["sgf"] and self.position.kind not in SGF_GAMES:
            raise SpecError("sgf: the format has no number for Connect Four: use --pgn")
        if settings["svg"] and len(names) != 2:
            raise SpecError("svg: only a match of two engines has a curve")
        if settings["swap"] and self.position.kind != "gomoku":
            raise SpecError("swap: only Gomoku has a swap rule here")
        book = make_book(settings["openings"], settings["game"], settings["seed"])
        self.schedule = make_schedule(settings["mode"], len(names), settings["games"], book, settings["game"],
                                      settings["swap"])
        self.standings = Standings(names, self.test, self.position.kind == "othello")
        self.files = TextFiles(settings, names, self.test)
        self.earlier = list(records)
        for record in self.earlier:
            self.standings.add(record)
            score = record.score()
            self.schedule.finished(record.number, 1 - score if record.swapped else score)
            self.schedule.begun[record.pair] = Opening(tuple(record.opening), record.start)
        patience = Patience(settings["setup"], settings["hang"], settings["grace"])
        self.runner = Runner(self.specs, self.schedule, settings["concurrency"], patience, log, rules)
        self.display = Display(self.standings, self.schedule.total(), len(self.earlier), settings["interval"], quiet,
                               self.out)

    def check_engines(self):
        """Starts every engine once, before anything is written; MatchAborted names the one that fails."""
        for warning in self.runner.try_engines(self.settings["game"], self.schedule.book.sample_board()):
            self.display.note(f"warning: {warning}")

    def run(self):
        """Plays; returns 0 when complete or decided, 130 when interrupted."""
        self.files.begin(self.earlier)
        status, extra = 0, []
        began, cpu = time.monotonic(), time.process_time()
        if self.earlier:
            self.display.note(f"Resumed with {len(self.earlier)} of {self.schedule.total()} games played")
        try:
            if not self.standings.verdict():
                self.take_records()
        except KeyboardInterrupt:
            status = 130
            extra.append("Interrupted; unfinished games are not counted."
                         + (f" Go on with --resume {shlex.quote(self.journal.path)}" if self.journal else ""))
        finally:
            self.runner.close()
            self.files.draw(self.standings)
        if not self.earlier:        # of an earlier run's games nobody knows how long they took together
            extra = self.standings.cost_lines(time.monotonic() - began, time.process_time() - cpu,
                                              self.settings["concurrency"]) + extra
        if isinstance(self.schedule, Ladder):
            self.schedule.settle()
            extra.append("Ladder: " + " > ".join(self.specs[i].name for i in self.schedule.rungs))
        self.display.close(extra)
        return status

    def take_records(self):
        """Records each finished game, then counts and shows it; stops when the test is decided."""
        for record in self.runner.records(tick=1.0 if self.display.live else None):
            if record is None:
                self.display.tick()
                continue
            if self.journal:
                self.journal.append(record.to_dict())
            self.standings.add(record)
            self.files.add(record, self.standings)
            self.display.finished(record)
            if self.standings.verdict():
                self.runner.stop()
                return


def open_journal(path, settings):
    """A new journal, or None when none is wanted."""
    if not path:
        return None
    journal = Journal(path)
    journal.create(settings)
    return journal
