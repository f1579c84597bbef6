// SPDX-License-Identifier: MIT
// analysis.js - the panel that says what the engine thinks: score, lines, solving, reviewing, overlays.
import {EMPTY, FIRST, PASS, SECOND, count} from '../rules.js';
import {connect4Threats, mobility, oddEvenHolds, regions, stableDiscs} from '../facts.js';
import {LOSS_COLOURS} from '../marks.js';
import {amount, duration, lossClass, percentText, scoreText} from '../value.js';
import {h, icon, select, setText, toggle} from '../dom.js';
import {t} from '../texts.js';
import {overlaysOf} from '../app.js';

const PV_MOVES = 12, LINES_SHOWN = 40, PLAY_THROUGH_MS = 650;

export class Analysis {
    constructor(app) {
        this.app = app;
        this.host = document.getElementById('analysis');
        this.rows = [];
        this.build();
    }

    // ---- building ----

    build() {
        const {app} = this;
        this.rows = [];
        this.switch = toggle(t('analysis'), app.analysis, on => app.setAnalysis(on));
        this.box = this.switch.querySelector('input');
        this.lineSelect = select([['auto', t('linesAuto')], ...[1, 3, 5, 10].map(n => [n, t('linesCount', {n})]), ['all', t('linesAll')]],
            app.settings.lines, value => app.set('lines', value), {'aria-label': t('lines')});
        this.score = h('span', {class: 'big-score'});
        this.verdict = h('span', {class: 'verdict'});
        this.numbers = h('p', {class: 'numbers'});
        this.list = h('ul', {class: 'lines', 'aria-label': t('lines')});
        this.through = h('button', {class: 'small', onclick: () => this.playThrough()}, icon('go'), t('playThrough'));
        this.solve = h('button', {class: 'small', onclick: () => app.begin('solve')}, t('solve'));
        this.review = h('button', {class: 'small', onclick: () => app.begin('review', {ms: app.settings.review})}, t('review'));
        this.reviewTime = select([200, 500, 1000, 3000, 10000].map(ms => [ms, t('seconds', {n: ms / 1000})]), app.settings.review,
            value => app.set('review', Number(value)), {'aria-label': t('reviewTime')});
        this.progress = h('div', {class: 'progress', hidden: true}, this.meter = h('progress', {max: 1, value: 0, 'aria-label': t('progress')}),
            this.progressText = h('span', {class: 'progress-text'}), h('button', {class: 'small', onclick: () => app.endTask()}, icon('stop'), t('stop')));
        this.answer = h('p', {class: 'answer', hidden: true, role: 'status'});
        this.chips = h('div', {class: 'chips', role: 'group', 'aria-label': t('overlays')});
        this.facts = h('p', {class: 'facts'});
        this.legend = h('p', {class: 'legend'});
        this.body = h('div', {class: 'analysis-body'}, h('div', {class: 'headline'}, this.score, this.verdict), this.numbers, this.list, this.legend);
        this.host.replaceChildren(h('div', {class: 'card-head'}, h('h2', {}, this.switch), h('div', {class: 'head-tools'}, this.lineSelect)), this.body,
            this.progress, this.answer, h('div', {class: 'action-row'}, this.through, this.solve, h('span', {class: 'joined'}, this.review, this.reviewTime)), this.chips, this.facts);
        this.chipsFor = null;
    }

    render(changes) {
        const {app} = this;
        if (changes.has('language'))
            this.build();
        this.host.hidden = Boolean(app.editing);
        if (app.editing)
            return;
        this.box.checked = app.analysis;
        this.body.hidden = !app.analysis;
        this.lineSelect.hidden = !app.analysis;
        this.drawNews();
        this.drawTask();
        if (['position', 'game', 'view', 'language'].some(name => changes.has(name)))
            this.drawFacts();
    }

    // ---- score and lines ----

    drawNews() {
        const {app} = this, {shape} = app.game, lines = app.analysis && !app.engineToMove() ? app.currentLines() : [], [best] = lines;
        const news = app.news?.node === app.game.node ? app.news.news : null, end = app.game.outcome();
        setText(this.score, best ? scoreText(shape, best, t) : '');
        this.score.dataset.cp = best?.cp ?? '';
        this.score.classList.toggle('exact', Boolean(best?.exact));
        setText(this.verdict, end ? app.endText(end) : best ? this.verdictText(best) : app.engineToMove() ? t('engineThinks') : app.stopped ? t('noEngine') : t('waiting'));
        setText(this.numbers, news && best && !end ? this.numbersText(news, best) : '');
        this.drawLines(end ? [] : lines.slice(0, LINES_SHOWN));
        setText(this.legend, best && !end ? t('legend') : '');
        this.through.hidden = !(best?.mate !== undefined && best.pv.length > 2 && app.analysis);
    }

