// SPDX-License-Identifier: MIT
// board.js - the board one plays on: an SVG grid of cells with stones, marks and animations.
//
// Layers from the back: plate, under (regions), stones, front (Connect Four's wall), over (marks, scores, ghosts),
// cells. The cells are the only thing a pointer or a screen reader meets: a grid of rows, each cell with its name and
// what is on it; one of them can have the focus, arrows move it, Enter or Space plays.
import {BLOCKED, EMPTY, FIRST, PASS, cellName, flips, landing, outcome} from './rules.js';
import {CELL, blockedCell, definitions, front, geometry, lastMark, plate, stone, winMark} from './paint.js';

const NS = 'http://www.w3.org/2000/svg';

// SVG text as elements.
function parse(text) {
    return [...new DOMParser().parseFromString(`<svg xmlns="${NS}">${text}</svg>`, 'image/svg+xml').documentElement.childNodes];
}

export class Board {
    // onPlay(cell) is called for a click or a key on a cell, onPoint(cell or null) when the pointer moves.
    constructor(host, {t, onPlay, onPoint = () => {}}) {
        Object.assign(this, {host, t, onPlay, onPoint});
        this.view = {};
        this.stones = new Map();
        this.focused = 0;
        this.moving = [];
    }

    // ---- building ----

    // Draws another shape or another turn of it; the stones are put back by the next show().
    setUp(shape, view) {
        const key = JSON.stringify([shape.id, view]);
        if (key === this.key)
            return;
        const hadFocus = this.host.contains(document.activeElement);
        this.key = key;
        this.view = view;
        this.shown = null;
        const g = this.g = geometry(shape, view);
        const svg = this.svg = document.createElementNS(NS, 'svg');
        svg.setAttribute('viewBox', `0 0 ${g.width} ${g.height}`);
        svg.setAttribute('class', `board ${shape.family}`);
        svg.append(...parse(definitions(g) + plate(g)));
        this.layers = {};
        for (const name of ['under', 'stones', 'front', 'over', 'cells']) {
            this.layers[name] = document.createElementNS(NS, 'g');
            this.layers[name].setAttribute('class', name);
            if (name !== 'cells')
                this.layers[name].setAttribute('aria-hidden', 'true');
            svg.append(this.layers[name]);
        }
        this.layers.front.append(...parse(front(g)));
        this.makeCells();
        this.host.replaceChildren(svg);
        this.host.style.setProperty('--columns', g.width);
        this.host.style.setProperty('--rows', g.height);
        this.focused = Math.min(this.focused, g.columns * g.rows - 1);
        if (hadFocus)
            this.cells[this.focused].focus();
    }

    makeCells() {
        const {g} = this, grid = this.layers.cells;
        this.cells = [];
        grid.setAttribute('role', 'grid');
        grid.setAttribute('aria-label', this.t('boardLabel'));
        for (let row = 0; row < g.rows; row++) {
            const line = document.createElementNS(NS, 'g');
            line.setAttribute('role', 'row');
            for (let column = 0; column < g.columns; column++) {
                const cell = g.cellAt(column, row), box = document.createElementNS(NS, 'rect');
                const attributes = {role: 'gridcell', class: 'cell', x: g.margin + column * CELL + 3, y: g.margin + row * CELL + 3,
                    width: CELL - 6, height: CELL - 6, rx: 10, fill: 'transparent', tabindex: -1, 'data-cell': cellName(g.shape, cell)};
                for (const [name, value] of Object.entries(attributes))
                    box.setAttribute(name, value);
                box.addEventListener('click', () => this.onPlay(cell));
                box.addEventListener('pointerenter', event => event.pointerType === 'mouse' && this.onPoint(cell));
                box.addEventListener('focus', () => this.setFocus(cell));
                box.addEventListener('keydown', event => this.onKey(event, cell));
                this.cells[cell] = box;
                line.append(box);
            }
            grid.append(line);
        }
        grid.addEventListener('pointerleave', () => this.onPoint(null));
        this.cells[Math.min(this.focused, this.cells.length - 1)].setAttribute('tabindex', 0);
    }

    setFocus(cell) {
        this.cells[this.focused]?.setAttribute('tabindex', -1);
        this.focused = cell;
        this.cells[cell].setAttribute('tabindex', 0);
    }

    focus() {
        this.cells[this.focused].focus();
    }

    onKey(event, cell) {
        const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
        if (step && !event.altKey && !event.ctrlKey && !event.metaKey) {
            const [x, y] = this.g.place(cell), next = this.g.cellAt(x + step[0], y + step[1]);
            if (next !== null)
                this.cells[next].focus();
        } else if (event.key === 'Enter' || event.key === ' ')
            this.onPlay(cell);
        else
            return;
        event.preventDefault();
        event.stopPropagation();
    }

    // ---- stones ----

