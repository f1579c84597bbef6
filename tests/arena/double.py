#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A test double: plays random legal moves over any of the four protocols and misbehaves when told to.

    double.py uci --fault crash@6                dies when asked for its move at ply 6
    double.py gtp --fault-rate 0.01 --log F      a random fault in one of a hundred moves, told to F first
    double.py uci --said 'mate -3'               what it says of each move, after `score`
    double.py gtp --reject-pass                  refuses `play c pass`, like gtp-rhino

Faults: crash, hang, slow, illegal, nonsense, flood (all lose), garbage (harmless talk before the move).
"""

import os
import random
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "scripts"))

from arena.notation import fairy_move, read_fairy, read_vertex, vertex      # noqa: E402
from arena.referee import new_game                                          # noqa: E402

LOSING = ("crash", "hang", "slow", "illegal", "nonsense", "flood")


class Double:
    """A random player with a position and a list of faults."""

    def __init__(self, arguments):
        """Reads the faults."""
        self.arguments = arguments
        self.random = random.Random(arguments.seed if arguments.seed >= 0 else None)
        self.faults = dict((int(ply), kind) for kind, _, ply in (f.partition("@") for f in arguments.fault))
        self.game = arguments.game
        self.position = new_game(self.game)
        self.score = arguments.score

    def say(self, text):
        """One line out, at once."""
        os.write(1, (text + "\n").encode())

    def restart(self):
        """An empty board."""
        self.position = new_game(self.game)

    def fault_now(self):
        """The fault for this move, or None; told to the log before it happens."""
        kind = self.faults.get(len(self.position.moves))
        if kind is None and self.random.random() < self.arguments.fault_rate:
            kind = self.random.choice(LOSING + ("garbage",))
        if kind and self.arguments.log:
            import json
            line = json.dumps({"kind": kind, "name": self.arguments.name, "moves": self.position.moves})
            handle = os.open(self.arguments.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
            os.write(handle, (line + "\n").encode())
            os.close(handle)
        return kind

    def choose(self):
        """A random move, or what the fault makes of it; may not return."""
        kind = self.fault_now()
        if self.arguments.think:
            time.sleep(self.arguments.think)
        if kind == "crash":
            os._exit(3)
        if kind == "hang":
            while True:
                time.sleep(100)
        if kind == "flood":
            while True:
                os.write(1, b"info string nothing to say\n" * 100)
        if kind == "slow":
            time.sleep(self.arguments.slow)
        if kind == "garbage":
            os.write(1, b"\x00\xff\xfe junk \x1b[31m\r\n\n{}\nMESSAGE talk\n")
        moves = self.position.legal()
        if kind == "illegal":
            taken = [m for m in self.position.moves if m != "pass" and m not in moves]
            return "a1" if not taken and self.position.kind == "othello" else (taken or ["z9"])[0]
        if kind == "nonsense":
            return "?!"
        return self.random.choice(moves)


class Uci(Double):
    """The double over UCI."""

    fairy = False

    def options(self):
        """What it offers."""
        if self.arguments.fairy:
            return "option name UCI_Variant type combo default chess var chess var flipello var cfour var flipello6"
        return "option name Game type string default othello"

    def set_board(self, text):
        """A board in our own text or in Fairy-Stockfish's."""
        words = text.split()
        if self.fairy:
            words = [words[0].partition("[")[0].replace("P", "x").replace("p", "o"), {"w": "x", "b": "o"}[words[1]]]
        self.position = new_game(self.game, " ".join(words))

    def hear(self, line):
        """One command."""
        words = line.split()
        if words[:1] == ["uci"]:
            self.say(f"id name {self.arguments.name}\n{self.options()}\nuciok")
        elif words[:1] == ["isready"]:
            self.say("readyok")
        elif words[:3] == ["setoption", "name", "Game"]:
            self.game = words[4]
        elif words[:3] == ["setoption", "name", "UCI_Variant"]:
            self.fairy = True
            self.game = {"flipello": "othello", "flipello6": "othello:6x6", "cfour": "connect4"}[words[4]]
        elif words[:1] == ["position"]:
            board, _, moves = line.partition(" moves ")
            self.restart()
            if words[1] == "fen":
                self.set_board(board.partition("fen ")[2])
            for word in moves.split():
                move = read_fairy(self.position, word) if self.fairy else self.position.read(word)
                self.position.play(move)
        elif words[:1] == ["go"]:
            move = self.choose()
            shown = fairy_move(self.position, move) if self.fairy and move in self.position.legal() else move
            self.say(f"info depth 3 score {self.arguments.said or f'cp {self.score}'} nodes 77 time 1 pv {shown}\nbestmove {shown}"
                     + "\nbestmove a1" * self.arguments.twice)


