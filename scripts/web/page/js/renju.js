// SPDX-License-Identifier: MIT
// renju.js - where black may not play at renju: six or more in a row, two fours, two threes, unless the stone makes
// exactly five.
//
// A four is four stones that one more makes exactly five. A three is three that one more, which black may really put
// there and which makes no five, makes a straight four: four side by side that either end makes exactly five.

const EMPTY = 0, BLACK = 1;
const STEPS = [[1, 0], [0, 1], [1, 1], [1, -1]];

// The cell k steps away, or -1 outside the board.
function away(board, cell, [dx, dy], k) {
    const x = cell % board.size + k * dx, y = Math.floor(cell / board.size) + k * dy;
    return x >= 0 && y >= 0 && x < board.size && y < board.size ? y * board.size + x : -1;
}

// How many black stones follow one another from a cell in one direction, it not counted.
function reach(board, cell, step, sign) {
    let k = 1;
    while (board.cells[away(board, cell, step, sign * k)] === BLACK)
        k++;
    return k - 1;
}

function run(board, cell, step) {
    return 1 + reach(board, cell, step, 1) + reach(board, cell, step, -1);
}

// What `ask` says with a black stone on the cell.
function withStone(board, cell, ask) {
    board.cells[cell] = BLACK;
    const answer = ask();
    board.cells[cell] = EMPTY;
    return answer;
}

// The fours through the stone on a cell along a line, each as the steps of its stones, and how many cells finish them.
function fours(board, cell, step) {
    const sets = new Set();
    let ways = 0;
    for (let k = -4; k <= 4; k++) {
        const there = away(board, cell, step, k);
        if (there < 0 || board.cells[there] !== EMPTY)
            continue;
        withStone(board, there, () => {
            const begin = -reach(board, cell, step, -1);
            if (run(board, cell, step) !== 5 || k < begin || k >= begin + 5)
                return;
            ways++;
            sets.add([0, 1, 2, 3, 4].map(i => begin + i).filter(i => i !== k).join());
        });
    }
    return {count: sets.size, ways};
}

// Whether the stone on a cell is one of a three along a line.
function isThree(board, cell, step) {
    return [1, -1].some(sign => {
        const k = reach(board, cell, step, sign) + 1, there = away(board, cell, step, sign * k);
        if (k > 3 || there < 0 || board.cells[there] !== EMPTY)
            return false;
        const grows = withStone(board, there, () => run(board, cell, step) === 4 && fours(board, cell, step).ways === 2
            && !STEPS.some(other => run(board, there, other) === 5));
        return grows && !barred(board, there);
    });
}

function barred(board, cell) {
    return withStone(board, cell, () => {
        const runs = STEPS.map(step => run(board, cell, step));
        if (runs.includes(5))
            return false;
        return Math.max(...runs) > 5 || STEPS.reduce((n, step) => n + fours(board, cell, step).count, 0) > 1
            || STEPS.filter(step => isThree(board, cell, step)).length > 1;
    });
}

// Whether black may not play on an empty cell of a position.
export function forbidden(position, cell) {
    return barred({size: position.shape.width, cells: position.cells.slice()}, cell);
}
