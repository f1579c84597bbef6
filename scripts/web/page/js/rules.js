// SPDX-License-Identifier: MIT
// rules.js - the games as the page plays them: shapes, legal moves, results, notation.
//
// The page knows the rules itself, so that a click is answered at once and the board works while no engine does. The
// tests play random games on every shape against the engine's own `moves` and `d`.
//
//      position   {shape, cells, side}     cells[y * width + x], top row first: 0 empty, 1 first, 2 second, 3 blocked
//      move       the cell it fills, as that index; PASS where a side cannot move
//
// A Connect Four move is the cell its stone lands on. Positions are never changed: `play` makes a new one.

import {forbidden} from './renju.js';

export const EMPTY = 0, FIRST = 1, SECOND = 2, BLOCKED = 3;
export const PASS = -1;

export const FAMILIES = ['othello', 'gomoku', 'connect4'];
export const OTHELLO_EDGES = [4, 6, 8];
export const GOMOKU_SIZES = [5, 22];
export const GOMOKU_RULES = ['exact', 'free', 'renju', 'caro', 'caro,exact'];
export const CONNECT4_EDGES = [4, 13];

const EIGHT = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];
export const FOUR_LINES = [[1, 0], [0, 1], [1, 1], [1, -1]];

// ---- shapes -------------------------------------------------------------------------------------------------------

// The shape an id such as "othello:6x6", "gomoku:20,free" or "connect4:9x10,x=c4" stands for, or null.
export function shapeOf(id) {
    const [family, rest = ''] = String(id).toLowerCase().trim().split(':');
    if (family === 'othello') {
        const m = /^(?:([468])x([468]))?$/.exec(rest);
        return m && othelloShape(Number(m[1] ?? 8), Number(m[2] ?? 8));
    }
    if (family === 'gomoku') {
        const m = /^(\d{1,2})?,?(free|exact|renju|caro,exact|caro)?$/.exec(rest);
        const size = Number(m?.[1] ?? 15);
        return m && size >= 5 && size <= 22 ? gomokuShape(size, m[2] ?? 'exact') : null;
    }
    if (family === 'connect4') {
        const m = /^(?:(\d{1,2})x(\d{1,2}))?,?(?:x=([a-m])(\d{1,2}))?$/.exec(rest);
        if (!m)
            return null;
        const width = Number(m[1] ?? 7), height = Number(m[2] ?? 6);
        if (Math.min(width, height) < 4 || Math.max(width, height) > 13)
            return null;
        const x = m[3] ? m[3].charCodeAt(0) - 97 : 0, row = Number(m[4] ?? 1);
        if (m[3] && (x >= width || row < 1 || row > height))
            return null;
        return connect4Shape(width, height, m[3] ? (height - row) * width + x : null);
    }
    return null;
}

export function othelloShape(width, height) {
    return {family: 'othello', width, height, id: width === 8 && height === 8 ? 'othello' : `othello:${width}x${height}`};
}

// `rule` is one of GOMOKU_RULES; `free` says whether rows of six win.
export function gomokuShape(size, rule) {
    const id = size === 15 && rule === 'exact' ? 'gomoku' : `gomoku:${size}${rule === 'exact' ? '' : `,${rule}`}`;
    return {family: 'gomoku', width: size, height: size, rule, free: rule === 'free' || rule === 'caro', id};
}

// `block` is a cell or null.
export function connect4Shape(width, height, block) {
    let id = width === 7 && height === 6 && block === null ? 'connect4' : `connect4:${width}x${height}`;
    if (block !== null)
        id += `,x=${letter(block % width)}${height - Math.floor(block / width)}`;
    return {family: 'connect4', width, height, block, id};
}

// ---- positions ----------------------------------------------------------------------------------------------------

export function startPosition(shape) {
    const {width, height} = shape, cells = new Uint8Array(width * height);
    if (shape.family === 'othello') {
        const x = width / 2 - 1, y = height / 2 - 1;
        cells[y * width + x] = cells[(y + 1) * width + x + 1] = SECOND;
        cells[y * width + x + 1] = cells[(y + 1) * width + x] = FIRST;
    }
    if (shape.family === 'connect4' && shape.block !== null)
        cells[shape.block] = BLOCKED;
    return {shape, cells, side: FIRST};
}

