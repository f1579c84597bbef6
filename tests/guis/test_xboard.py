# SPDX-License-Identifier: MIT
"""xboard itself: it shows a whole game of Connect Four between two of us, and nobody is called a cheat."""

import os
import re
import subprocess
import unittest

from screen import OUTFLANK, Screen, read, wait_for
from arena.referee import new_game


class Game(unittest.TestCase):
    """Started by the file that `outflank setup xboard` writes, with a second engine."""

    def test_connect_four(self):
        with Screen("xboard") as screen:
            script, record, debug = (os.path.join(screen.home, name) for name in ("connect4", "game.pgn", "debug"))
            subprocess.run([OUTFLANK, "setup", "xboard", "--write", script], check=True, stderr=subprocess.DEVNULL)
            program = screen.start(script, "-scp", f"'{OUTFLANK}' xboard", "-matchGames", "1", "-st", "1",
                                   "-saveGameFile", record, "-debug", "-debugfile", debug)
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
