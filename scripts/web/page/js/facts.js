// SPDX-License-Identifier: MIT
// facts.js - what a strong player would point at, worked out from the board alone.
//
//      Othello        stable discs, mobility of both sides, regions of empty cells with their parity
//      Gomoku         cells where a side makes five, an open four, a four, an open three
//      Connect Four   cells that complete four, by owner, odd or even row, and whether they can be played now
import {EMPTY, FIRST, SECOND, FOUR_LINES, cellsToPlay, landing, ray} from './rules.js';

// ---- Othello ------------------------------------------------------------------------------------------------------

// Discs that can never be turned again: along each of the four lines either the whole line is full, or a neighbour is
// the edge or a stable disc of the same side. What is found so is certain; a few more may be stable.
export function stableDiscs(position) {
    const {shape, cells} = position, stable = new Set();
    const full = FOUR_LINES.map(([dx, dy]) => cells.map((_, cell) =>
        [...ray(shape, cell, dx, dy), ...ray(shape, cell, -dx, -dy)].every(next => cells[next] !== EMPTY) ? 1 : 0));
    const held = (cell, dx, dy) => {
        const next = ray(shape, cell, dx, dy).next();
        return next.done || (stable.has(next.value) && cells[next.value] === cells[cell]);
    };
    for (let before = -1; before !== stable.size;) {
        before = stable.size;
        for (let cell = 0; cell < cells.length; cell++)
            if (cells[cell] !== EMPTY && !stable.has(cell) && FOUR_LINES.every(([dx, dy], i) =>
                full[i][cell] || held(cell, dx, dy) || held(cell, -dx, -dy)))
                stable.add(cell);
    }
    return stable;
}

// Connected groups of empty cells, corners touching too, largest first.
export function regions(position) {
    const {shape, cells} = position, seen = new Set(), list = [];
    for (let start = 0; start < cells.length; start++) {
        if (cells[start] !== EMPTY || seen.has(start))
            continue;
        const region = [start];
        seen.add(start);
        for (let i = 0; i < region.length; i++)
            for (const [dx, dy] of [...FOUR_LINES, ...FOUR_LINES.map(([x, y]) => [-x, -y])]) {
                const next = ray(shape, region[i], dx, dy).next();
                if (!next.done && cells[next.value] === EMPTY && !seen.has(next.value)) {
                    seen.add(next.value);
                    region.push(next.value);
                }
            }
        list.push(region);
    }
    return list.sort((a, b) => b.length - a.length);
}

// The cells each side could play on, were it its move.
export function mobility(position) {
    return {[FIRST]: cellsToPlay(position, FIRST), [SECOND]: cellsToPlay(position, SECOND)};
}

// ---- rows ---------------------------------------------------------------------------------------------------------

// The line through a cell, `reach` cells to either side, as [cell or null beyond the edge].
function lineThrough(shape, cell, dx, dy, reach) {
    const ahead = [...ray(shape, cell, dx, dy)].slice(0, reach), behind = [...ray(shape, cell, -dx, -dy)].slice(0, reach);
    const pad = list => [...list, ...Array(reach - list.length).fill(null)];
    return [...pad(behind).reverse(), cell, ...pad(ahead)];
}

// Whether the own stone at index i of a row of marks (1 own, 0 empty, 2 neither) is in a five that counts.
function makesFive(row, i, free) {
    let from = i, to = i;
    while (row[from - 1] === 1)
        from--;
    while (row[to + 1] === 1)
        to++;
    return free ? to - from >= 4 : to - from === 4;
}

// The indexes of empty cells around i that complete a five with the stones there; a stone stands on i.
function fiveCells(row, i, free) {
    const list = [];
    for (let k = Math.max(0, i - 4); k <= Math.min(row.length - 1, i + 4); k++) {
        if (row[k] !== 0)
            continue;
        row[k] = 1;
        if (makesFive(row, k, free) && spans(row, k, i))
            list.push(k);
        row[k] = 0;
    }
    return list;
}