export function otherSide(side) {
    return FIRST + SECOND - side;
}

export function samePosition(a, b) {
    return a.shape.id === b.shape.id && a.side === b.side && a.cells.every((cell, i) => cell === b.cells[i]);
}

export function count(position, kind) {
    return position.cells.reduce((n, cell) => n + (cell === kind), 0);
}

// The cells from a cell on, one after another, to the board's edge.
export function* ray(shape, cell, dx, dy) {
    const {width, height} = shape;
    for (let x = cell % width + dx, y = Math.floor(cell / width) + dy; x >= 0 && x < width && y >= 0 && y < height;
        x += dx, y += dy)
        yield y * width + x;
}

// The discs a move of `side` on an empty Othello cell turns.
export function flips(position, cell, side = position.side) {
    const turned = [];
    for (const [dx, dy] of EIGHT) {
        const run = [];
        for (const next of ray(position.shape, cell, dx, dy)) {
            const there = position.cells[next];
            if (there === otherSide(side)) {
                run.push(next);
                continue;
            }
            if (there === side)
                turned.push(...run);
            break;
        }
    }
    return turned;
}

// The cells a side could play on, passes aside.
export function cellsToPlay(position, side = position.side) {
    const {shape, cells} = position, list = [];
    if (shape.family === 'connect4') {
        for (let x = 0; x < shape.width; x++) {
            const cell = landing(position, x);
            if (cell !== null)
                list.push(cell);
        }
        return list;
    }
    for (let cell = 0; cell < cells.length; cell++)
        if (cells[cell] === EMPTY && (shape.family === 'gomoku' ? !(shape.rule === 'renju' && side === FIRST
            && forbidden(position, cell)) : flips(position, cell, side).length))
            list.push(cell);
    return list;
}

// The cell a stone dropped into a column comes to rest on, or null when the column is full.
export function landing(position, x) {
    const {shape, cells} = position;
    for (let y = shape.height - 1; y >= 0; y--)
        if (cells[y * shape.width + x] === EMPTY)
            return y * shape.width + x;
    return null;
}

// Every legal move; a forced pass is a list of one, and a finished game has none.
export function legalMoves(position) {
    if (position.shape.family === 'othello') {
        const list = cellsToPlay(position);
        return list.length || !cellsToPlay(position, otherSide(position.side)).length ? list : [PASS];
    }
    return winningLines(position).length ? [] : cellsToPlay(position);
}

// The position after a legal move.
export function play(position, move) {
    const cells = position.cells.slice();
    if (move !== PASS) {
        if (position.shape.family === 'othello')
            for (const cell of flips(position, move))
                cells[cell] = position.side;
        cells[move] = position.side;
    }
    return {shape: position.shape, cells, side: otherSide(position.side)};
}

// ---- results ------------------------------------------------------------------------------------------------------

// Whether a row of five or more in Gomoku wins: under the exact rule exactly five, at renju so for the first player, and
// in caro not five between two stones of the other side.
function rowWins(shape, side, length, ends) {
    if (length > 5)
        return shape.free || (shape.rule === 'renju' && side === SECOND);
    return !shape.rule.startsWith('caro') || !ends.every(end => end === otherSide(side));
}

// Every row that wins: its cells and its owner. Five in Gomoku, see above; four in Connect Four.
export function winningLines(position) {
    const {shape, cells} = position, rows = [];
    if (shape.family === 'othello')
        return rows;
    const need = shape.family === 'gomoku' ? 5 : 4;
    for (let cell = 0; cell < cells.length; cell++) {
        const side = cells[cell];
        if (side !== FIRST && side !== SECOND)
            continue;
        for (const [dx, dy] of FOUR_LINES) {
            const before = ray(shape, cell, -dx, -dy).next();
            if (!before.done && cells[before.value] === side)
                continue;
            const row = [cell], ends = [before.done ? null : cells[before.value], null];
            for (const next of ray(shape, cell, dx, dy)) {
                if (cells[next] !== side) {
                    ends[1] = cells[next];
                    break;
                }
                row.push(next);
            }
            if (row.length >= need && (need === 4 || rowWins(shape, side, row.length, ends)))
                rows.push({side, cells: row});
        }
    }
    return rows;
}

