// SPDX-License-Identifier: MIT
// paint.js - how boards and stones look, as SVG text: for the board on the page, small previews and saved pictures.
//
// A cell is 100 units wide. `geometry` knows where a cell stands when the board is turned or mirrored:
//
//      turn 0   a b c ..      turn 1 (a quarter clockwise)  .. 2 1        mirror   .. c b a
//               1                                              a                       1
// A Connect Four board is only ever mirrored: stones fall down.
import {BLOCKED, EMPTY, FIRST, letter, outcome, rowNumber} from './rules.js';

export const CELL = 100;

let drawings = 0;

export function geometry(shape, {turn = 0, mirror = false, labels = true} = {}) {
    const quarter = shape.family === 'connect4' ? 0 : turn % 4, swap = quarter % 2 === 1;
    const columns = swap ? shape.height : shape.width, rows = swap ? shape.width : shape.height;
    const margin = labels ? Math.round(46 * Math.max(1, Math.max(columns, rows) / 10)) : 18;
    const place = cell => {
        let x = cell % shape.width, y = Math.floor(cell / shape.width), w = shape.width, h = shape.height;
        if (mirror)
            x = w - 1 - x;
        for (let i = 0; i < quarter; i++)
            [x, y, w, h] = [h - 1 - y, x, h, w];
        return [x, y];
    };
    const cells = new Map([...Array(shape.width * shape.height).keys()].map(cell => [place(cell).join(), cell]));
    return {shape, columns, rows, margin, labels, quarter, mirror, place, id: `d${++drawings}`,
        width: columns * CELL + 2 * margin, height: rows * CELL + 2 * margin,
        center: cell => place(cell).map(n => margin + (n + 0.5) * CELL),
        cellAt: (column, row) => cells.get(`${column},${row}`) ?? null};
}

// ---- stones ---------------------------------------------------------------------------------------------------------

const TONES = {
    stones: [{light: '#4d5056', main: '#17181b', edge: '#000'}, {light: '#fff', main: '#e6e3dc', edge: '#8b877d'}],
    counters: [{light: '#f4726d', main: '#cf2f35', edge: '#8c1620'}, {light: '#ffe48a', main: '#f0b90f', edge: '#9c7400'}],
};

export function tones(shape) {
    return TONES[shape.family === 'connect4' ? 'counters' : 'stones'];
}

export function definitions(g) {
    const [first, second] = tones(g.shape);
    const shine = (name, tone) => `<radialGradient id="${g.id}${name}" cx="0.36" cy="0.3" r="0.75"><stop offset="0" stop-color="${
        tone.light}"/><stop offset="0.7" stop-color="${tone.main}"/></radialGradient>`;
    return `<defs>${shine('a', first)}${shine('b', second)}<linearGradient id="${g.id}w" x1="0" y1="0" x2="1" y2="1"><stop `
        + 'offset="0" stop-color="#ecc98a"/><stop offset="1" stop-color="#dcae63"/></linearGradient></defs>';
}

// A stone around the origin, so that it can be moved, turned and scaled.
export function stone(g, side) {
    const tone = tones(g.shape)[side === FIRST ? 0 : 1], fill = `url(#${g.id}${side === FIRST ? 'a' : 'b'})`;
    const radius = g.shape.family === 'gomoku' ? 45 : 41;
    if (g.shape.family === 'connect4')
        return `<circle r="43" fill="${fill}"/><circle r="29" fill="none" stroke="${tone.edge}" stroke-opacity="0.45" stroke-width="5"/>`;
    return `<circle cy="3.5" r="${radius}" fill="#000" fill-opacity="0.28"/><circle r="${radius}" fill="${fill}" stroke="${
        tone.edge}" stroke-opacity="0.55" stroke-width="1.5"/>`;
}

// ---- boards ---------------------------------------------------------------------------------------------------------

const PLATES = {
    othello: {frame: '#23342c', field: '#2f8159', line: '#1d5a3d', label: '#d9e6de'},
    gomoku: {frame: '#c99f58', field: '', line: '#6d4c1e', label: '#4a3313'},
    connect4: {frame: '#1c4f9c', field: '#10305f', line: '', label: '#e3ecfa'},
};

const rect = (x, y, w, h, fill, more = '') => `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}"${more}/>`;

// Everything behind the stones.
export function plate(g) {
    const colours = PLATES[g.shape.family], {margin, columns, rows} = g, w = columns * CELL, h = rows * CELL;
    let out = rect(0, 0, g.width, g.height, colours.frame, ' rx="18"');
    if (g.shape.family === 'othello')
        out += rect(margin, margin, w, h, colours.field) + grid(g, 0, colours.line, 3) + dots(g, othelloDots(g), colours.line);
    else if (g.shape.family === 'gomoku')
        out += rect(4, 4, g.width - 8, g.height - 8, `url(#${g.id}w)`, ' rx="15"') + grid(g, 0.5, colours.line, 2.5)
            + dots(g, gomokuDots(g), colours.line);
    else
        out += rect(margin - 8, margin - 8, w + 16, h + 16, colours.field, ' rx="14"');
    return out + (g.labels ? labels(g, colours.label) : '');
}

