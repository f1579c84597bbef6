# SPDX-License-Identifier: MIT
"""xboard itself, for Connect Four: a stone dropped by mouse is answered, and two of us play a whole game."""

import os
import re
import subprocess
import unittest

from screen import OUTFLANK, Screen, read, wait_for
from arena.referee import new_game


# In xboard's window: the white stones beside the board, and the cell d1.
STONES, D1 = (264, 215), (139, 215)


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
            screen.drag(window, STONES, D1)
            answer = wait_for("the answer to a drop", lambda: re.search(r"<first *: move P@(\w+)", read(debug)))
            screen.picture("answered")
            self.assertIn("P@d1", read(debug))
            self.assertIn(answer[1], ("a1", "b1", "c1", "d2", "e1", "f1", "g1"))

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