class Gtp(Double):
    """The double over GTP."""

    COMMANDS = ("protocol_version name version list_commands boardsize clear_board play genmove quit set_game "
                "list_games time_settings time_left komi")

    def commands(self):
        """What it says that it knows."""
        return (self.COMMANDS + " undo" * (not self.arguments.no_undo) + " reg_genmove" * self.arguments.reg_genmove).split()

    def answer(self, text="", sign="="):
        """One response."""
        self.say(f"{sign} {text}\n")

    def hear(self, line):
        """One command."""
        words = line.split()
        name, rest = words[0], words[1:]
        fixed = {"protocol_version": "2", "name": self.arguments.name, "version": "1", "komi": "",
                 "time_settings": "", "list_commands": "\n".join(self.commands()),
                 "list_games": "Othello\nGomoku\nConnect Four"}
        if name in ("time_left", "time_settings") and "." in line and self.arguments.whole_seconds:
            self.answer("syntax error", "?")
        elif name in fixed or name == "time_left":
            self.answer(fixed.get(name, ""))
        elif name == "set_game":
            self.set_game(" ".join(rest))
        elif name == "boardsize":
            kind = self.game.partition(":")[0]
            self.game = f"othello:{rest[0]}x{rest[0]}" if kind == "othello" else f"gomoku:{rest[0]}"
            self.answer()
        elif name == "clear_board":
            self.restart()
            self.answer()
        elif name == "play":
            self.play(rest)
        elif name in ("genmove", "reg_genmove") and name in self.commands():
            self.genmove(rest[0], played=name == "genmove")
        elif name == "undo" and name in self.commands():
            self.position = new_game(self.game).play_all(self.position.moves[:-1])
            self.answer()
        else:
            self.answer("unknown command", "?")

    def set_game(self, name):
        """By plain name, or by id unless told to know none."""
        plain = {"othello": "othello", "gomoku": "gomoku", "connect four": "connect4"}.get(name.lower())
        if plain is None and (":" not in name or self.arguments.plain_names):
            self.answer("unknown game", "?")
            return
        self.game = plain or name
        self.answer()

    def turn_to(self, colour):
        """Two moves in a row of one colour mean that the other side passed."""
        side = 0 if colour[0].lower() == "b" else 1
        if side != self.position.side and self.position.must_pass():
            self.position.play("pass")

    def play(self, words):
        """play C V."""
        if words[1].lower() == "pass" and self.arguments.reject_pass:
            self.answer("syntax error", "?")
            return
        self.turn_to(words[0])
        move = read_vertex(self.position, words[1])
        if move is None:
            self.answer("illegal move", "?")
            return
        self.position.play(move)
        self.answer()

    def genmove(self, colour, played=True):
        """genmove C, which is an error when it is the other's turn; played unless it is only a question."""
        self.turn_to(colour)
        if self.position.side != (0 if colour[0].lower() == "b" else 1):
            self.answer("not its turn", "?")
            return
        move = self.choose()
        text = move
        if move in self.position.legal():
            text = vertex(self.position, move)
            if played:
                self.position.play(move)
        self.answer(self.random.choice((text.lower(), text.upper())))