// What stands before Connect Four's stones: the wall with its holes.
export function front(g) {
    if (g.shape.family !== 'connect4')
        return '';
    const {margin, columns, rows} = g, x = margin - 8, y = margin - 8, w = columns * CELL + 16, h = rows * CELL + 16;
    let path = `M${x} ${y}h${w}v${h}h${-w}z`, rims = '';
    for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++) {
            const cx = margin + (column + 0.5) * CELL, cy = margin + (row + 0.5) * CELL;
            if (g.cellAt(column, row) === g.shape.block) {
                rims += blockedCell(g.shape, cx, cy);
                continue;
            }
            path += `M${cx - 40} ${cy}a40 40 0 1 0 80 0a40 40 0 1 0 -80 0z`;
            rims += `<circle cx="${cx}" cy="${cy}" r="40" fill="none" stroke="#0d2a55" stroke-opacity="0.75" stroke-width="3"/>`;
        }
    return `<path d="${path}" fill="#2460b5" fill-rule="evenodd"/>${rims}`;
}

// A cell nobody can play on.
export function blockedCell(shape, cx, cy) {
    const colour = shape.family === 'connect4' ? '#0d2a55' : '#4a3313';
    return `<g class="blocked"><rect x="${cx - 34}" y="${cy - 34}" width="68" height="68" rx="12" fill="${colour}" fill-opacity="0.85"/>`
        + `<path d="M${cx - 16} ${cy - 16}l32 32m0 -32l-32 32" stroke="#fff" stroke-opacity="0.8" stroke-width="8" stroke-linecap="round"/></g>`;
}

// Lines around the cells (inset 0) or through their middles (inset 0.5).
function grid(g, inset, colour, width) {
    const {margin, columns, rows} = g, x0 = margin + inset * CELL, y0 = x0;
    const x1 = margin + (columns - inset) * CELL, y1 = margin + (rows - inset) * CELL;
    let path = '';
    for (let i = 0; i <= columns - 2 * inset; i++)
        path += `M${x0 + i * CELL} ${y0}V${y1}`;
    for (let i = 0; i <= rows - 2 * inset; i++)
        path += `M${x0} ${y0 + i * CELL}H${x1}`;
    return `<path d="${path}" stroke="${colour}" stroke-width="${width}" fill="none" stroke-linecap="square"/>`;
}

const othelloDots = g => g.columns > 4 && g.rows > 4
    ? [2, g.columns - 2].flatMap(x => [2, g.rows - 2].map(y => [x, y])) : [];

function gomokuDots(g) {
    const n = g.columns, middle = n % 2 ? [[n / 2, n / 2]] : [];
    return n < 13 ? middle : [...middle, ...[3.5, n - 3.5].flatMap(x => [3.5, n - 3.5].map(y => [x, y]))];
}

const dots = (g, list, colour) => list.map(([x, y]) =>
    `<circle cx="${g.margin + x * CELL}" cy="${g.margin + y * CELL}" r="9" fill="${colour}"/>`).join('');

// Letters and numbers along two edges, turned with the board.
function labels(g, colour) {
    const {shape, margin} = g, size = margin * 0.64, top = shape.family === 'othello';
    let out = '';
    const text = (x, y, word) => `<text x="${x}" y="${y + size * 0.35}" font-size="${size}" text-anchor="middle">${word}</text>`;
    for (let column = 0; column < g.columns; column++)
        out += text(margin + (column + 0.5) * CELL, top ? margin / 2 : g.height - margin / 2, labelOf(g, column, 0, true));
    if (shape.family !== 'connect4')
        for (let row = 0; row < g.rows; row++)
            out += text(margin / 2, margin + (row + 0.5) * CELL, labelOf(g, 0, row, false));
    return `<g fill="${colour}" font-family="system-ui, sans-serif" font-weight="600" aria-hidden="true">${out}</g>`;
}

function labelOf(g, column, row, along) {
    const cell = g.cellAt(column, row), {width} = g.shape;
    return along === (g.quarter % 2 === 0) ? letter(cell % width) : rowNumber(g.shape, Math.floor(cell / width));
}

// ---- whole pictures -------------------------------------------------------------------------------------------------

// The mark on the last stone.
export function lastMark(g, cell) {
    const [x, y] = g.center(cell);
    return g.shape.family === 'connect4'
        ? `<circle cx="${x}" cy="${y}" r="13" fill="#fff" stroke="#0009" stroke-width="3"/>`
        : `<circle cx="${x}" cy="${y}" r="12" fill="#e8483d" stroke="#fff" stroke-width="2.5"/>`;
}

// A line through the stones that won.
export function winMark(g, cells) {
    const [x1, y1] = g.center(cells[0]), [x2, y2] = g.center(cells.at(-1));
    return `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="#fff" stroke-width="20" stroke-linecap="round" stroke-opacity="0.9"/>`
        + `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="#1c7a4f" stroke-width="11" stroke-linecap="round"/>`;
}

// A position as one self-contained SVG: size in pixels of the longer edge, or none for previews sized by the page.
export function picture(position, {last = null, size = null, ...view} = {}) {
    const g = geometry(position.shape, view), scale = size && size / Math.max(g.width, g.height);
    let stones = '';
    position.cells.forEach((kind, cell) => {
        const [x, y] = g.center(cell);
        if (kind === BLOCKED)
            stones += position.shape.family === 'connect4' ? '' : blockedCell(position.shape, x, y);
        else if (kind !== EMPTY)
            stones += `<g transform="translate(${x} ${y})">${stone(g, kind)}</g>`;
    });
    const end = outcome(position);
    const marks = (end?.lines ?? []).map(line => winMark(g, line.cells)).join('') + (last !== null && last >= 0 ? lastMark(g, last) : '');
    const dimensions = scale ? ` width="${Math.round(g.width * scale)}" height="${Math.round(g.height * scale)}"` : '';
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${g.width} ${g.height}"${dimensions}>${definitions(g)}${
        plate(g)}${stones}${front(g)}${marks}</svg>`;
}