// Null while the game goes on, else {winner: FIRST, SECOND or 0, margin for FIRST, lines, discs, empties}.
export function outcome(position) {
    const {shape} = position;
    if (shape.family === 'othello') {
        if (cellsToPlay(position).length || cellsToPlay(position, otherSide(position.side)).length)
            return null;
        const discs = [count(position, FIRST), count(position, SECOND)], empties = count(position, EMPTY);
        const difference = discs[0] - discs[1];
        return {winner: difference > 0 ? FIRST : difference < 0 ? SECOND : 0, lines: [], discs, empties,
            margin: difference + Math.sign(difference) * empties};
    }
    const rows = winningLines(position), last = otherSide(position.side);
    if (rows.length) {
        const winner = rows.some(row => row.side === last) ? last : position.side;
        return {winner, margin: winner === FIRST ? 1 : -1, lines: rows.filter(row => row.side === winner)};
    }
    if (shape.rule === 'renju' && count(position, EMPTY) && !cellsToPlay(position).length)
        return {winner: SECOND, margin: -1, lines: []};
    return count(position, EMPTY) ? null : {winner: 0, margin: 0, lines: []};
}

// Why a position set up by hand cannot be played, as a key of the texts; null when it can.
export function fault(position) {
    const {shape, cells} = position, blocked = count(position, BLOCKED);
    if (shape.family === 'othello')
        return blocked ? 'faultBlocked' : null;
    if (shape.family === 'gomoku')
        return null;
    for (let cell = 0; cell < cells.length; cell++) {
        if ((cells[cell] === BLOCKED) !== (cell === shape.block))
            return 'faultBlocked';
        const below = cell + shape.width;
        if ((cells[cell] === FIRST || cells[cell] === SECOND) && below < cells.length && cells[below] === EMPTY)
            return 'faultFloating';
    }
    if (count(position, FIRST) - count(position, SECOND) !== (position.side === SECOND ? 1 : 0))
        return 'faultCounts';
    const rows = winningLines(position);
    if (rows.some(row => row.side === position.side))
        return 'faultWon';
    if (rows.length && !lastMoveExplains(position, rows))
        return 'faultWon';
    return null;
}

// True when one topmost stone of the side that moved last is in all the fours.
function lastMoveExplains(position, rows) {
    const {shape, cells} = position;
    for (let x = 0; x < shape.width; x++) {
        let top = null;
        for (let y = shape.height - 1; y >= 0; y--)
            if (cells[y * shape.width + x] === FIRST || cells[y * shape.width + x] === SECOND)
                top = y * shape.width + x;
        if (top === null || cells[top] !== rows[0].side)
            continue;
        const without = {...position, cells: cells.slice()};
        without.cells[top] = EMPTY;
        if (!winningLines(without).length)
            return true;
    }
    return false;
}

// ---- notation -----------------------------------------------------------------------------------------------------

export function letter(x) {
    return String.fromCharCode(97 + x);
}

// The row's number as people write it: from the top in Othello, from the bottom elsewhere.
export function rowNumber(shape, y) {
    return shape.family === 'othello' ? y + 1 : shape.height - y;
}

// A cell's name: "f5".
export function cellName(shape, cell) {
    return letter(cell % shape.width) + rowNumber(shape, Math.floor(cell / shape.width));
}

// A move as the engine writes it: "f5", "pass", and in Connect Four a column's letter.
export function moveName(shape, move) {
    if (move === PASS)
        return 'pass';
    return shape.family === 'connect4' ? letter(move % shape.width) : cellName(shape, move);
}

// The cell of a name such as "f5", or null.
export function cellNamed(shape, text) {
    const m = /^([a-v])(\d{1,2})$/i.exec(text);
    if (!m)
        return null;
    const x = m[1].toLowerCase().charCodeAt(0) - 97, row = Number(m[2]);
    const y = shape.family === 'othello' ? row - 1 : shape.height - row;
    return x < shape.width && y >= 0 && y < shape.height ? y * shape.width + x : null;
}

