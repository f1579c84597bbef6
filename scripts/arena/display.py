# SPDX-License-Identifier: MIT
"""What the user sees: a table that is drawn again in place on a terminal, plain lines in a pipe.

Everything goes through printable(): the only control codes that reach a terminal are the ones written here.
"""

import shutil
import sys
import time

from .text import printable, printable_lines

BAR = 28


def duration(seconds):
    """Seconds as 1:02:03 or 2:03."""
    seconds = int(seconds + 0.5)
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


def bar(done, total):
    """A bar of '#' and '.' for a share."""
    filled = BAR * done // total if total else BAR
    return "[" + "#" * filled + "." * (BAR - filled) + "]"


class Display:
    """Tells a match's progress; `before` games were already played when it was resumed."""

    def __init__(self, standings, total, before=0, interval=10, quiet=False, out=None):
        """Chooses live or plain by what the output is."""
        self.standings, self.total, self.before = standings, total, before
        self.interval, self.quiet = interval, quiet
        self.out = out or sys.stdout
        self.live = bool(self.out and self.out.isatty()) and not quiet      # none where it was closed at the start
        self.began = time.monotonic()
        self.drawn = 0

    def progress(self):
        """The bar, the count and the time left."""
        done = self.standings.games
        elapsed = time.monotonic() - self.began
        played = done - self.before
        left = duration(elapsed / played * (self.total - done)) if played > 0 else "?"
        share = 100 * done // self.total if self.total else 100
        return f"{bar(done, self.total)} {done}/{self.total} {share}%  {duration(elapsed)} gone, {left} left"

    def note(self, text):
        """A message that stays: above the table on a terminal, a line in a pipe."""
        self.erase()
        print(printable_lines(text), file=self.out, flush=True)
        self.redraw()

    def finished(self, record):
        """A game has ended."""
        if not self.quiet and (record.kind != "normal" or not self.live):
            self.note(game_text(record))
        done = self.standings.games
        if self.live:
            self.redraw()
        elif not self.quiet and self.interval and done % self.interval == 0 and done < self.total:
            self.print(self.standings.lines() + [self.progress()])

    def tick(self):
        """A second has passed."""
        self.redraw()

    def erase(self):
        """Takes the drawn table away."""
        if self.live and self.drawn:
            self.out.write(f"\x1b[{self.drawn}A\x1b[J")
            self.drawn = 0

    def redraw(self):
        """Draws the table again in its place."""
        if not self.live:
            return
        size = shutil.get_terminal_size()
        lines = (self.standings.lines() + [self.progress()])[-max(size.lines - 1, 1):]
        self.erase()
        self.out.write("".join(printable(line, len(line))[:size.columns - 1] + "\n" for line in lines))
        self.out.flush()
        self.drawn = len(lines)

    def close(self, extra=()):
        """The last word: the table for good."""
        self.erase()
        self.live = False
        self.print(self.standings.lines() + list(extra))

    def print(self, lines):
        """Lines that stay."""
        print("\n".join(printable(line, len(line)) for line in lines), file=self.out, flush=True)


def game_text(record):
    """One game in a line, and where something went wrong the board and the line that led there."""
    text = (f"Finished game {record.number + 1} ({record.names[0]} vs {record.names[1]}): {record.result} "
            f"{{{record.reason}}} {len(record.moves)} moves {record.seconds:.2f} s")
    if record.kind in ("normal", "resign", "adjudicated"):
        return text
    return (f"{text}\n    after: {' '.join(record.moves) or '(start)'}\n"
            + (f"    move:  {record.bad_move}\n" if record.bad_move else "") + record.board)
