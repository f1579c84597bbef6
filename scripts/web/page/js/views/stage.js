// SPDX-License-Identifier: MIT
// stage.js - the board with everything around it: the two seats, the bar, the status, the tools.
import {Board} from '../board.js';
import {ENGINE, HUMAN} from '../game.js';
import {FIRST, PASS, SECOND, count, legalMoves, otherSide} from '../rules.js';
import * as marks from '../marks.js';
import {geometry, stone, definitions} from '../paint.js';
import {cellText, clockText, forSide, percentText, scoreText, valueOfOutcome} from '../value.js';
import {h, icon, select, setText} from '../dom.js';
import {t} from '../texts.js';
import {strengthText} from './dialogs/new.js';

const find = id => document.getElementById(id);

export class Stage {
    constructor(app) {
        this.app = app;
        this.pointed = null;
        this.board = new Board(find('board'), {t, onPlay: cell => app.click(cell), onPoint: cell => this.point(cell)});
        this.seats = {};
        this.drawn = null;
    }

    point(cell) {
        this.pointed = cell;
        this.mark();
    }

    render(changes) {
        const redraw = ['position', 'game', 'settings', 'language', 'view', 'task', 'engine'].some(name => changes.has(name));
        if (redraw) {
            this.drawBoard();
            this.drawSeats();
            this.drawTools();
        }
        if (redraw || changes.has('news'))
            this.mark();
        if (redraw || changes.has('news') || changes.has('values'))
            this.drawBar();
        if (changes.has('clock') || redraw)
            this.drawClocks();
        if (redraw || changes.has('news'))
            this.drawThinking();
    }

    // ---- the board ----

    drawBoard() {
        const {app, board} = this, {game, settings} = app, position = app.editing?.position ?? game.position;
        board.setUp(position.shape, {turn: settings.turn, mirror: settings.mirror, labels: settings.labels});
        const step = app.lastStep, fresh = !app.editing && step && step.node === game.node && this.drawn !== game.node;
        if (board.shown !== position)
            app.atRest = board.show(position, fresh ? {move: step.move, from: step.from, animate: app.hasMotion()} : {});
        this.drawn = game.node;
        const legal = app.editing ? [] : legalMoves(position);
        board.name(position, legal, this.cellNotes());
        board.host.classList.toggle('editing', Boolean(app.editing));
        find('game-name').textContent = shapeTitle(position.shape);
        document.title = `${shapeTitle(position.shape)} · outflank`;
    }

    // What a screen reader hears with a cell: its score.
    cellNotes() {
        const {app} = this, notes = new Map();
        if (this.showsScores())
            for (const line of app.currentLines())
                notes.set(line.move, t(line.exact ? 'cellExact' : 'cellScore', {score: scoreText(app.game.shape, line, t)}));
        if (app.game.node.move !== null)
            notes.set(app.game.node.move, t('cellLast'));
        return notes;
    }

    showsScores() {
        const {app} = this;
        return app.settings.scores && app.analysis && !app.editing && !app.engineToMove() && app.task?.kind !== 'review';
    }

    showsPercent() {
        const {percent} = this.app.settings;
        return percent === 'chance' || (percent === 'auto' && this.app.game.shape.family !== 'othello');
    }

    mark() {
        const {app, board} = this, {game} = app, {g} = board;
        if (!g)
            return;
        if (app.editing)
            return board.mark({});
        const {position} = game, end = game.outcome(), legal = legalMoves(position);
        const lines = this.showsScores() ? app.currentLines() : [], preview = app.preview?.node === game.node ? app.preview.moves : null;
        let over = '';
        if (preview)
            over = marks.ghosts(g, position, preview);
        else {
            if (app.settings.legal && !end && !app.engineToMove() && !lines.length && !app.overlays.has('mobility'))
                over += marks.legalDots(g, position, legal);
            if (app.settings.legal)
                over += marks.forbidden(g, position, legal);
            over += this.overlayMarks(position);
            if (this.pointed !== null && !end && !app.engineToMove())
                over += this.pointedMark(position, legal, lines);
            over += marks.scores(g, lines, {t, percent: this.showsPercent()});
            if (app.hintMove?.node === game.node && app.hintMove.move !== PASS)
                over += marks.hint(g, app.hintMove.move);
        }
        board.mark({last: game.node.move, lines: end?.lines ?? [], over,
            under: app.overlays.has('parity') ? marks.regionMarks(g, position) : ''});
        if (lines.length)
            board.name(position, legal, this.cellNotes());
        return null;
    }