// The legal move a person or the engine wrote, or null. "--", "pa" and "0000" are passes too; a Connect Four move may
// be a column's letter, its number, or the cell.
export function moveNamed(position, text) {
    const {shape} = position, word = String(text).trim().toLowerCase(), legal = legalMoves(position);
    let move = null;
    if (['pass', 'pa', 'ps', '--', '0000', '@@@@'].includes(word))
        move = PASS;
    else if (shape.family === 'connect4' && /^([a-m]|\d{1,2})$/.test(word)) {
        const x = /\d/.test(word) ? Number(word) - 1 : word.charCodeAt(0) - 97;
        move = x >= 0 && x < shape.width ? landing(position, x) : null;
    } else
        move = cellNamed(shape, word);
    return move !== null && legal.includes(move) ? move : null;
}

// ---- boards as text: "8/8/8/3ox3/3xo3/8/8/8 x" ----------------------------------------------------------------------

const SIGNS = '-xo#';

export function boardText(position) {
    const {shape, cells} = position, rows = [];
    for (let y = 0; y < shape.height; y++) {
        let row = '', run = 0;
        for (let x = 0; x < shape.width; x++) {
            const cell = cells[y * shape.width + x];
            if (cell === EMPTY) {
                run++;
                continue;
            }
            row += (run || '') + SIGNS[cell];
            run = 0;
        }
        rows.push(row + (run || ''));
    }
    return `${rows.join('/')} ${position.side === FIRST ? 'x' : 'o'}`;
}

// A position of this shape from a board text, or from as many cells in a row ("---XO--- X"); null when it is neither.
export function boardNamed(shape, text) {
    const [board = '', mover = '', ...extra] = text.trim().split(/\s+/);
    const side = /^(x|b|\*|first|black)$/i.test(mover) ? FIRST : /^(o|w|second|white)$/i.test(mover) ? SECOND : null;
    if (side === null || extra.length)
        return null;
    const cells = [], rows = board.split('/');
    if (rows.length === 1 && board.length !== shape.width * shape.height)
        return null;
    for (const row of rows) {
        const from = cells.length;
        for (const part of row.match(/\d+|./g) ?? []) {
            const kind = {'-': EMPTY, '.': EMPTY, x: FIRST, '*': FIRST, b: FIRST, o: SECOND, w: SECOND, '#': BLOCKED};
            if (/\d/.test(part) && Number(part) <= shape.width)
                cells.push(...Array(Number(part)).fill(EMPTY));
            else if (part.toLowerCase() in kind)
                cells.push(kind[part.toLowerCase()]);
            else
                return null;
        }
        if (rows.length > 1 && cells.length - from !== shape.width)
            return null;
    }
    return cells.length === shape.width * shape.height ? {shape, cells: Uint8Array.from(cells), side} : null;
}

// How moves stand in a row without blanks. Connect Four has three ways, tried in this order: columns by letter
// ("ddce"), cells ("d1d2c1"), columns by number with a to d for 10 to 13 ("44365", "8a3").
const ROWS = {
    othello: [{words: /pass|pa|ps|--|[a-h][1-8]/g}],
    gomoku: [{words: /[a-v]\d{1,2}/g}],
    connect4: [{words: /[a-m]/g}, {words: /[a-m]\d{1,2}/g},
        {words: /[1-9a-d]/g, name: word => String(parseInt(word, 14))}],
};

// Moves in a row ("f5d6c3", "44365") or with blanks, from a position; forced passes may be left out. Returns the
// moves, or null when one cannot be read or is not legal.
export function movesNamed(position, text) {
    const row = text.toLowerCase().replace(/[\s,;.]+/g, '');
    for (const {words, name = word => word} of ROWS[position.shape.family]) {
        const list = row.match(words) ?? [];
        const moves = list.join('') === row ? playNames(position, list.map(name)) : null;
        if (moves)
            return moves;
    }
    return null;
}

// The moves of these names, played one after another, or null.
export function playNames(position, names) {
    const moves = [];
    for (const name of names) {
        let move = moveNamed(position, name);
        if (move === null && legalMoves(position)[0] === PASS) {
            moves.push(PASS);
            position = play(position, PASS);
            move = moveNamed(position, name);
        }
        if (move === null)
            return null;
        moves.push(move);
        position = play(position, move);
    }
    return moves;
}
