// SPDX-License-Identifier: MIT
// marks.js - what is drawn over a board, as SVG text: legal moves, scores, threats, regions, ghosts of a line.
import {EMPTY, FIRST, PASS, SECOND, cellsToPlay, otherSide} from './rules.js';
import {connect4Threats, gomokuThreats, mobility, regions, stableDiscs} from './facts.js';
import {CELL, stone, tones} from './paint.js';
import {cellText, lossClass} from './value.js';

// Colours of a move's score from best to worst, and for the best move of a lost position; white writing on each has a
// contrast of 4.5 or more.
export const LOSS_COLOURS = ['#0b6e4f', '#3f6f1c', '#8a5a00', '#a8440c', '#a3241f', '#4b5359'];

const text = (x, y, size, fill, word, more = '') =>
    `<text x="${x}" y="${y + size * 0.36}" font-size="${size}" fill="${fill}" text-anchor="middle" font-family="system-ui, sans-serif" font-weight="700"${more}>${word}</text>`;

const sideFill = (g, side) => tones(g.shape)[side === FIRST ? 0 : 1].main;
const sideInk = (g, side) => g.shape.family === 'connect4' ? (side === FIRST ? '#fff' : '#241a00') : side === FIRST ? '#fff' : '#16181b';

// Crosses where renju forbids the mover to play.
export function forbidden(g, position, legal) {
    if (g.shape.rule !== 'renju' || !legal.length)
        return '';
    return [...position.cells.keys()].filter(cell => position.cells[cell] === EMPTY && !legal.includes(cell)).map(cell => {
        const [x, y] = g.center(cell);
        return `<path class="forbidden" d="M${x - 20} ${y - 20}l40 40m0 -40l-40 40" stroke="#b3211c" stroke-width="9" stroke-linecap="round"/>`;
    }).join('');
}

// Small dots where the mover can play.
export function legalDots(g, position, legal) {
    if (g.shape.family !== 'othello')
        return '';
    return legal.filter(cell => cell !== PASS).map(cell => {
        const [x, y] = g.center(cell);
        return `<circle cx="${x}" cy="${y}" r="12" fill="${sideFill(g, position.side)}" fill-opacity="0.55"/>`;
    }).join('');
}

// The stone a pointer is about to place.
export function pointed(g, position, cell) {
    if (cell === null)
        return '';
    const [x, y] = g.center(cell);
    return `<g transform="translate(${x} ${y})" opacity="0.5">${stone(g, position.side)}</g>`;
}

// Every move's score on its cell: a round mark for an estimate, a square one for a proven value, a light rim for the
// best. None is a full circle, so that none looks like a stone.
export function scores(g, lines, {t, percent}) {
    const [best] = lines;
    return lines.map(line => {
        if (line.move === PASS)
            return '';
        const [x, y] = g.center(line.move), rank = lossClass(g.shape, best, line);
        // A first sign that is not + or - is a wide one: the W of a win, a Chinese word.
        const word = cellText(g.shape, line, t, percent), signs = word.length + (/^[^\d+−]/.test(word) ? 0.8 : 0);
        const size = Math.min(34, 112 / Math.max(2.6, signs));
        const rim = line.move === best.move || rank === 0 ? ' stroke="#fff" stroke-width="6"' : ' stroke="#fff" stroke-opacity="0.4" stroke-width="2"';
        const book = line.book ? `<path d="M${x - 9} ${y - 43}h18v17l-9 -6l-9 6z" fill="#ffd75e" stroke="#000" stroke-opacity="0.5" stroke-width="1.5"/>` : '';
        return `<g class="score" data-rank="${rank}"><rect x="${x - 43}" y="${y - 28}" width="86" height="56" rx="${line.exact ? 7 : 28}" fill="${
            LOSS_COLOURS[rank]}"${rim}/>${text(x, y, size, '#fff', word)}${book}</g>`;
    }).join('');
}

// A ring around a move that is advised.
export function hint(g, cell) {
    const [x, y] = g.center(cell);
    return `<circle class="pulse" cx="${x}" cy="${y}" r="43" fill="none" stroke="#fff" stroke-width="14"/><circle class="pulse" cx="${x}" cy="${y}" r="43" fill="none" stroke="#0b6e4f" stroke-width="8"/>`;
}