    pointedMark(position, legal, lines) {
        const cell = position.shape.family === 'connect4' ? marks.columnOf(position, this.pointed) : this.pointed;
        return cell !== null && legal.includes(cell) && !lines.some(line => line.move === cell) ? marks.pointed(this.board.g, position, cell) : '';
    }

    overlayMarks(position) {
        const {app, board: {g}} = this, {overlays} = app;
        let over = '';
        if (overlays.has('mobility'))
            over += marks.mobilityMarks(g, position);
        if (overlays.has('stable'))
            over += marks.stableMarks(g, position);
        if (overlays.has('threats') && position.shape.family === 'gomoku')
            over += marks.gomokuMarks(g, position);
        if (overlays.has('threats') && position.shape.family === 'connect4')
            over += marks.connect4Marks(g, position, t);
        return over;
    }

    // ---- seats ----

    // The side at the bottom: the person's, where there is one.
    bottomSide() {
        const {players} = this.app.game;
        return players[FIRST] === ENGINE && players[SECOND] === HUMAN ? SECOND : FIRST;
    }

    // A seat that is drawn anew, or changes places, keeps the keyboard's focus.
    drawSeats() {
        const bottom = this.bottomSide(), seat = wanted => Object.values(this.seats).find(wanted);
        const focused = seat(({chooser}) => chooser === document.activeElement)?.side;
        this.drawSeat(find('seat-bottom'), bottom);
        this.drawSeat(find('seat-top'), otherSide(bottom));
        if (focused)
            seat(({side}) => side === focused).chooser.focus({preventScroll: true});
    }

    drawSeat(host, side) {
        const {app} = this, {game} = app, {position} = game, who = game.players[side];
        const key = JSON.stringify([side, who, game.shape.id, game.names, app.settings.strength, app.settings.language, Boolean(game.clock)]);
        let seat = this.seats[host.id];
        if (seat?.key !== key) {
            const name = game.names[side - 1];
            const chooser = select([[HUMAN, name || t(game.isMatch() ? 'you' : 'person')], [ENGINE, t('engine')]], who,
                value => app.setPlayer(side, value), {'aria-label': t('seatLabel', {side: app.sideName(side)}), class: 'seat-who'});
            seat = this.seats[host.id] = {key, side, chooser,
                discs: h('span', {class: 'seat-count'}), clock: h('span', {class: 'seat-clock', role: 'timer'}),
                level: h('span', {class: 'seat-level'}, who === ENGINE ? strengthText(app) : ''),
                thinking: h('span', {class: 'seat-thinking'})};
            host.replaceChildren(seatStone(game.shape, side), h('span', {class: 'seat-name'}, chooser, seat.level, seat.thinking), seat.discs, seat.clock);
        }
        host.classList.toggle('to-move', !game.outcome() && position.side === side);
        const discs = game.shape.family === 'othello' ? count(position, side) : null;
        setText(seat.discs, discs === null ? '' : String(discs));
        seat.discs.title = discs === null ? '' : t('discCount', {n: discs});
        seat.clock.hidden = !game.clock;
    }

    drawClocks() {
        const {game} = this.app;
        for (const seat of Object.values(this.seats))
            if (game.clock) {
                setText(seat.clock, clockText(game.left[seat.side]));
                seat.clock.classList.toggle('low', game.left[seat.side] < 20000);
                seat.clock.classList.toggle('running', this.app.clockRuns() && game.side === seat.side);
            }
    }

