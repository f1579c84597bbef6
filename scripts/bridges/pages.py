# SPDX-License-Identifier: MIT
"""The server's pages: all games, one game, and a board to play on. No script, no outside address; they load again by
themselves and follow the browser's light or dark."""

from html import escape

STYLE = """
:root { color-scheme: light dark; --ground: #f6f6f3; --text: #1d1d1b; --faint: #66665f; --board: #2f7d4f; --line: #1f5a38;
  --card: #ffffff; --edge: #d9d9d2; --black: #111; --white: #fafafa; --mark: #ffd34d }
@media (prefers-color-scheme: dark) { :root { --ground: #17191a; --text: #e8e8e4; --faint: #9a9a92; --board: #24613e;
  --line: #15402a; --card: #202324; --edge: #34383a } }
* { box-sizing: border-box } body { margin: 0 auto; padding: 1.5rem; max-width: 72rem; background: var(--ground);
  color: var(--text); font: 16px/1.5 system-ui, sans-serif } h1 { font-size: 1.4rem; margin: 0 0 1rem }
a { color: inherit } .faint { color: var(--faint) } .games { display: flex; flex-wrap: wrap; gap: 1rem; padding: 0 }
.card { background: var(--card); border: 1px solid var(--edge); border-radius: .6rem; padding: 1rem; list-style: none }
.card h2 { font-size: 1rem; margin: 0 0 .5rem; overflow-wrap: anywhere; max-width: 14rem }
table { border-collapse: collapse; background: var(--board); border: 2px solid var(--line) }
td { border: 1px solid var(--line); width: var(--cell); height: var(--cell); padding: 0; text-align: center }
th { font-weight: normal; font-size: .8rem; color: #e4f0e8; width: var(--cell) } .card p { max-width: 15rem; margin: .6rem 0 0 }
.small { --cell: 1.6rem } .large { --cell: min(3.2rem, 10vw) } .x, .o { display: block; width: 80%; height: 80%;
  margin: 10%; border-radius: 50% } .x { background: var(--black) } .o { background: var(--white) }
.last { box-shadow: 0 0 0 2px var(--mark) } td a { display: block; width: 100%; height: 100%; text-decoration: none }
td a::after { content: ""; display: block; width: 26%; height: 26%; margin: 37%; border-radius: 50%; background: var(--mark) }
td a:focus-visible, td a:hover { outline: 3px solid var(--mark); outline-offset: -3px } code { overflow-wrap: anywhere }
input, button { font: inherit; padding: .3rem .6rem; border: 1px solid var(--edge); border-radius: .4rem;
  background: var(--card); color: inherit }
"""
NAMES = {"B": "black", "W": "white"}


def page(title, body, seconds=2, address=""):
    """A whole page that loads itself again, or the page at `address`."""
    target = f"; url={escape(address)}" if address else ""
    again = f'<meta http-equiv="refresh" content="{seconds}{target}">' if seconds else ""
    return (f'<!doctype html><html lang="en"><head><meta charset="utf-8">{again}'
            f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(title)}</title>'
            f"<style>{STYLE}</style></head><body>{body}</body></html>\n")


def board(game, size, links=None):
    """A board as a table; `links` gives the address of a cell that can be played on."""
    last = game.last().split(".")[:2]
    head = "<tr><th></th>" + "".join(f'<th scope="col">{c}</th>' for c in "abcdefgh") + "</tr>"
    rows = []
    for row in range(8):
        cells = []
        for column in range(8):
            stone, name = game.board.stone(column, row), f"{'abcdefgh'[column]}{row + 1}"
            mark = " last" if [str(column), str(row)] == last else ""
            if stone != ".":
                label = f"{name}: {'black' if stone == 'x' else 'white'}{', last move' if mark else ''}"
                cells.append(f'<td><span class="{stone}{mark}" role="img" aria-label="{label}"></span></td>')
            elif links and links(column, row):
                cells.append(f'<td><a href="{escape(links(column, row))}" aria-label="play {name}"></a></td>')
            else:
                cells.append("<td></td>")
        rows.append(f'<tr><th scope="row">{row + 1}</th>{"".join(cells)}</tr>')
    return f'<table class="{size}">{head}{"".join(rows)}</table>'


