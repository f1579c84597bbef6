# SPDX-License-Identifier: MIT
"""Quarry itself: a person's move by mouse is answered on 8x8 and 6x6, and a whole game is played against gtp-rhino."""

import os
import re
import subprocess
import unittest

from screen import OUTFLANK, Screen, read, wait_for
from arena.referee import new_game

# Where the first cell's centre lies in quarry's window, and how far it is to the next.
CELLS = {8: (77, 159, 51), 6: (87, 169, 68)}

PLAYERS = """
[GTP Engine "rhino"]
Screen name format	= "rhino"
Name			= "GTP GRhino"
Version			= "0.16.1"
Command line		= "/usr/games/gtp-rhino -l 1"
Supported games		= "Reversi"

[New Game Parameters]
Game			= "Reversi"
White player name	= "Human"
White is computer	= true
Engine playing white	= "outflank"
Black player name	= "Human"
Black is computer	= {computer}
Engine playing black	= "rhino"

[New Reversi Game Parameters]
Board size		= {size}
Time control type	= 1
Time limit for game	= {minutes}
"""


class Quarry:
    """Quarry on a screen, set up by what `outflank setup quarry` says; what the two tell each other is kept."""

    def __init__(self, screen, size, computer, minutes):
        self.screen, self.size = screen, size
        self.sent, self.answered = (os.path.join(screen.home, name) for name in ("sent", "answered"))
        spy = os.path.join(screen.home, "spy")
        with open(spy, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\ntee '{self.sent}' | '{OUTFLANK}' gtp | tee '{self.answered}'\n")
        os.chmod(spy, 0o755)
        section = subprocess.run([OUTFLANK, "setup", "quarry"], capture_output=True, text=True, check=True).stdout
        assert f"{OUTFLANK} gtp" in section, section
        with open(os.path.join(screen.home, ".quarry"), "w", encoding="utf-8") as file:
            file.write(section.replace(f"{OUTFLANK} gtp", spy))
            file.write(PLAYERS.format(size=size, computer=str(computer).lower(), minutes=minutes))
        self.program = screen.start("quarry")

    def begin(self):
        """New Game, Forward, Play; the window of the game."""
        s = self.screen
        s.keys(s.window("Quarry Control Center"), "Return")
        dialog = s.window("New Game")
        s.keys(dialog, "alt+f")
        s.keys(dialog, "alt+p")
        window = s.window("outflank.* vs")
        wait_for("the board of the engine", lambda: "clear_board" in read(self.sent))
        return window

    def moves(self):
        """The game as the engine saw it: the moves it was told and its own, in their order."""
        answers = [a.strip() for a in re.findall(r"^[=?](.*)", read(self.answered), re.M)]
        game = []
        for line, answer in zip(read(self.sent).splitlines(), answers):
            words = line.split()
            if words[0] == "play":
                game.append((words[1], words[2].lower()))
            elif words[0] == "genmove":
                game.append((words[1], answer.lower()))
        return game

    def position(self):
        """The moves replayed by a referee that shares nothing with the engine; passes are not told."""
        position = new_game(f"othello:{self.size}x{self.size}")
        for colour, move in self.moves():
            if position.must_pass():
                position.play("pass")
            assert colour == ("black", "white")[position.side], (colour, position.moves)
            assert position.read(move) == move, (move, position.moves)
            position.play(move)
        return position

    def save(self, window):
        """Saves the game as a file and ends quarry by its own key; the text of the file."""
        s, path = self.screen, os.path.join(self.screen.home, "game.sgf")
        s.keys(window, "ctrl+s")
        dialog = s.window("Save")
        s.keys(dialog, "ctrl+a")
        s.xdotool("type", "--delay", 20, path)
        s.keys(dialog, "Return")
        text = wait_for("the saved game", lambda: read(path))
        s.no_window("Save")
        s.keys(window, "ctrl+q")
        wait_for("quarry's end", lambda: self.program.poll() is not None)
        assert self.program.returncode == 0, self.program.returncode
        return text


class Person(unittest.TestCase):
    """A person plays black with the mouse."""

    def play(self, size, column, row):
        with Screen(f"quarry-{size}x{size}") as screen:
            quarry = Quarry(screen, size, False, "2:00")
            window = quarry.begin()
            screen.picture("begun")
            x, y, step = CELLS[size]
            screen.click(window, x + step * column, y + step * row)
            wait_for("the answer to a click", lambda: len(quarry.moves()) == 2)
            position = quarry.position()
            self.assertEqual(position.moves[0], f"{chr(97 + column)}{row + 1}")
            screen.picture("answered")
            record = quarry.save(window)
            reply = position.cell(position.moves[1])
            self.assertIn(f"W[{chr(97 + reply[0])}{chr(97 + reply[1])}]", record)

    def test_8x8(self):
        self.play(8, 3, 2)

    def test_6x6(self):
        self.play(6, 2, 1)


class Rhino(unittest.TestCase):
    """A whole game between two engines."""

    def test_game(self):
        with Screen("quarry-rhino") as screen:
            quarry = Quarry(screen, 8, True, "0:30")
            window = quarry.begin()
            outcome = wait_for("the end of the game", lambda: quarry.position().outcome(), 100)
            screen.picture("over")
            record = quarry.save(window)
            self.assertEqual(outcome.winner, 1, "gtp-rhino at its first level beat us")
            self.assertRegex(record, r"RE\[W\+\d+")


if __name__ == "__main__":
    unittest.main()
