# SPDX-License-Identifier: MIT
"""A player's part on an HTTP session server for Othello.

    GET create_session/ID        B or W                        once
    GET turn/ID                  whose turn it is              every two seconds
    GET board_string/ID          0.0.0.B.W.0.0.0;...           rows from the top
    GET board_last/ID            x.y.C                         the last disc
    GET move/X/Y/ID/C                                          our move

A request that fails is made again after 0.1 s, then politely less often. A move is different: when it is not clear whether
the server has taken it, the board decides, and only a board without our disc makes us send it again. On a server that
calls the row x and the column y the last move shows it, and we follow.

Our own server says more, and the bridge uses it: turn answers `over` at the end, result/ID tells who won, and a token of
ours goes along in a header, so that asking for a session again gives the same colour.
"""

import secrets
import time

from .client import Failed, get
from .gameserver import TOKEN_HEADER
from .player import BLACK, COLOURS, WHITE, counts, position_of

LETTERS = {"B": BLACK, "W": WHITE}
CELLS = {"0": ".", "B": "x", "W": "o"}
SLOWEST = 5.0               # seconds between two tries, at most
REFUSALS = 12               # of one move after another, before we give up
CHECKS_MAX = 4              # of the board for a move the server has accepted


class GivenUp(Exception):
    """The game cannot go on; the text says why."""


def read_rows(text):
    """Rows of x, o and '.' from a board as it is sent; None when it is none."""
    rows = [row.split(".") for row in text.strip().strip(";").split(";")]
    if len(rows) != 8 or any(len(row) != 8 or any(cell not in CELLS for cell in row) for row in rows):
        return None
    return ["".join(CELLS[cell] for cell in row) for row in rows]


def read_last(text):
    """(x, y, side) of the last move, or None when there is none."""
    words = text.strip().split(".")
    if len(words) != 3 or words[2] not in LETTERS or any(len(w) != 1 or w not in "01234567" for w in words[:2]):
        return None
    return int(words[0]), int(words[1]), LETTERS[words[2]]