// Moves of a line as pale stones with their numbers.
export function ghosts(g, position, moves) {
    let side = position.side, out = '';
    const seen = new Set();
    moves.forEach((move, i) => {
        if (move !== PASS && !seen.has(move)) {
            const [x, y] = g.center(move);
            seen.add(move);
            out += `<g transform="translate(${x} ${y})" opacity="0.85">${stone(g, side)}${text(0, 0, 40, sideInk(g, side), i + 1)}</g>`;
        }
        side = otherSide(side);
    });
    return out;
}

// ---- what a strong player points at ---------------------------------------------------------------------------------

export function stableMarks(g, position) {
    return [...stableDiscs(position)].map(cell => {
        const [x, y] = g.center(cell), ink = position.cells[cell] === FIRST ? '#7fe0b0' : '#0b6e4f';
        return `<path d="M${x} ${y - 17}l17 17l-17 17l-17 -17z" fill="none" stroke="${ink}" stroke-width="6" stroke-linejoin="round"/>`;
    }).join('');
}

// Where each side could move: its own colour, half a ring each.
export function mobilityMarks(g, position) {
    const moves = mobility(position);
    return [FIRST, SECOND].flatMap(side => moves[side].map(cell => {
        const [x, y] = g.center(cell), left = side === FIRST;
        return `<path d="M${x} ${y - 26}a26 26 0 0 ${left ? 0 : 1} 0 52z" fill="${sideFill(g, side)}" fill-opacity="0.8"/>`;
    })).join('');
}

export function regionMarks(g, position) {
    return regions(position).map(region => {
        const odd = region.length % 2 === 1;
        const tiles = region.map(cell => {
            const [x, y] = g.center(cell);
            return `<rect x="${x - CELL / 2}" y="${y - CELL / 2}" width="${CELL}" height="${CELL}" fill="${odd ? '#ff9a2b' : '#3c8bff'}" fill-opacity="0.62"/>`;
        }).join('');
        const [x, y] = g.center(region[0]);
        return tiles + text(x - 33, y - 38, 20, '#fff', region.length); // above a score on the cell
    }).join('');
}

const GOMOKU_SIGNS = {5: '5', 4.5: '4', 4: '4', 3.5: '3', 3: '3'};

// Cells where a side makes five, four or an open three; what wins by itself has a red rim.
export function gomokuMarks(g, position) {
    const threats = gomokuThreats(position);
    return [FIRST, SECOND].flatMap(side => [...threats[side]].map(([cell, kind]) => {
        const [cx, y] = g.center(cell), both = threats[otherSide(side)].has(cell), x = both ? cx + (side === FIRST ? -23 : 23) : cx;
        const size = both ? 22 : 28, strong = kind >= 4.5 || kind === 3.5;
        return `<rect x="${x - size}" y="${y - size}" width="${2 * size}" height="${2 * size}" rx="10" fill="${sideFill(g, side)}" fill-opacity="${
            kind >= 4 ? 0.95 : 0.72}" stroke="${strong ? '#d3302f' : '#6d4c1e'}" stroke-width="${strong ? 7 : 2}"/>${
            text(x, y, size * 1.45, sideInk(g, side), GOMOKU_SIGNS[kind])}`;
    })).join('');
}

// Cells that complete four, ringed in their owner's colour, with "odd" or "even"; a white rim where a stone lands at once.
export function connect4Marks(g, position, t) {
    const threats = connect4Threats(position), taken = new Map();
    for (const side of [FIRST, SECOND])
        for (const {cell} of threats[side])
            taken.set(cell, (taken.get(cell) ?? 0) + 1);
    return [FIRST, SECOND].flatMap(side => threats[side].map(({cell, odd, now}) => {
        const [cx, y] = g.center(cell), both = taken.get(cell) > 1, x = both ? cx + (side === FIRST ? -19 : 19) : cx, r = both ? 18 : 29;
        const rim = now ? `<circle cx="${x}" cy="${y}" r="${r + 7}" fill="none" stroke="#fff" stroke-width="5"/>` : '';
        return `<circle cx="${x}" cy="${y}" r="${r}" fill="#0c2549" stroke="${sideFill(g, side)}" stroke-width="8"/>${rim}${
            text(x, y, r * 0.62, '#fff', t(odd ? 'oddShort' : 'evenShort'))}`;
    })).join('');
}

// The landing cells of a Connect Four board, for the pointer's column.
export function columnOf(position, cell) {
    return cellsToPlay(position).find(landing => landing % position.shape.width === cell % position.shape.width) ?? null;
}
