# SPDX-License-Identifier: MIT
"""Games as PGN and SGF, for people and other programs."""

from .notation import sgf_point, sgf_setup, sgf_size

SGF_GAMES = {"othello": 2, "gomoku": 4}         # Connect Four has no number in SGF
TERMINATIONS = {"normal": "normal", "resign": "normal", "time": "time forfeit", "illegal": "rules infraction",
                "adjudicated": "adjudication"}


class NotationError(ValueError):
    """A game that a format cannot hold."""


def score_text(info):
    """A thought's score and depth, '+1.20/14', from the mover's side; empty when the engine said nothing."""
    if "mate" in info:
        score = f"{'+' if info['mate'] > 0 else '-'}M{abs(info['mate'])}"
    elif "cp" in info:
        score = f"{info['cp'] / 100:+.2f}"
    else:
        return f"/{info['depth']}" if "depth" in info else ""
    return score + (f"/{info['depth']}" if "depth" in info else "")


def thought_text(thought):
    """A move's comment: score/depth, time used, clock left, nodes; 'book' where nobody was asked."""
    if not thought:
        return "book"
    _, milliseconds, info = thought
    words = [score_text(info), f"{milliseconds / 1000:.3f}s"]
    if "clock" in info:
        words.append(f"clock {info['clock'] / 1000:.3f}")
    if "nodes" in info:
        words.append(f"n={info['nodes']}")
    return " ".join(word for word in words if word)


def escape_tag(text):
    """A PGN tag's value with its quotes and backslashes guarded."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def comment_of(record, index):
    """The PGN comment of a move; forced passes have none."""
    if record.moves[index] == "pass":
        return ""
    thought = record.thoughts[index] if index < len(record.thoughts) else None
    return f"{{{thought_text(thought)}}}"


def pgn(record, event="outflank match"):
    """One game as PGN; the first player is White in the tags, as PGN has it, and a comment says which colour it had."""
    tags = [("Event", event), ("Site", "?"), ("Date", record.date[:10].replace("-", ".")),
            ("Round", f"{record.pair + 1}.{record.number % 2 + 1}"), ("White", record.names[0]),
            ("Black", record.names[1]), ("Result", record.result), ("Variant", record.game),
            ("PlyCount", str(len(record.moves))), ("Termination", TERMINATIONS.get(record.kind, "abandoned")),
            ("Margin", f"{record.margin:+d}")]
    if record.start:
        tags += [("SetUp", "1"), ("FEN", record.start)]
    words = ["{White in these tags is the player who moved first}"]
    later = record.start.endswith(" o")         # the second player moves first
    for index, move in enumerate(record.moves):
        if (index + later) % 2 == 0:
            words.append(f"{(index + later) // 2 + 1}.")
        elif index == 0:
            words.append("1...")
        words.append(move)
        comment = comment_of(record, index)
        if comment:
            words.append(comment)
    words.append("{" + record.reason.replace("}", ")") + "}")
    words.append(record.result)
    head = "\n".join(f'[{name} "{escape_tag(value)}"]' for name, value in tags)
    return f"{head}\n\n{wrap(words)}\n\n"


def wrap(words, width=100):
    """Words in lines of at most `width`, comments kept whole."""
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join(lines + [line])


def escape_sgf(text):
    """SGF text with its special characters guarded."""
    return text.replace("\\", "\\\\").replace("]", "\\]").replace(":", "\\:")


def sgf_result(record):
    """RE: B+12, W+T, B+R, 0."""
    if record.result == "1/2-1/2":
        return "0"
    winner = "B" if record.result == "1-0" else "W"
    ending = {"normal": str(abs(record.margin)) if record.game.startswith("othello") else "", "resign": "R",
              "time": "T", "hang": "T", "adjudicated": ""}.get(record.kind, "F")
    return f"{winner}+{ending}"


def sgf_rule(position):
    """RU with the id of Gomoku's board and rule, which is where the program's records have it."""
    if position.kind != "gomoku":
        return ""
    return f"RU[gomoku:{position.size}{'' if position.rule == 'exact' else ',' + position.rule}]"


def sgf(record):
    """One game as SGF: Othello GM[2], Gomoku GM[4], two letters a move, row from the top; a pass is empty."""
    position = record.beginning()
    if position.kind not in SGF_GAMES:
        raise NotationError(f"SGF has no number for {position.kind}: use --pgn")
    nodes = [f"(;FF[4]CA[UTF-8]AP[outflank match]GM[{SGF_GAMES[position.kind]}]SZ[{sgf_size(position)}]{sgf_rule(position)}"
             f"PB[{escape_sgf(record.names[0])}]PW[{escape_sgf(record.names[1])}]DT[{record.date[:10]}]"
             f"RO[{record.pair + 1}]RE[{sgf_result(record)}]GC[{escape_sgf(record.reason)}]" + (sgf_setup(position) if record.start else "")]
    for index, move in enumerate(record.moves):
        cell = position.cell(move)
        text = sgf_point(position, cell) if cell else ""
        thought = record.thoughts[index] if index < len(record.thoughts) else None
        comment = f"C[{escape_sgf(thought_text(thought))}]" if thought else ""
        nodes.append(f";{'BW'[position.side]}[{text}]{comment}")
        position.play(move)
    return "".join(nodes) + ")\n"