    drawThinking() {
        const {app} = this;
        for (const seat of Object.values(this.seats)) {
            const on = app.isThinking() && app.game.side === seat.side;
            const depth = on && app.news?.node === app.game.node ? app.news.news.depth : 0;
            setText(seat.thinking, on ? (depth ? t('thinkingDepth', {depth}) : t('thinking')) : '');
        }
    }

    // ---- the bar, the status, the tools ----

    // The value to show: the engine's of now, or what is kept.
    currentValue() {
        const {app} = this, {game} = app, end = game.outcome();
        return end && !end.time ? valueOfOutcome(game.shape, end) : game.node.value;
    }

    drawBar() {
        const {app} = this, bar = find('bar'), value = this.currentValue();
        const shown = !app.editing && (app.analysis || app.result?.kind === 'review');
        bar.hidden = !shown;
        if (!shown)
            return;
        const share = value ? barShare(app.game.shape, value) : 0.5;
        bar.style.setProperty('--share', share);
        bar.dataset.side = this.bottomSide() === FIRST ? 'first' : 'second';
        bar.dataset.family = app.game.shape.family;
        const leader = value && forSide(value, value.win >= 0.5 ? FIRST : SECOND), text = value ? scoreText(app.game.shape, leader, t) : '';
        setText(find('bar-text'), value ? cellText(app.game.shape, leader, t, this.showsPercent()) : '');
        find('bar-text').dataset.lead = value && value.win < 0.5 ? 'second' : 'first';
        bar.setAttribute('aria-label', value ? t('barLabel', {side: app.sideName(value.win >= 0.5 ? FIRST : SECOND), score: text,
            chance: percentText(Math.max(value.win, 1 - value.win))}) : t('barEmpty'));
    }

    drawTools() {
        const {app} = this, {game} = app, tool = name => find('tools').querySelector(`[data-do="${name}"]`);
        setText(find('status'), app.editing ? t('statusEditing') : app.statusText());
        find('status').classList.toggle('over', Boolean(game.outcome()) && !app.editing);
        tool('undo').disabled = !game.undoTarget() || Boolean(app.editing);
        tool('redo').disabled = !game.redoTarget() || Boolean(app.editing);
        tool('hint').disabled = Boolean(game.outcome() || app.editing || app.engineToMove() || app.task || app.stopped);
        tool('turn').hidden = game.shape.family === 'connect4';
        const pause = tool('pause'), label = t(game.paused ? 'goOn' : 'pause');
        pause.hidden = !(game.players[FIRST] === ENGINE && game.players[SECOND] === ENGINE) && !game.paused;
        if (pause.getAttribute('aria-label') !== label) {
            pause.setAttribute('aria-label', label);
            pause.title = label;
        }
        pause.replaceChildren(icon(game.paused ? 'go' : 'pause'));
    }
}

// The first player's part of the bar: discs in Othello, where the chance says too little once it is certain.
function barShare(shape, value) {
    if (shape.family !== 'othello' || value.cp === undefined)
        return value.win;
    const half = shape.width * shape.height / 2, part = Math.min(1, Math.abs(value.cp) / 100 / half);
    return 0.5 + Math.sign(value.cp) * 0.5 * Math.sqrt(part);
}

function seatStone(shape, side) {
    const g = geometry(shape), text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100" class="seat-stone" aria-hidden="true">${definitions(g)}${stone(g, side)}</svg>`;
    return new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
}

const RULE_TITLES = {free: 'ruleFree', renju: 'ruleRenju', caro: 'ruleCaro', 'caro,exact': 'ruleCaroExact'};

// "Othello 8×8", "Gomoku 15×15, free rule", "Connect Four 9×10".
export function shapeTitle(shape) {
    const name = `${t(shape.family)} ${shape.width}×${shape.height}`;
    return shape.family === 'gomoku' && shape.rule !== 'exact' ? `${name} · ${t(RULE_TITLES[shape.rule])}` : name;
}
