# SPDX-License-Identifier: MIT
"""The paths of the HTTP game server, and what each of them does."""

import re
import secrets
from urllib.parse import parse_qsl

from . import pages
from .httpd import BadRequest, Response, is_foreign
from .sessions import Refused

NAME = r"([A-Za-z0-9_-]{1,32})"
TOKEN = r"([0-9a-f]{32})"
TOKEN_HEADER = "x-outflank-player"


class GameServer:
    """Answers requests for a collection of sessions."""

    def __init__(self, sessions, address=""):
        """`address` is what the help page shows as ours."""
        self.sessions, self.address = sessions, address
        self.routes = [(re.compile(pattern), handler, changes) for pattern, handler, changes in (
            (rf"/create_session/{NAME}", self.create, True), (rf"/turn/{NAME}", self.turn, False),
            (rf"/board_string/{NAME}", self.board_string, False), (rf"/board_last/{NAME}", self.board_last, False),
            (rf"/move/([0-7])/([0-7])/{NAME}/([BW])", self.move, True), (rf"/result/{NAME}", self.result, False),
            (r"/", self.overview, False), (r"/help", self.help, False), (rf"/game/{NAME}", self.game, False),
            (r"/play", self.sit_down, True), (rf"/play/{NAME}/{TOKEN}", self.play, False),
            (rf"/play/{NAME}/{TOKEN}/([0-7])/([0-7])", self.play_move, True))]

    def handle(self, request):
        """The Response to a Request."""
        for pattern, handler, changes in self.routes:
            found = pattern.fullmatch(request.path)
            if found:
                if changes and is_foreign(request):
                    raise BadRequest(403, "requests from other sites are not answered")
                if changes and request.method != "GET":
                    raise BadRequest(405, "only GET does this")
                try:
                    answer = handler(request, *found.groups())
                except Refused as why:
                    return Response(why.status, str(why))
                return answer if isinstance(answer, Response) else Response(200, answer)
        return Response(404, "there is nothing here: see /help")

    def token(self, request):
        """The token a program sends along, or None."""
        token = request.headers.get(TOKEN_HEADER)
        if token is not None and not re.fullmatch(TOKEN, token.lower()):
            raise BadRequest(400, f"{TOKEN_HEADER} is 32 hexadecimal digits")
        return token and token.lower()

    def create(self, request, name):
        """create_session/NAME."""
        return self.sessions.create(name, self.token(request))

    def turn(self, request, name):
        """turn/NAME."""
        return self.sessions.find(name).state()

    def board_string(self, request, name):
        """board_string/NAME."""
        return self.sessions.find(name).rows()

    def board_last(self, request, name):
        """board_last/NAME."""
        return self.sessions.find(name).last()

    def result(self, request, name):
        """result/NAME; empty before the end."""
        return self.sessions.find(name).result

    def move(self, request, column, row, name, colour):
        """move/X/Y/NAME/C."""
        self.sessions.move(name, int(column), int(row), colour, self.token(request))
        return "OK"

    # For people.

    def html(self, text):
        """A page."""
        return Response(200, text, "text/html")

    def overview(self, request):
        """All games."""
        self.sessions.tick()
        return self.html(pages.overview(self.sessions, self.address))

    def help(self, request):
        """How to play."""
        return self.html(pages.help_page(self.address))

    def game(self, request, name):
        """One game."""
        return self.html(pages.one_game(self.sessions.find(name), self.sessions))

    def sit_down(self, request):
        """play?id=NAME: a seat with a token of its own, and the page of that seat."""
        try:
            name = dict(parse_qsl(request.query, max_num_fields=4)).get("id", "")
        except ValueError:              # more fields
            name = ""
        if not re.fullmatch(NAME, name):
            return Response(400, "a name has 1 to 32 letters, digits, - or _")
        token = secrets.token_hex(16)
        self.sessions.create(name, token)
        return Response(303, "", more={"Location": f"/play/{name}/{token}"})

    def seat(self, name, token):
        """A game and a token that has a seat in it."""
        game = self.sessions.find(name)
        if token not in game.tokens:
            raise Refused(404, "there is no such seat")
        return game

    def play(self, request, name, token):
        """A seat's page."""
        return self.html(pages.play_page(self.seat(name, token), self.sessions, token))

    def play_move(self, request, name, token, column, row):
        """A click on a cell."""
        game = self.seat(name, token)
        try:
            self.sessions.move(name, int(column), int(row), "BW"[game.tokens.index(token)], token)
        except Refused as why:
            return self.html(pages.play_page(game, self.sessions, token, str(why)))
        return Response(303, "", more={"Location": f"/play/{name}/{token}"})