def state_text(game, seconds):
    """A game's state in words."""
    black, white = game.discs()
    score = f"black {black}, white {white}"
    if game.result:
        return f"{game.reason}. {score}" if game.result.count(".") > 2 else game.reason
    if game.state() == "wait":
        return "waits for a second player"
    left = max(seconds - (game.clock() - game.turn_began), 0)
    return f"{NAMES[game.state()]} to move, {left:.0f} s left. {score}"


def overview(sessions, address):
    """All games, the running ones first."""
    games = sorted(sessions.games.values(), key=lambda game: (bool(game.result), -game.touched))
    cards = "".join(f'<li class="card"><h2><a href="/game/{game.name}">{escape(game.name)}</a></h2>{board(game, "small")}'
                    f'<p class="faint">{escape(state_text(game, sessions.seconds))}</p></li>' for game in games)
    running = sum(game.state() in NAMES for game in games)
    body = (f"<h1>Othello games here</h1><p>{running} running, {len(games)} in all; {sessions.seconds:g} s a move. "
            f'<a href="/help">How to play here</a></p>'
            + (f'<ul class="games">{cards}</ul>' if cards else '<p class="faint">Nobody plays just now.</p>'))
    return page("Othello games", body)


def one_game(game, sessions):
    """One game with its moves."""
    moves = " ".join(game.board.moves) or "none yet"
    body = (f'<h1>{escape(game.name)}</h1>{board(game, "large")}<p>{escape(state_text(game, sessions.seconds))}</p>'
            f'<p class="faint">Moves: <code>{escape(moves)}</code></p><p><a href="/">All games</a></p>')
    return page(f"Othello: {game.name}", body, 0 if game.result else 2)


def play_page(game, sessions, token, note=""):
    """A seat's own view: legal cells are links. It is also the answer to a click that is refused, so it loads the seat's
    address again and not its own, which would send that move once more."""
    colour, address = "BW"[game.tokens.index(token)], f"/play/{game.name}/{token}"
    mine = game.state() == colour

    def link(column, row):
        """Where a click on a legal cell goes."""
        legal = mine and game.board.read(f"{chr(97 + column)}{row + 1}")
        return f"{address}/{column}/{row}" if legal else ""
    turn = " - your turn" if mine else ""
    body = (f'<h1>{escape(game.name)}: you are {NAMES[colour]}{turn}</h1>{board(game, "large", link)}'
            f"<p>{escape(note or state_text(game, sessions.seconds))}</p>"
            f'<p class="faint">This address is your seat: keep it to yourself. <a href="/">All games</a></p>')
    return page(f"Othello: {game.name}", body, 0 if game.result else 10 if mine else 2, address)


def help_page(address):
    """How to play, for people and for programs."""
    paths = (("create_session/NAME", "B or W: your colour; the game begins when two have asked"),
             ("turn/NAME", "wait, B, W or over"), ("board_string/NAME", "rows from the top: 0.0.0.B.W.0.0.0;..."),
             ("board_last/NAME", "x.y.C: column, row (from 0, top left) and colour of the last disc"),
             ("move/X/Y/NAME/C", "OK, or the reason why not"), ("result/NAME", "B.40.24: winner, black, white"))
    listed = "".join(f"<li><code>{address}/{path}</code> - {text}</li>" for path, text in paths)
    body = ('<h1>How to play here</h1><form action="/play" method="get"><p><label>Name of a game, the same for both players: '
            '<input name="id" required pattern="[A-Za-z0-9_\\-]{1,32}" maxlength="32"></label> <button>Sit down</button></p>'
            f"</form><p>Programs ask with GET:</p><ul>{listed}</ul>"
            f"<p>The engine itself: <code>scripts/bridge-http {address} NAME</code></p>"
            '<p><a href="/">All games</a></p>')
    return page("How to play", body, 0)
