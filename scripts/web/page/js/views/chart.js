// SPDX-License-Identifier: MIT
// chart.js - the evaluation over the game as a graph, with the mistakes on it, and the turning points in words.
//
// The graph is a slider: a press goes to that move, arrow keys go through the game.
import {FIRST, SECOND, moveName, outcome} from '../rules.js';
import {Tree} from '../tree.js';
import {GRADES, forSide, gradeOfNode, percentText, scoreText, valueOfOutcome} from '../value.js';
import {h} from '../dom.js';
import {t} from '../texts.js';

const HEIGHT = 120, COLOURS = {blunder: '#d3302f', mistake: '#d96b11', inaccuracy: '#b98900'};
const TURNING_MAX = 12;

export class Chart {
    constructor(app) {
        this.app = app;
        this.host = document.getElementById('chart');
        this.build();
    }

    build() {
        this.title = h('h2', {}, t('graph'));
        this.slider = h('div', {class: 'graph', role: 'slider', tabindex: 0, 'aria-label': t('graphLabel'), onkeydown: event => this.onKey(event)});
        this.slider.addEventListener('pointerdown', event => this.press(event));
        this.slider.addEventListener('pointermove', event => event.buttons && this.press(event));
        new ResizeObserver(() => this.app.changed('view')).observe(this.slider);
        this.summary = h('div', {class: 'summary'});
        this.host.replaceChildren(h('div', {class: 'card-head'}, this.title), this.slider, this.summary);
        this.key = null;
    }

    nodes() {
        return [this.app.game.tree.root, ...Tree.line(this.app.game.node)];
    }

    press(event) {
        const box = this.slider.getBoundingClientRect(), nodes = this.nodes();
        const i = Math.round((event.clientX - box.left) / box.width * (nodes.length - 1));
        this.app.goto(nodes[Math.max(0, Math.min(i, nodes.length - 1))]);
    }

    onKey(event) {
        const {app} = this, nodes = this.nodes();
        const go = {ArrowLeft: () => app.back(), ArrowDown: () => app.back(), ArrowRight: () => app.forward(), ArrowUp: () => app.forward(),
            Home: () => app.goto(nodes[0]), End: () => app.goto(nodes.at(-1))}[event.key];
        if (!go)
            return;
        event.preventDefault();
        event.stopPropagation();
        go();
    }

    render(changes) {
        if (changes.has('language'))
            this.build();
        const {app} = this, nodes = this.nodes();
        this.host.hidden = Boolean(app.editing) || nodes.filter(node => node.value).length < 3;
        if (this.host.hidden || !['position', 'game', 'values', 'language', 'task', 'view'].some(name => changes.has(name)))
            return;
        const at = nodes.indexOf(app.game.node), value = app.game.node.value;
        this.slider.setAttribute('aria-valuemin', 0);
        this.slider.setAttribute('aria-valuemax', nodes.length - 1);
        this.slider.setAttribute('aria-valuenow', at);
        this.slider.setAttribute('aria-valuetext', t('graphValue', {n: at, of: nodes.length - 1,
            score: value ? scoreText(app.game.shape, value, t) : t('unknown')}));
        this.draw(nodes, at);
        this.drawSummary(nodes);
    }

    draw(nodes, at) {
        const {shape} = this.app.game, width = this.slider.clientWidth || 400, points = [];
        const x = i => 4 + (i / (nodes.length - 1)) * (width - 8);
        nodes.forEach((node, i) => {
            const end = outcome(node.position), value = end ? valueOfOutcome(shape, end) : node.value;
            if (value)
                points.push([x(i), 4 + (HEIGHT - 8) * (1 - height(shape, value)), node, i]);
        });
        const path = points.map(([px, py], i) => `${i ? 'L' : 'M'}${px.toFixed(1)} ${py.toFixed(1)}`).join('');
        const area = points.length ? `${path}L${points.at(-1)[0].toFixed(1)} ${HEIGHT}L${points[0][0].toFixed(1)} ${HEIGHT}z` : '';
        const dots = points.map(([px, py, node]) => {
            const {grade} = gradeOfNode(shape, node);
            return grade ? `<circle cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" r="6" fill="${COLOURS[grade.name]}" class="graph-dot"/>` : '';
        }).join('');
        const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" aria-hidden="true">`
            + `<rect width="${width}" height="${HEIGHT}" class="graph-second"/><path d="${area}" class="graph-first"/><path d="M0 ${HEIGHT / 2}H${width}" class="graph-middle"/>`
            + `<path d="${path}" class="graph-line"/>${at >= 0 ? `<path d="M${x(at).toFixed(1)} 0V${HEIGHT}" class="graph-now"/>` : ''}${dots}</svg>`;
        if (svg === this.key)
            return;
        this.key = svg;
        this.slider.replaceChildren(document.importNode(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement, true));
        this.slider.dataset.family = shape.family;
    }