    // "Black is ahead by 2.3 discs", "Black wins in 7 moves".
    verdictText(best) {
        const {app} = this, {position, shape} = app.game, ahead = best.win >= 0.5;
        const side = app.sideName(ahead ? position.side : FIRST + SECOND - position.side);
        if (best.mate !== undefined)
            return t('verdictWin', {side, n: Math.abs(best.mate)});
        if (best.cp === 0)
            return t(best.exact ? 'verdictDraw' : 'verdictLevel');
        if (shape.family === 'othello')
            return t(best.exact ? 'verdictDiscsExact' : 'verdictDiscs', {side, n: (Math.abs(best.cp) / 100).toFixed(best.exact ? 0 : 1)});
        return t('verdictChance', {side, chance: percentText(Math.max(best.win, 1 - best.win))});
    }

    numbersText(news, best) {
        const parts = [t('depth', {n: best.depth})];
        if (best.selectivity !== undefined && best.selectivity < 100)
            parts.push(t('selectivity', {n: best.selectivity}));
        if (best.book)
            parts.push(t('fromBook'));
        parts.push(t('nodes', {n: amount(news.nodes, t)}));
        if (news.nps)
            parts.push(t('nps', {n: amount(news.nps, t)}));
        parts.push(duration(news.time, t));
        return parts.join(' · ');
    }

    drawLines(lines) {
        const {app} = this, {shape} = app.game;
        while (this.rows.length < lines.length)
            this.rows.push(this.makeRow(this.rows.length));
        this.rows.forEach((row, i) => {
            const line = lines[i];
            row.element.hidden = !line;
            row.line = line;
            if (!line)
                return;
            setText(row.score, scoreText(shape, line, t));
            row.score.style.backgroundColor = LOSS_COLOURS[lossClass(shape, lines[0], line)];
            row.score.classList.toggle('exact', line.exact);
            row.score.title = t(line.exact ? 'cellExact' : 'cellScore', {score: row.score.textContent});
            Object.assign(row.score.dataset, {move: app.moveName(line.move), cp: line.cp ?? '', mate: line.mate ?? '', depth: line.depth});
            row.book.hidden = !line.book;
            this.drawPv(row, line);
        });
    }

    makeRow(index) {
        const row = {score: h('span', {class: 'line-score'}), book: h('span', {class: 'book', title: t('fromBook')}, t('bookShort')),
            pv: h('span', {class: 'pv'}), buttons: []};
        row.element = h('li', {'data-line': index + 1}, row.score, row.book, row.pv);
        row.pv.addEventListener('pointerleave', () => this.preview(null));
        this.list.append(row.element);
        return row;
    }

    // The moves of a line: pointing at one shows the line up to it on the board, pressing it plays that far.
    drawPv(row, line) {
        const {app} = this, moves = line.pv.slice(0, PV_MOVES);
        while (row.buttons.length < moves.length) {
            const i = row.buttons.length;
            const button = h('button', {class: 'pv-move', tabindex: i ? -1 : 0, onclick: () => this.playLine(row, i),
                onpointerenter: () => this.preview(row, i), onfocus: () => this.preview(row, i), onblur: () => this.preview(null),
                onkeydown: event => this.walk(event, row, i)});
            row.buttons.push(button);
            row.pv.append(button);
        }
        row.buttons.forEach((button, i) => {
            button.hidden = i >= moves.length;
            if (i < moves.length)
                setText(button, moves[i] === PASS ? t('pass') : app.moveName(moves[i]));
        });
    }

    walk(event, row, i) {
        const step = {ArrowLeft: -1, ArrowRight: 1}[event.key], next = row.buttons[i + step];
        if (!step || !next || next.hidden)
            return;
        event.preventDefault();
        event.stopPropagation();
        next.focus();
    }

