# SPDX-License-Identifier: MIT
"""xboard itself, for Connect Four: a stone dropped by mouse is answered, and two of us play a whole game."""

import os
import re
import subprocess
import time
import unittest

from screen import OUTFLANK, Screen, read, wait_for
from arena.referee import new_game


# The board's seven columns have two beside them on either side; below its lowest row is a margin.
COLUMNS, MARGIN = 11, 5


def lowest_row(size):
    """In a window of this size: where the white stones lie beside the board, and the cell d1."""
    width, height = size
    cell = width / COLUMNS
    return [(round(column * cell), round(height - MARGIN - cell / 2)) for column in (10.5, 5.5)]


def start(screen, *words):
    """xboard by the file that `outflank setup xboard` writes, and where it tells what is said."""
    script, debug = (os.path.join(screen.home, name) for name in ("connect4", "debug"))
    subprocess.run([OUTFLANK, "setup", "xboard", "--write", script], check=True, stderr=subprocess.DEVNULL)
    return screen.start(script, "-st", "1", "-debug", "-debugfile", debug, *words), debug


class Game(unittest.TestCase):
    """On a screen of its own each."""

    def test_person(self):
        with Screen("xboard-person") as screen:
            _, debug = start(screen)
            window = screen.window("xboard: outflank")
            wait_for("the board of the engine", lambda: "first : setup " in read(debug))
            wait_for("an idle engine", lambda: "first : pong" in read(debug))
            answer = wait_for("the answer to a drop", lambda: self.drop(screen, window, debug))
            screen.picture("answered")
            self.assertIn("P@d1", read(debug))
            self.assertIn(answer[1], ("a1", "b1", "c1", "d2", "e1", "f1", "g1"))

    @staticmethod
    def drop(screen, window, debug):
        """Carries a stone to d1, unless that is done: xboard lays its window out anew while it starts, and a stone
        carried meanwhile comes to lie elsewhere. The answer, once it is there."""
        if "P@d1" not in read(debug):
            screen.drag(window, *lowest_row(screen.size(window)))
        time.sleep(1)
        return re.search(r"<first *: move P@(\w+)", read(debug))

    def test_two_engines(self):
        with Screen("xboard-game") as screen:
            record = os.path.join(screen.home, "game.pgn")
            program, debug = start(screen, "-scp", f"'{OUTFLANK}' xboard", "-matchGames", "1", "-saveGameFile", record)
            text = wait_for("the end of the game", lambda: program.poll() is not None or self.finished(record), 100)
            self.assertIsNone(program.poll(), "xboard has ended")
            screen.picture("over")
            position = new_game("connect4")
            for drop in re.findall(r"P@([a-g])[1-6]", text):
                self.assertEqual(position.read(drop), drop, position.moves)
                position.play(drop)
            outcome = position.outcome()
            self.assertIsNotNone(outcome, position.moves)
            self.assertIn(f'[Result "{outcome.result}"]', text)
            self.assertNotRegex(text + read(debug), "(?i)forfeit|illegal move|false (win|draw|illegal)")

    @staticmethod
    def finished(record):
        """The saved game, once its result stands at its end."""
        text = read(record)
        return text if re.search(r"\} (1-0|0-1|1/2-1/2)\s*$", text) else None


if __name__ == "__main__":
    unittest.main()