class Gomocup(Double):
    """The double over the Gomocup protocol."""

    board = None

    def put(self, text):
        """A stone at X,Y."""
        x, y = (int(part) for part in text.split(",")[:2])
        self.position.play(f"{chr(97 + x)}{self.position.size - y}")

    def move(self):
        """Its own stone."""
        move = self.choose()
        if self.arguments.said:
            self.say(f"MESSAGE depth 3 ev {self.arguments.said}")
        if move in self.position.legal():
            column, row = self.position.cell(move)
            self.position.play(move)
            self.say(f"{column},{self.position.size - 1 - row}")
        elif move == "?!":
            self.say("ERROR ?!")
        else:
            column, row = self.position.cell(move) if move != "z9" else (25, -80)
            self.say(f"{column},{self.position.size - 1 - row}")

    def hear(self, line):
        """One command."""
        words = line.split()
        if self.board is not None and words[0] != "DONE":
            self.board.append(line.strip())
        elif words[0] == "ABOUT":
            self.say(f'name="{self.arguments.name}", version="1"')
        elif words[0] == "START":
            self.game = f"gomoku:{words[1]},free"
            self.restart()
            self.say("OK")
        elif words[0] in ("BOARD", "SWAP2BOARD"):
            self.board = []
            self.swap2 = words[0] == "SWAP2BOARD"
        elif words[0] == "DONE":
            stones, self.board = self.board, None
            if self.swap2:
                wrong = [s for s in stones if s.count(",") != 2] if self.arguments.swap_fields else []
                self.say("ERROR field\n" * len(wrong) + ("1,1 2,2 3,3" if wrong else self.arguments.swap2))
                return
            self.restart()
            for stone in stones:
                self.put(stone)
            self.move()
        elif words[0] == "TURN":
            self.put(words[1])
            self.move()
        elif words[0] == "BEGIN":
            self.move()
        elif words[0] == "END":
            os._exit(0)
        elif words[:2] == ["INFO", "rule"]:
            self.game = f"gomoku:{self.position.size}" + (",free" if words[2] == "0" else "")
            self.restart()
        elif words[0] != "INFO":
            self.say("UNKNOWN command")


class NBoard(Double):
    """The double over NBoard."""

    def hear(self, line):
        """One command."""
        words = line.split()
        if words[0] == "ping":
            self.say(f"pong {words[1]}")
        elif words[:2] == ["set", "game"]:
            board, _, record = line.partition("BO[")[2].partition("]")
            *rows, side = board.split()[1:]
            self.position = new_game(self.game, f"{'/'.join(rows)} {side}")
            for text in record.split("[")[1:]:
                self.position.play(self.position.read(text.partition("]")[0]))
        elif words[:2] == ["set", "depth"]:
            self.say(f"set myname {self.arguments.name}")
        elif words[0] == "go":
            move = self.choose()
            self.say("search f5d6 1.25 0 9")
            self.say(f"=== {move.upper()}/{self.arguments.said or 1.25}/0.01")


KINDS = {"uci": Uci, "gtp": Gtp, "gomocup": Gomocup, "nboard": NBoard}


class Arguments:
    """The command line, read by hand: starting fast matters, for a match starts many doubles."""

    protocol = "uci"
    name, game, log, swap2, said = "double", "othello", None, "SWAP", None
    fault_rate, slow, think = 0.0, 0.5, 0.0
    seed, score = -1, 12
    swap_fields = False
    fairy = reject_pass = plain_names = whole_seconds = twice = no_undo = reg_genmove = False

    def __init__(self, words):
        """Reads `protocol --name value --flag ...`; an unknown name is an error."""
        self.fault = []
        self.protocol, words = words[0], list(words[1:])
        while words:
            key = words.pop(0)[2:].replace("-", "_")
            value = getattr(self, key)
            if key == "fault":
                self.fault.append(words.pop(0))
            elif value is False:
                setattr(self, key, True)
            else:
                setattr(self, key, type(value)(words.pop(0)) if value is not None else words.pop(0))


def main():
    """Reads lines until the end of input or quit."""
    arguments = Arguments(sys.argv[1:])
    double = KINDS[arguments.protocol](arguments)
    for line in sys.stdin:
        if line.strip() == "quit":
            break
        if line.strip():
            double.hear(line)


if __name__ == "__main__":
    main()
