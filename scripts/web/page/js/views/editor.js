// SPDX-License-Identifier: MIT
// editor.js - setting up a position: a palette, the side to move, the board's text; what cannot be played is said.
import {BLOCKED, EMPTY, FIRST, SECOND, boardNamed, boardText, fault, landing, outcome, shapeOf, startPosition} from '../rules.js';
import {ENGINE, HUMAN} from '../game.js';
import {choices, h} from '../dom.js';
import {t} from '../texts.js';
import {boardFields} from './dialogs/new.js';

export class Editor {
    constructor(app) {
        this.app = app;
        this.host = document.getElementById('editor');
    }

    // Begins with what is on the board.
    open() {
        const {app} = this;
        this.position = {...app.game.position, cells: app.game.position.cells.slice()};
        this.brush = 'auto';
        this.opener = document.activeElement;
        app.editing = this;
        app.resetThought();
        this.draw();
        app.changed('view', 'position');
        this.host.querySelector('button, select')?.focus();
    }

    close() {
        this.app.editing = null;
        this.app.changed('view', 'position');
    }

    // The keyboard's focus, which would be lost with the panel, goes back to what had it: a cell whose board is still there,
    // or the button, or the menu's where that is closed.
    giveBackFocus() {
        const there = [this.opener, document.querySelector('[data-do=edit]'), document.getElementById('menu-button')];
        there.find(element => element !== document.body && element?.getClientRects().length)?.focus({preventScroll: true});
    }

    render(changes) {
        const open = this.app.editing === this;
        if (!open && this.host.contains(document.activeElement))
            this.giveBackFocus();
        this.host.hidden = !open;
        if (!this.host.hidden && changes.has('language'))
            this.draw();
    }

    // The brush on a cell. "Turn" goes through empty, first, second. Connect Four's stones pile up: a press drops one on
    // its column, or takes the top one off.
    click(cell) {
        const {position, brush} = this, {shape} = position, cells = position.cells.slice();
        if (shape.family === 'connect4')
            this.clickColumn(cells, cell);
        else if (brush === 'auto')
            cells[cell] = (cells[cell] + 1) % 3;
        else
            cells[cell] = cells[cell] === brush ? EMPTY : brush;
        this.set({...position, cells});
    }

    clickColumn(cells, cell) {
        const {position, brush} = this, {shape} = position, x = cell % shape.width;
        if (brush === EMPTY || (brush === 'auto' && cells[cell] !== EMPTY && cells[cell] !== BLOCKED)) {
            for (let y = 0; y < shape.height; y++)
                if ([FIRST, SECOND].includes(cells[y * shape.width + x]))
                    return void (cells[y * shape.width + x] = EMPTY);
            return undefined;
        }
        const to = landing(position, x), stones = cells.filter(kind => kind === FIRST).length - cells.filter(kind => kind === SECOND).length;
        if (to !== null)
            cells[to] = brush === 'auto' ? (stones > 0 ? SECOND : FIRST) : brush;
        return undefined;
    }

    set(position) {
        // The numbers of stones say whose move it is in Connect Four.
        if (position.shape.family === 'connect4') {
            const more = position.cells.filter(kind => kind === FIRST).length - position.cells.filter(kind => kind === SECOND).length;
            position = {...position, side: more > 0 ? SECOND : FIRST};
        }
        this.position = position;
        this.drawState();
        this.app.changed('view');
    }

    // ---- the panel ----

    draw() {
        const {app} = this, {shape} = this.position, word = side => t(`${shape.family === 'connect4' ? 'counter' : 'disc'}${side}`);
        const brushes = [['auto', t('brushAuto')], [FIRST, word('First')], [SECOND, word('Second')], [EMPTY, t('brushEmpty')], ...(shape.family === 'gomoku' ? [[BLOCKED, t('brushBlocked')]] : [])];
        this.text = h('input', {type: 'text', spellcheck: 'false', 'aria-label': t('boardText'), onchange: () => this.readText()});
        this.problem = h('p', {class: 'problem', role: 'alert'});
        this.sides = choices(t('toMove'), [[FIRST, word('First')], [SECOND, word('Second')]], this.position.side, side => this.set({...this.position, side: Number(side)}));
        this.playButton = h('button', {class: 'primary', onclick: () => this.done(true)}, t('playPosition'));
        this.lookButton = h('button', {onclick: () => this.done(false)}, t('analysePosition'));
        this.host.replaceChildren(h('div', {class: 'card-head'}, h('h2', {}, t('edit'))), ...boardFields(shape, next => {
            this.set(startPosition(next));
            this.draw();
        }), h('h3', {}, t('brush')), choices(t('brush'), brushes, this.brush, brush => {
            this.brush = brush === 'auto' ? brush : Number(brush);
        }, {class: 'choices brushes'}), ...(shape.family === 'connect4' ? [] : [h('h3', {}, t('toMove')), this.sides]),
        h('div', {class: 'action-row'}, h('button', {class: 'small', onclick: () => this.set(startPosition(shape))}, t('startBoard')), h('button', {class: 'small', onclick: () => this.clear()}, t('clearBoard'))),
        h('h3', {}, t('boardText')), this.text, this.problem, h('div', {class: 'action-row'}, h('button', {onclick: () => this.close()}, t('cancel')), this.lookButton, this.playButton));
        this.drawState();
        this.host.hidden = app.editing !== this;
    }

    drawState() {
        const wrong = fault(this.position);
        this.text.value = boardText(this.position);
        this.problem.textContent = wrong ? t(wrong) : outcome(this.position) ? t('faultOver') : '';
        this.sides.choose(this.position.side);
        this.playButton.disabled = Boolean(wrong || outcome(this.position));
        this.lookButton.disabled = Boolean(wrong);
    }

    clear() {
        const {shape} = this.position, cells = new Uint8Array(shape.width * shape.height);
        if (shape.family === 'connect4' && shape.block !== null)
            cells[shape.block] = BLOCKED;
        this.set({shape, cells, side: FIRST});
    }

    readText() {
        const read = boardNamed(this.position.shape, this.text.value);
        if (read)
            return this.set({...read, shape: shapeOf(read.shape.id)});
        this.problem.textContent = t('faultText');
        return null;
    }

    // A new game from this position: against the engine as before, or to look at.
    done(playing) {
        const {app, position} = this, usual = startPosition(position.shape), {players} = app.game;
        const same = position.side === usual.side && position.cells.every((kind, i) => kind === usual.cells[i]);
        const seats = !playing ? {[FIRST]: HUMAN, [SECOND]: HUMAN} : app.game.isMatch() ? players
            : {[position.side]: HUMAN, [FIRST + SECOND - position.side]: ENGINE};
        app.analysis = !playing;
        app.open(app.freshGame(position.shape, {start: same ? null : position, players: seats}));
    }
}