    preview(row, i) {
        const {app} = this;
        clearInterval(this.timer);
        app.preview = row?.line ? {node: app.game.node, moves: row.line.pv.slice(0, i + 1)} : null;
        app.changed('news');
    }

    playLine(row, i) {
        const {app} = this, {game} = app;
        this.preview(null);
        if (!row.line || app.engineToMove())
            return;
        if (game.isMatch() || !i)
            app.playMove(row.line.move);
        else {
            const node = game.tree.addLine(game.node, row.line.pv.slice(0, i + 1));
            if (node)
                app.goto(node);
        }
    }

    // Shows a proven win move by move.
    playThrough() {
        const {app} = this, [best] = app.currentLines(), {node} = app.game;
        if (!best)
            return;
        let shown = 0;
        clearInterval(this.timer);
        const step = () => {
            shown++;
            if (app.game.node !== node || shown > best.pv.length + 3) {
                clearInterval(this.timer);
                app.preview = null;
            } else
                app.preview = {node, moves: best.pv.slice(0, shown)};
            app.changed('news');
        };
        step();
        this.timer = setInterval(step, PLAY_THROUGH_MS);
    }

    // ---- solving and reviewing ----

    drawTask() {
        const {app} = this, {task, game} = app, end = game.outcome(), busy = Boolean(task) || app.stopped;
        const running = task && task.kind !== 'hint';
        this.progress.hidden = !running;
        if (running) {
            const {done, of, left, sure = 100} = app.taskProgress;
            this.meter.max = of;
            this.meter.value = done;
            const spent = duration(performance.now() - app.taskStarted, t);
            const text = t(task.kind === 'solve' ? (sure < 100 ? 'solvingSure' : 'solving') : 'reviewing', {done, of, spent, sure});
            setText(this.progressText, left === null ? text : `${text} · ${t('timeLeft', {left: duration(left, t)})}`);
        }
        this.solve.disabled = busy || Boolean(end) || app.engineToMove();
        this.review.disabled = busy || !game.tree.root.children.length;
        const {result} = app, shown = Boolean(result?.solved) && result.node === game.node;
        this.answer.hidden = !shown;
        if (shown)
            setText(this.answer, t('solved', {verdict: this.verdictText(result.solved), move: app.moveName(result.solved.move), time: duration(result.news.time, t), nodes: amount(result.news.nodes, t)}));
    }

    // ---- what a strong player points at ----

    drawFacts() {
        const {app} = this, {shape, position} = app.game, names = overlaysOf(shape);
        if (this.chipsFor !== names.join()) {
            this.chipsFor = names.join();
            this.chips.replaceChildren(...names.map(name => h('button', {class: 'chip', 'data-overlay': name, onclick: () => this.flipOverlay(name)}, t(`overlay_${name}`))));
        }
        for (const chip of this.chips.children)
            chip.setAttribute('aria-pressed', app.overlays.has(chip.dataset.overlay));
        setText(this.facts, [...app.overlays].map(name => this.factText(name, position)).join(' '));
    }

    flipOverlay(name) {
        const {overlays} = this.app;
        if (overlays.has(name))
            overlays.delete(name);
        else
            overlays.add(name);
        this.app.changed('view');
    }

    factText(name, position) {
        const {app} = this, both = (a, b) => ({first: app.sideName(FIRST), second: app.sideName(SECOND), a, b});
        if (name === 'mobility') {
            const moves = mobility(position);
            return t('factMobility', both(moves[FIRST].length, moves[SECOND].length));
        }
        if (name === 'stable') {
            const stable = [...stableDiscs(position)], of = side => stable.filter(cell => position.cells[cell] === side).length;
            return t('factStable', both(of(FIRST), of(SECOND)));
        }
        if (name === 'parity') {
            const list = regions(position), odd = list.filter(region => region.length % 2).length;
            return t('factParity', {n: list.length, odd, even: list.length - odd, empties: count(position, EMPTY)});
        }
        if (position.shape.family === 'gomoku')
            return t('factGomoku');
        const threats = connect4Threats(position), odd = side => threats[side].filter(threat => threat.odd).length;
        return t('factConnect4', {...both(odd(FIRST), threats[SECOND].length - odd(SECOND)), all: threats[FIRST].length, others: threats[SECOND].length})
            + (oddEvenHolds(position.shape) ? ` ${t('factZugzwang', both(0, 0))}` : '');
    }
}