    // ---- the review ----

    drawSummary(nodes) {
        const {app} = this, {shape} = app.game, graded = nodes.slice(1).map(node => ({node, ...gradeOfNode(shape, node)})).filter(entry => entry.loss !== null);
        const key = JSON.stringify(graded.map(entry => [entry.node.key, entry.loss])) + app.settings.language;
        if (key === this.summaryKey)
            return;
        this.summaryKey = key;
        if (graded.length < 2)
            return void this.summary.replaceChildren();
        const limits = shape.family === 'othello' ? t('gradesOthello', {a: GRADES[2].othello, b: GRADES[1].othello, c: GRADES[0].othello})
            : t('gradesOther', {a: percentText(GRADES[2].other), b: percentText(GRADES[1].other), c: percentText(GRADES[0].other)});
        this.summary.replaceChildren(h('table', {class: 'accuracy'}, h('caption', {class: 'hidden'}, t('accuracy')),
            h('thead', {}, h('tr', {}, h('th', {scope: 'col'}, t('player')), ...[...GRADES].reverse().map(grade => h('th', {scope: 'col', title: t(grade.name)}, grade.sign, h('span', {class: 'hidden'}, t(grade.name)))),
                h('th', {scope: 'col'}, t(shape.family === 'othello' ? 'meanDiscs' : 'meanChance')))),
            h('tbody', {}, [FIRST, SECOND].map(side => this.accuracyRow(side, graded)))),
        this.turningPoints(graded), h('p', {class: 'hint'}, limits));
    }

    accuracyRow(side, graded) {
        const {shape} = this.app.game, own = graded.filter(({node}) => node.parent.position.side === side);
        const mean = own.reduce((sum, entry) => sum + entry.loss, 0) / Math.max(1, own.length);
        return h('tr', {}, h('th', {scope: 'row'}, this.app.sideName(side)),
            ...[...GRADES].reverse().map(grade => h('td', {}, String(own.filter(entry => entry.grade === grade).length))),
            h('td', {}, shape.family === 'othello' ? mean.toFixed(2) : percentText(mean)));
    }

    // Where the game turned: moves after which somebody else was ahead, and the worst ones.
    turningPoints(graded) {
        const {app} = this, {shape} = app.game;
        const turned = graded.filter(({node, grade}) => grade && (grade.name !== 'inaccuracy' || lead(node.parent.value) !== lead(node.value)))
            .sort((a, b) => b.loss - a.loss).slice(0, TURNING_MAX).sort((a, b) => a.node.ply - b.node.ply);
        if (!turned.length)
            return h('p', {class: 'hint'}, t('noTurning'));
        return h('div', {}, h('h3', {}, t('turning')), h('ul', {class: 'turning'}, turned.map(({node, grade, loss}) => {
            const {side} = node.parent.position, before = forSide(node.parent.value, side), after = forSide(node.value, side);
            const text = t('turningLine', {n: node.ply, side: app.sideName(side), move: moveName(shape, node.move), from: scoreText(shape, before, t),
                to: scoreText(shape, after, t), best: node.parent.value.best || '–'});
            return h('li', {}, h('button', {class: 'turning-button', 'data-loss': loss.toFixed(2), onclick: () => app.goto(node)}, h('span', {class: `grade ${grade.name}`}, grade.sign), ' ', text));
        })));
    }
}

const lead = value => Math.abs(value.win - 0.5) < 0.02 ? 0 : Math.sign(value.win - 0.5);

// How high the first player's line stands: by the root of the discs in Othello, so that small leads show too.
function height(shape, value) {
    if (shape.family !== 'othello' || value.cp === undefined)
        return value.win;
    const share = Math.min(1, Math.abs(value.cp) / 100 / (shape.width * shape.height));
    return 0.5 + Math.sign(value.cp) * 0.5 * Math.sqrt(share);
}

