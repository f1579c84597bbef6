# SPDX-License-Identifier: MIT
"""UCI, in two dialects.

Own:    the engine has an option `Game`; moves are written in the game's own notation and a pass is `pass`.
Fairy:  the engine has (or the user sets) `UCI_Variant`; moves are drops `P@d1`, Othello ranks count from the
        bottom, and a pass is the lowest own disc moving to itself, as Fairy-Stockfish writes it.

In both the first player is UCI's white: wtime is its clock.
"""

from .boards import board_text
from .clock import MILLISECOND
from .driver import Answer, Driver, number_in
from .notation import fairy_board, fairy_move, read_fairy
from .process import EngineRefused
from .text import printable

VARIANTS = {
    "othello": ("flipello", "othello", "reversi"), "othello:6x6": ("flipello6",), "othello:10x10": ("flipello10",),
    "connect4": ("cfour", "connect4"), "gomoku": ("gomoku",), "gomoku:15,free": ("gomokufreestyle",),
    "gomoku:15,renju": ("renju",), "gomoku:15,caro": ("caro",),
}


class UciDriver(Driver):
    """Drives an engine over UCI."""

    games = ("othello", "gomoku", "connect4")

    def __init__(self, *arguments):
        """Nothing is known of the engine's options yet."""
        super().__init__(*arguments)
        self.offered = {}
        self.fairy = False
        self.start = "startpos"
        self.line_so_far = []
        self.last_info = ""

    def handshake(self, position):
        """uci ... uciok, then the user's options and the game."""
        self.say("uci")
        self.expect(self.take_greeting, "'uci' with 'uciok'")
        options = dict(self.spec.options)
        lowered = {name.lower() for name in options}
        if "uci_variant" in lowered:
            self.fairy = True
        elif "game" in self.offered:
            options["Game"] = position.game
        elif "uci_variant" in self.offered:
            self.fairy = True
            options["UCI_Variant"] = self.variant_for(position)
        for name, value in options.items():
            self.say(f"setoption name {name}" + (f" value {value}" if value != "" else ""))
        self.synchronise()

    def take_greeting(self, line):
        """Collects the engine's name and options; true at uciok."""
        words = line.split()
        if words[:2] == ["id", "name"]:
            self.about = printable(" ".join(words[2:]), 80)
        elif words[:2] == ["option", "name"] and "type" in words:
            split = words.index("type")
            self.offered[" ".join(words[2:split]).lower()] = words[split:]
        return words[:1] == ["uciok"]

    def variant_for(self, position):
        """The engine's own name for the game, from its list of variants."""
        listed = self.offered["uci_variant"]
        for name in VARIANTS.get(position.game, ()):
            if name in listed:
                return name
        return self.refuse_game(position)

    def synchronise(self):
        """isready and its answer."""
        self.say("isready")
        self.expect(lambda line: line.strip() == "readyok", "'isready'")

    def begin(self, position, clocks, side):
        """Forgets the last game."""
        self.line_so_far = []
        self.start = "startpos"
        if position.start:
            self.place(position)
        self.say("ucinewgame")
        self.synchronise()

    def place(self, position):
        """Goes on from a board, whatever led to it; the engine keeps what it knows."""
        self.line_so_far = []
        self.start = "fen " + (fairy_board(position) if self.fairy else board_text(position))

    def note(self, position, move):
        """Appends the move, in the engine's dialect, to the line sent with every request."""
        self.line_so_far.append(fairy_move(position, move) if self.fairy else move)

    def ask(self, position, clocks):
        """Position and go in one write."""
        self.last_info = ""
        moves = " moves " + " ".join(self.line_so_far) if self.line_so_far else ""
        self.process.write(f"position {self.start}{moves}\ngo{go_words(clocks, position.side)}\n")

    def answer_in(self, line, position):
        """Keeps the last scored info line; bestmove ends the search."""
        if line.startswith("info"):
            if " score " in line and (" multipv " not in line or " multipv 1 " in line):
                self.last_info = line
            return None
        words = line.split()
        if words[:1] != ["bestmove"]:
            return None
        text = words[1] if len(words) > 1 else ""
        move = read_fairy(position, text) if self.fairy else position.read(text)
        return Answer(text, move, 0, read_info(self.last_info))

    def interrupt(self):
        """stop."""
        self.say("stop")


def go_words(clocks, side):
    """The arguments of go for both clocks and the mover's limits."""
    own = clocks[side]
    words = ""
    if own.left is not None:
        # An opponent without a game clock still needs a number: show it the mover's own.
        first, second = (clock.left_ms() or own.left_ms() for clock in clocks)
        words += f" wtime {first} btime {second} winc {clocks[0].increment_ms()} binc {clocks[1].increment_ms()}"
        if own.moves_to_go is not None:
            words += f" movestogo {own.moves_to_go}"
    limits = own.limits
    if limits.movetime is not None:
        words += f" movetime {max(limits.movetime // MILLISECOND, 1)}"
    if limits.nodes:
        words += f" nodes {limits.nodes}"
    if limits.depth:
        words += f" depth {limits.depth}"
    if not words:
        raise EngineRefused("has no limit for its moves: give tc, st, nodes or depth")
    return words


def read_info(line):
    """Depth, score, nodes of an info line; scores are the mover's, in centi-units or plies to mate."""
    words = line.split()
    info = {"depth": number_in(words, "depth"), "nodes": number_in(words, "nodes"),
            "cp": number_in(words, "cp"), "mate": number_in(words, "mate")}
    return {name: value for name, value in info.items() if value is not None}