    // Shows a position. `from` is the one before when `move` led here: then the stone drops, the discs turn.
    // Resolves when all is at rest.
    show(position, {move = null, from = null, animate = false} = {}) {
        this.settle();
        const steps = [];
        position.cells.forEach((kind, cell) => this.put(cell, kind));
        if (animate && from && move !== null && move !== PASS)
            steps.push(...this.animate(position, from, move));
        this.shown = position;
        this.moving = steps;
        return Promise.allSettled(steps.map(step => step.finished));
    }

    // Ends animations that still run.
    settle() {
        this.moving.forEach(step => step.finish());
        this.moving = [];
    }

    put(cell, kind) {
        const old = this.stones.get(cell);
        if (old?.isConnected && old.kind === kind)
            return;
        old?.remove();
        this.stones.delete(cell);
        if (kind === EMPTY || (kind === BLOCKED && this.g.shape.family === 'connect4'))
            return;
        const [x, y] = this.g.center(cell);
        const [element] = parse(kind === BLOCKED ? blockedCell(this.g.shape, x, y)
            : `<g transform="translate(${x} ${y})" class="stone"><g class="face">${stone(this.g, kind)}</g></g>`);
        element.kind = kind;
        this.layers.stones.append(element);
        this.stones.set(cell, element);
    }

    animate(position, from, move) {
        const {family} = position.shape, face = cell => this.stones.get(cell).querySelector('.face');
        if (family === 'connect4') {
            const height = this.g.center(move)[1];
            return [face(move).animate([{transform: `translateY(${-height}px)`, easing: 'cubic-bezier(0.5, 0, 0.9, 0.6)'},
                {transform: 'translateY(0)', offset: 0.72, easing: 'ease-out'}, {transform: `translateY(${-height / 18}px)`, offset: 0.86, easing: 'ease-in'},
                {transform: 'translateY(0)'}], {duration: 260 + height / 4})];
        }
        const steps = [face(move).animate([{transform: 'scale(0.6)', opacity: 0.3}, {transform: 'scale(1)', opacity: 1}],
            {duration: 140, easing: 'ease-out'})];
        if (family === 'othello')
            for (const cell of flips(from, move))
                steps.push(...this.turn(cell, from.cells[cell], distance(position.shape, cell, move)));
        return steps;
    }

    // Turns a disc over: the old face closes, then the new one opens; discs farther away a little later.
    turn(cell, before, steps) {
        const group = this.stones.get(cell), open = group.querySelector('.face'), delay = 40 + 45 * steps;
        const [old] = parse(`<g class="face">${stone(this.g, before)}</g>`);
        group.append(old);
        const closing = old.animate([{transform: 'scaleX(1)'}, {transform: 'scaleX(0)'}],
            {duration: 130, delay, easing: 'ease-in', fill: 'both'});
        closing.finished.catch(() => {}).then(() => old.remove());
        return [closing, open.animate([{transform: 'scaleX(0)'}, {transform: 'scaleX(1)'}],
            {duration: 150, delay: delay + 130, easing: 'ease-out', fill: 'backwards'})];
    }

    // ---- marks ----

    // Everything drawn over and under the stones; `marks` is what marks.js made of the game's state.
    mark({last = null, under = '', over = '', lines = []} = {}) {
        const text = lines.map(line => winMark(this.g, line.cells)).join('') + (last !== null && last !== PASS ? lastMark(this.g, last) : '');
        for (const [name, svg] of [['under', under], ['over', text + over]])
            if (this[`${name}Text`] !== svg || !this.layers[name].isConnected || (svg && !this.layers[name].childNodes.length)) {
                this[`${name}Text`] = svg;
                this.layers[name].replaceChildren(...parse(svg));
            }
    }

    // The names of the cells for screen readers, and which of them can be played on.
    name(position, legal, notes) {
        const {shape} = position, over = outcome(position);
        const own = new Set(legal);
        this.cells.forEach((box, cell) => {
            const kind = position.cells[cell];
            const playable = !over && (own.has(cell) || (shape.family === 'connect4' && own.has(landing(position, cell % shape.width))));
            const state = kind === EMPTY ? this.t(own.has(cell) ? 'cellLegal' : 'cellEmpty')
                : kind === BLOCKED ? this.t('cellBlocked') : this.t(`${sideKey(shape)}${kind === FIRST ? 'First' : 'Second'}`);
            const words = [cellName(shape, cell), state, notes?.get(cell)].filter(Boolean).join(', ');
            if (box.getAttribute('aria-label') !== words)
                box.setAttribute('aria-label', words);
            box.classList.toggle('playable', playable);
        });
        this.layers.cells.setAttribute('aria-label', this.t('boardLabel'));
    }
}

export function sideKey(shape) {
    return shape.family === 'connect4' ? 'counter' : 'disc';
}

function distance(shape, a, b) {
    return Math.max(Math.abs(a % shape.width - b % shape.width), Math.abs(Math.floor(a / shape.width) - Math.floor(b / shape.width)));
}