class Bridge:
    """One game in one session."""

    def __init__(self, address, name, player, say, poll=2.0, retry=0.1, patience=60.0, timeout=10.0):
        """`patience` is how long nothing may work before we give up."""
        self.address, self.name, self.player, self.say = address, name, player, say
        self.poll, self.retry, self.patience, self.timeout = poll, retry, patience, timeout
        self.token = secrets.token_hex(16)
        self.side = None
        self.swapped = False            # the server's x is the row
        self.seen = None                # the last move told
        self.discs = 0                  # on the last board seen
        self.sent = []                  # our moves, in order, each once

    # Requests.

    def headers(self):
        """What goes along with every request."""
        return [(TOKEN_HEADER, self.token)]

    def ask(self, path, understand):
        """understand(text) of a path's answer, asked until it is not None; GivenUp when nothing works for too long."""
        pause, warned, began = self.retry, False, time.monotonic()
        while True:
            try:
                status, text = get(self.address, path, self.headers(), self.timeout)
                value = understand(text) if status == 200 else None
                reason = f"it answers {text[:60]!r}" + (f" with status {status}" if status != 200 else "")
                if status in (403, 404, 409, 410) and value is None and path.startswith("/create_session"):
                    raise GivenUp(f"the server refuses a session: {text[:200]}")
            except Failed as why:
                value, reason = None, str(why)
            if value is not None:
                if warned:
                    self.say("the server answers again")
                return value
            failing = time.monotonic() - began
            if failing > self.patience:
                raise GivenUp(f"nothing works for {self.patience:g} s: {reason}")
            if not warned and failing > 1.0:
                self.say(f"{path}: {reason}; trying again")
                warned = True
            time.sleep(pause)
            pause = min(1.5 * pause, SLOWEST)

    def rows(self):
        """The board. Discs are never taken away: fewer than before are those of another game."""
        rows = self.ask(f"/board_string/{self.name}", read_rows)
        if sum(counts(rows)) < self.discs:
            raise GivenUp("another game has begun under this name, and how ours ended was not to be seen")
        self.discs = sum(counts(rows))
        return rows

    def turn(self):
        """B, W, or what else the server says."""
        return self.ask(f"/turn/{self.name}", lambda text: text[:20] if text else None)

    # The game.

    def play(self):
        """Plays until the game is over; its result as text."""
        colour = self.ask(f"/create_session/{self.name}", lambda text: text if text in LETTERS else None)
        self.side = LETTERS[colour]
        self.say(f"session {self.name} on {self.address}: we play {COLOURS[self.side]}")
        waited = stuck = False
        while True:
            turn = self.turn()
            rows = self.rows()
            if turn == "over" or self.is_over(rows):
                return self.result(rows)
            if turn == colour and position_of(rows, self.side).mover_set():
                self.make_move(rows)
                continue
            if turn == colour and not stuck:
                self.say("our turn, but there is no legal move: waiting for the server to pass")
                stuck = True
            elif not waited:
                self.say("waiting for the other player")
            waited = True
            time.sleep(self.poll)

    def is_over(self, rows):
        """True when neither side can move."""
        return not any(position_of(rows, side).mover_set() for side in (BLACK, WHITE))

    def result(self, rows):
        """How it ended, in words; our own server is asked, the board tells the rest."""
        discs = counts(rows)
        margin = discs[self.side] - discs[1 - self.side]
        words, why = "we win" if margin > 0 else "we lose" if margin < 0 else "a tie", ""
        try:
            status, text = get(self.address, f"/result/{self.name}", self.headers(), self.timeout)
            parts = text.split(".")
            if status == 200 and parts[0] in ("B", "W", "D"):
                words = "a tie" if parts[0] == "D" else "we win" if LETTERS[parts[0]] == self.side else "we lose"
                why = " on time" if parts[3:] == ["time"] else ""
        except Failed:
            pass
        return f"{words}{why}: black {discs[0]}, white {discs[1]}"

    def look_at_last(self, rows):
        """Learns from the last move whether x counts rows."""
        last = read_last(self.ask(f"/board_last/{self.name}", lambda text: text if text else "none"))
        if last is None:
            return
        x, y, side = last
        own = "xo"[side]
        plain, turned = rows[y][x] == own, rows[x][y] == own
        if plain != turned and turned != self.swapped:
            self.swapped = turned
            self.say("the server's x is the row" if turned else "the server's x is the column")
        if side != self.side and last != self.seen:
            column, row = (y, x) if self.swapped else (x, y)
            self.say(f"{COLOURS[side]} {'abcdefgh'[column]}{row + 1}")
        self.seen = last

    def make_move(self, rows):
        """Chooses a move and makes sure that the server has it, once."""
        self.look_at_last(rows)
        refused = []
        position = position_of(rows, self.side)
        while len(refused) < REFUSALS:
            move = self.player.move(position, refused)
            if move is None:
                raise GivenUp(f"the server refuses every move; the last one was {refused[-1]}")
            made = self.deliver(move, rows)
            if made:
                self.sent.append(made)
                self.say(f"{COLOURS[self.side]} {made}")
                return
            if self.rows() != rows or self.turn() != "BW"[self.side]:
                return                          # the game has gone on without it
            self.say(f"the server refuses {move}")
            refused.append(move)
        raise GivenUp("the server refuses one move after another")

    def deliver(self, move, rows):
        """Sends a move until the board shows it, and returns it; None when the server has refused it.

        Before the first disc nothing shows which way round the server counts. The move may then turn out to be its
        mirror image, which is as good, and we know from then on.
        """
        column, row = ord(move[0]) - 97, int(move[1:]) - 1
        x, y = (row, column) if self.swapped else (column, row)
        pause, began, accepted = self.retry, time.monotonic(), 0
        while True:
            refused = False
            try:
                if not accepted:
                    status, text = get(self.address, f"/move/{x}/{y}/{self.name}/{'BW'[self.side]}", self.headers(),
                                       self.timeout)
                    refused = 400 <= status < 500 and status not in (408, 425, 429)
            except Failed as why:
                status, text = 0, str(why)
            accepted += status == 200
            now = self.rows()                   # the truth, whatever was answered
            if now[row][column] != ".":
                return move
            if rows[column][row] == "." and now[column][row] != ".":
                self.swapped = not self.swapped
                self.say("the server's x is the row" if self.swapped else "the server's x is the column")
                return f"{'abcdefgh'[row]}{column + 1}"
            if now != rows or refused or accepted > CHECKS_MAX:
                return None
            if time.monotonic() - began > self.patience:
                raise GivenUp(f"our move does not get through: {text[:200]}")
            time.sleep(pause)
            pause = min(1.5 * pause, SLOWEST)
