# SPDX-License-Identifier: MIT
"""The swap rule for Gomoku: the opening is on the board, and the second player says which colour it wants.

A Gomocup brain is asked with SWAP2BOARD, where three stones may also be answered with two more, after which the
other side chooses on five. Any other engine is asked for a move, which is not played but takes time off its clock: it
keeps White if it thinks itself not worse, or says nothing of it.
"""

from .process import as_fault


def settle_colours(game):
    """Asks until the colours are settled; false when an engine failed and so lost."""
    chooser = game.position.side
    for _ in range(2):
        if game.position.outcome() or game.position.side != 1:
            return True
        driver = game.drivers[chooser]
        try:
            choice = ask_choice(driver, game, chooser)
        except Exception as why:
            fault = as_fault(why)
            game.fail(chooser, fault.kind, str(fault))
            driver.kill()
            return False
        if choice == "late":
            return False
        if choice == "swap":
            game.exchange()
            return True
        stones = choice if isinstance(choice, list) else []
        if None in stones:
            game.fail(chooser, "illegal", "answers SWAP2BOARD with a cell that is not free")
            return False
        if len(stones) > 1 and len(game.position.moves) > 3:
            game.fail(chooser, "illegal", "answers SWAP2BOARD on five stones with two more")
            return False
        for move in stones:
            if game.position.read(move) is None:
                game.fail(chooser, "illegal", f"answers SWAP2BOARD with {move!r} twice", move)
                return False
            game.advance(move, [game.position.side, 0, {"swap": 1}])
        if len(stones) != 2:
            return True
        # Two more stones: White is to move again, and whoever did not put them chooses.
        chooser = 1 - chooser
    return True


def ask_choice(driver, game, chooser):
    """'swap', a list of stones to put, 'stay', or 'late' when the engine has lost on time over it."""
    if hasattr(driver, "choose_side") and len(game.position.moves) in (3, 5):
        choice = driver.choose_side(game.position)
        if choice is not None:
            return choice
    own_first = 1 if chooser == game.position.side else -1      # White's clock is that of who would be White
    answer = driver.wonder(game.position, game.clocks[::own_first])
    if answer is None:
        return "stay"
    if not game.charge(chooser, answer):
        return "late"
    worse = answer.info.get("cp", 0) < 0 or answer.info.get("mate", 0) < 0
    return "swap" if worse else "stay"