// Whether i and k are in one run of own stones.
function spans(row, k, i) {
    for (let j = Math.min(i, k); j <= Math.max(i, k); j++)
        if (row[j] !== 1)
            return false;
    return true;
}

// What a stone on the middle of the row makes: 5, 4.5 for an open four, 4, 3 for an open three, 0.
function lineClass(row, free) {
    const i = (row.length - 1) / 2;
    if (makesFive(row, i, free))
        return 5;
    const fives = fiveCells(row, i, free).length;
    if (fives)
        return fives > 1 ? 4.5 : 4;
    for (let k = i - 4; k <= i + 4; k++) {
        if (row[k] !== 0)
            continue;
        row[k] = 1;
        const open = spansLoosely(row, k, i) && fiveCells(row, k, free).length > 1;
        row[k] = 0;
        if (open)
            return 3;
    }
    return 0;
}

// Whether i and k are at most one gap apart: a stone far away makes its four without the one on i.
function spansLoosely(row, k, i) {
    let gaps = 0;
    for (let j = Math.min(i, k); j <= Math.max(i, k); j++) {
        if (row[j] === 2)
            return false;
        gaps += row[j] === 0;
    }
    return gaps === 0;
}

// For each side, the empty cells where it makes five, an open four (or two fours), a four, an open three (two of them
// count as one more): a Map from cell to 5, 4.5, 4, 3.5 or 3.
export function gomokuThreats(position) {
    const {shape, cells} = position, found = {[FIRST]: new Map(), [SECOND]: new Map()};
    for (let cell = 0; cell < cells.length; cell++) {
        if (cells[cell] !== EMPTY)
            continue;
        for (const side of [FIRST, SECOND]) {
            let best = 0, fours = 0, threes = 0;
            for (const [dx, dy] of FOUR_LINES) {
                const row = lineThrough(shape, cell, dx, dy, 9).map(c =>
                    c === null ? 2 : c === cell ? 1 : cells[c] === EMPTY ? 0 : cells[c] === side ? 1 : 2);
                if (row.filter(mark => mark === 1).length < 3)
                    continue;
                const made = lineClass(row, shape.free);
                fours += made === 4 || made === 4.5;
                threes += made === 3;
                best = Math.max(best, made);
            }
            if (best === 4 && fours > 1)
                best = 4.5;
            if (best === 3 && threes > 1)
                best = 3.5;
            if (best)
                found[side].set(cell, best);
        }
    }
    return found;
}

// ---- Connect Four -------------------------------------------------------------------------------------------------

// For each side the empty cells that would complete four: {cell, odd, now}. `odd` is the row counted from the bottom;
// `now` says that a stone dropped at once lands there.
export function connect4Threats(position) {
    const {shape, cells} = position, found = {[FIRST]: [], [SECOND]: []};
    for (let cell = 0; cell < cells.length; cell++) {
        if (cells[cell] !== EMPTY)
            continue;
        for (const side of [FIRST, SECOND])
            if (FOUR_LINES.some(([dx, dy]) => 1 + run(position, cell, dx, dy, side) + run(position, cell, -dx, -dy, side) >= 4))
                found[side].push({cell, odd: (shape.height - Math.floor(cell / shape.width)) % 2 === 1,
                    now: landing(position, cell % shape.width) === cell});
    }
    return found;
}

function run(position, cell, dx, dy, side) {
    let n = 0;
    for (const next of ray(position.shape, cell, dx, dy)) {
        if (position.cells[next] !== side)
            break;
        n++;
    }
    return n;
}

// Whom the last free columns would help when all else is full: on a board with an even number of free cells in every
// column the first player gets the odd rows and the second the even ones. Null where that does not hold.
export function oddEvenHolds(shape) {
    return shape.family === 'connect4' && shape.height % 2 === 0 && shape.block === null;
}
