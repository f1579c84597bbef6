# SPDX-License-Identifier: MIT
"""GTP 2, with the habits of engines that play other games than Go over it.

Nobody is asked to pass: the arena plays forced passes itself. They are told as `play c pass` until an engine
answers that with an error; from then on it simply gets two moves in a row of one colour, as Quarry does it.
"""

import tempfile

from .clock import NANOSECONDS
from .driver import Answer, Driver
from .notation import read_vertex, sgf_setup, sgf_size, vertex
from .process import EngineHung, EngineRefused, monotonic
from .text import printable

GAME_NAMES = {"othello": ("othello", "reversi"), "gomoku": ("gomoku", "gobang", "five in a row"),
              "connect4": ("connect4", "connect four", "connectfour", "connect-four", "four in a row")}
COLOURS = ("black", "white")


class GtpDriver(Driver):
    """Drives an engine over GTP."""

    games = ("othello", "gomoku", "connect4")
    scores = False

    def __init__(self, *arguments):
        """Nothing is known of the engine yet."""
        super().__init__(*arguments)
        self.commands = set()
        self.takes_pass = True
        self.takes_fractions = True     # of a second, in time commands; the standard has none
        self.untold = []        # (side, vertex) noted but not yet sent
        self.own_answer = None  # the move the engine has already played on its own board
        self.request = "genmove"

    def command(self, text):
        """Sends a command and returns its text; EngineRefused carries the engine's own error.

        A response that comes before its command is none, or two sides would talk past each other from then on.
        """
        self.process.drain()
        self.say(text)
        deadline = monotonic() + int(self.patience.setup * NANOSECONDS)
        lines = self.response(deadline)
        if lines is None:
            raise EngineHung(f"did not answer {text!r} within {self.patience.setup:g} s")
        if lines[0].startswith("?"):
            raise EngineRefused(f"refused {text!r}: {printable(lines[0][1:].strip()) or 'no reason given'}")
        return "\n".join([lines[0][1:].lstrip("0123456789").strip()] + lines[1:])

    def response(self, deadline):
        """The lines of one response, talk before it skipped; None at the deadline."""
        lines = []
        while True:
            line = self.process.line(deadline)
            if line is None:
                return None
            if lines and not line.strip():
                return lines
            if lines or line[:1] in ("=", "?"):
                lines.append(line)

    def say_raw(self, line):
        """Sends one of the user's own commands and waits for its answer."""
        self.command(line)

    def accepts(self, text):
        """True when a command succeeds."""
        try:
            self.command(text)
        except EngineRefused:
            return False
        return True

    def handshake(self, position):
        """Name, command list, and the game where the engine knows several."""
        self.command("protocol_version")
        try:
            self.about = printable(f"{self.command('name')} {self.command('version')}".strip(), 80)
        except EngineRefused:
            pass
        try:
            self.commands = set(self.command("list_commands").split())
        except EngineRefused:
            self.commands = set()
        if self.spec.options:
            raise EngineRefused("GTP knows no options: put them in cmd= or as commands in init=")

    def select(self, position):
        """Chooses game and board size."""
        sized = self.choose_game(position)
        if not sized and position.width == position.height:
            self.command(f"boardsize {position.width}")

    def choose_game(self, position):
        """set_game, by the full id, the listed name or the plain kind; true if that settles the size too."""
        if self.spec.game_name:
            self.command(f"set_game {self.spec.game_name}")
            return False
        default = position.game == position.kind
        sayable = position.width == position.height and ",x=" not in position.game      # boardsize takes one number
        if self.commands and "set_game" not in self.commands:
            if not sayable:
                self.refuse_game(position)
            return False
        listed = []
        if not self.commands or "list_games" in self.commands:
            try:
                listed = [name.strip() for name in self.command("list_games").splitlines()]
            except EngineRefused:
                pass
        plain = [name for name in listed if name.lower() in GAME_NAMES[position.kind]]
        if not default and self.accepts(f"set_game {position.game}"):
            return True
        for name in plain or GAME_NAMES[position.kind][:1] if sayable or default else ():
            if self.accepts(f"set_game {name}"):
                return default and position.width != position.height
        if listed or not default:
            self.refuse_game(position)
        return False

    def begin(self, position, clocks, side):
        """Game, size, empty board and clock."""
        self.select(position)
        self.command("clear_board")
        if position.start:
            self.set_board(position)
        self.untold = []
        self.own_answer = None
        limits = clocks[side].limits
        main, period, stones = time_settings(limits)
        self.tell_time("time_settings", lambda text: f"{text(main)} {text(period)} {stones}")
        if limits.nodes or limits.depth:
            self.warnings = ["GTP cannot carry nodes= or depth=: set them in the engine's own command"]

    def set_board(self, position):
        """Hands a board over in the only way GTP has, as a game record in a file."""
        if "loadsgf" not in self.commands:
            raise EngineRefused("cannot be given a board over GTP, for it knows no loadsgf: use openings made of moves")
        with tempfile.NamedTemporaryFile("w", suffix=".sgf") as file:
            file.write(f"(;FF[4]GM[2]SZ[{sgf_size(position)}]{sgf_setup(position)})\n")
            file.flush()
            self.command(f"loadsgf {file.name}")

    def note(self, position, move):
        """Remembers the move until the next request, unless the engine made it itself."""
        if self.own_answer == (len(position.moves), move):
            return
        self.untold.append((position.side, vertex(position, move)))

    def prepare(self, position, clocks):
        """Tells the moves the engine has not heard of, then its clock."""
        for side, text in self.untold:
            if text == "pass" and not self.takes_pass:
                continue
            try:
                self.command(f"play {COLOURS[side]} {text}")
            except EngineRefused:
                if text != "pass":
                    raise
                self.takes_pass = False
        self.untold = []
        self.own_answer = None
        clock = clocks[position.side]
        allowed = clock.allowed()
        if allowed is not None:
            stones = 1 if clock.left is None else clock.moves_to_go or 0
            self.tell_time("time_left", lambda text: f"{COLOURS[position.side]} {text(allowed)} {stones}")

    def tell_time(self, name, arguments):
        """Sends a time command with parts of a second; an engine that refuses them gets whole ones, rounded down."""
        if name not in self.commands:
            return
        if self.takes_fractions:
            if self.accepts(f"{name} {arguments(fraction_text)}"):
                return
            self.takes_fractions = False
            if arguments(fraction_text) != arguments(whole_text):
                self.warnings.append(f"takes whole seconds only in {name}: its clock is told rounded down")
        if not self.accepts(f"{name} {arguments(whole_text)}"):
            self.commands.discard(name)
            self.warnings.append(f"refuses {name}: it does not know its clock")

    def ask(self, position, clocks):
        """genmove, or what leaves the engine's board as it is."""
        self.say(f"{self.request} {COLOURS[position.side]}")

    def wonder(self, position, clocks):
        """reg_genmove, which plays nothing, or a genmove that is taken back; of its list an engine need know neither."""
        if "reg_genmove" in self.commands:
            self.request = "reg_genmove"
        elif self.commands and "undo" not in self.commands:
            return None
        try:
            answer = self.think(position, clocks)
            if self.request == "genmove" and not answer.resigned:
                self.command("undo")
        finally:
            self.request, self.own_answer = "genmove", None
        return answer

    def answer_in(self, line, position):
        """The line with the sign is the answer; the empty line after it is read too."""
        if line[:1] not in ("=", "?"):
            return None
        text = line[1:].lstrip("0123456789").strip()
        self.expect(lambda rest: not rest.strip(), "genmove with an empty line at the end")
        if line[0] == "?":
            raise EngineRefused(f"refused genmove: {printable(text) or 'no reason given'}")
        if text.lower() == "resign":
            return Answer(text, None, 0, resigned=True)
        move = read_vertex(position, text)
        self.own_answer = (len(position.moves), move)
        return Answer(text, move, 0)


def fraction_text(nanoseconds):
    """Seconds with as many decimals as they need."""
    return f"{nanoseconds / NANOSECONDS:.3f}".rstrip("0").rstrip(".")


def whole_text(nanoseconds):
    """Whole seconds, rounded down: no time is promised that is not there."""
    return str(nanoseconds // NANOSECONDS)


def time_settings(limits):
    """Main time, period (both nanoseconds) and stones; 0 1 0 means no limit."""
    if limits.base is not None:
        return (0, limits.base, limits.moves) if limits.moves else (limits.base, 0, 0)
    if limits.movetime is not None:
        return 0, limits.movetime, 1
    return 0, NANOSECONDS, 0
