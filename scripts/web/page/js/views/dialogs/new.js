// SPDX-License-Identifier: MIT
// new.js - a new game: which one, on what board, against whom, how strong, with what clock.
import {ENGINE, HUMAN, LEVELS} from '../../game.js';
import {CONNECT4_EDGES, FAMILIES, FIRST, GOMOKU_SIZES, OTHELLO_EDGES, SECOND, boardNamed, connect4Shape, gomokuShape, othelloShape,
    shapeOf, startPosition} from '../../rules.js';
import {geometry, picture} from '../../paint.js';
import {choices, field, h, select, toggle} from '../../dom.js';
import {t} from '../../texts.js';
import {openDialog} from './dialog.js';

const levelName = word => LEVELS.includes(word) ? t(`level_${word}`) : word;

const SECONDS = [100, 300, 500, 1000, 2000, 5000, 10000, 30000];
const DEPTHS = [1, 2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 30];
const CLOCKS = {none: null, '1+2': [60, 2], '3+2': [180, 2], '5+5': [300, 5], '10+10': [600, 10], '30+0': [1800, 0]};

// Boards that show what a game looks like.
const SAMPLES = {othello: 'othello:6x6|6/2xo2/1xxoo1/1ooxx1/2ox2/6 x', gomoku: 'gomoku:7|7/2o4/2xo3/2oxx2/3xo2/7/7 x',
    connect4: 'connect4:6x5|6/6/2o3/2xxo1/1oxox1 x'};

export function sample(family) {
    const [id, board] = SAMPLES[family].split('|');
    return picture(boardNamed(shapeOf(id), board), {labels: false});
}

export const svgElement = text => document.importNode(new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, true);

const range = (from, to) => Array.from({length: to - from + 1}, (_, i) => from + i);

// What the engine plays by, in words: "1 s a move", "depth 8", a level's name.
export function strengthText(app) {
    const {strength} = app.settings;
    if (app.game.clock)
        return t('byClock');
    if (strength.kind === 'depth')
        return t('depth', {n: strength.value});
    if (strength.kind === 'level')
        return levelName(strength.value);
    return t('secondsMove', {n: strength.value / 1000});
}

// The choice of a strength: levels where the engine has them, seconds, depth.
export function strengthFields(app, strength, onchange) {
    const levels = app.engine.options.get('Strength')?.words ?? [...LEVELS];
    const kinds = [['level', t('byLevel')], ['time', t('byTime')], ['depth', t('byDepth')]];
    const host = h('div', {class: 'strength'});
    const draw = () => {
        const values = strength.kind === 'time' ? SECONDS.map(ms => [ms, t('secondsMove', {n: ms / 1000})])
            : strength.kind === 'depth' ? DEPTHS.map(n => [n, t('depth', {n})])
                : levels.map(word => [word, levelName(word)]);
        host.replaceChildren(choices(t('strength'), kinds, strength.kind, kind => {
            strength = {kind, value: kind === 'time' ? 1000 : kind === 'depth' ? 8 : 'intermediate'};
            onchange(strength);
            draw();
        }), select(values, strength.value, value => {
            strength = {...strength, value: strength.kind === 'level' ? value : Number(value)};
            onchange(strength);
        }, {'aria-label': t('strength')}));
    };
    draw();
    return host;
}

export function openNew(app) {
    let shape = app.game.shape, strength = app.settings.strength, side = 'first', rival = ENGINE, clock = 'none';
    const {players} = app.game;
    if (!app.game.isMatch())
        rival = HUMAN;
    else if (players[FIRST] === ENGINE && players[SECOND] === ENGINE)
        rival = 'both';
    else
        side = players[FIRST] === HUMAN ? 'first' : 'second';

    const board = h('div', {class: 'new-board'}), strengthRow = h('div', {}), sideRow = h('div', {class: 'field-row'});
    const drawBoard = () => board.replaceChildren(...boardFields(shape, next => {
        shape = next;
        drawBoard();
    }));
    const drawRival = () => {
        strengthRow.hidden = rival === HUMAN;
        strengthRow.replaceChildren(h('h3', {}, t('strength')), strengthFields(app, strength, next => {
            strength = next;
        }));
        sideRow.hidden = rival !== ENGINE;
        const name = which => t(`${shape.family === 'connect4' ? 'counter' : 'disc'}${which}`);
        sideRow.replaceChildren(h('h3', {}, t('yourSide')), choices(t('yourSide'), [['first', `${name('First')} (${t('movesFirst')})`], ['second', name('Second')], ['random', t('random')]],
            side, next => {
                side = next;
            }));
    };
    const families = choices(t('game'), FAMILIES.map(family => [family, [svgElement(sample(family)), h('span', {}, t(family))]]), shape.family, family => {
        shape = shapeOf(family);
        drawBoard();
        drawRival();
    }, {class: 'choices families'});
    drawBoard();
    drawRival();
    const content = [families, board, h('h3', {}, t('opponent')), choices(t('opponent'), [[ENGINE, t('againstEngine')], [HUMAN, t('againstPerson')], ['both', t('engineBoth')]], rival, next => {
        rival = next;
        drawRival();
    }), sideRow, strengthRow, h('div', {class: 'field-grid'}, field(t('clock'), select(Object.keys(CLOCKS).map(key => [key, key === 'none' ? t('noClock') : t('clockText', {minutes: CLOCKS[key][0] / 60, seconds: CLOCKS[key][1]})]), clock, value => {
        clock = value;
    }))), toggle(t('ponder'), app.settings.ponder, on => app.set('ponder', on))];

    openDialog(t('newGame'), content, [[t('analysisBoard'), () => start(true)], [t('start'), () => start(false), 'primary']], {name: 'new'});

    function start(analysis) {
        const first = side === 'first' || (side === 'random' && Math.random() < 0.5);
        const seats = analysis || rival === HUMAN ? [HUMAN, HUMAN] : rival === 'both' ? [ENGINE, ENGINE] : first ? [HUMAN, ENGINE] : [ENGINE, HUMAN];
        app.set('strength', strength);
        app.analysis = analysis;
        app.open(app.freshGame(shape, {players: {[FIRST]: seats[0], [SECOND]: seats[1]}, clock: analysis || !CLOCKS[clock] ? null
            : {base: CLOCKS[clock][0] * 1000, increment: CLOCKS[clock][1] * 1000}}));
        document.querySelector('.board .cell[tabindex="0"]')?.focus({preventScroll: true});
    }
}

// Size and rule of a family; in Connect Four a press on the small board blocks a cell.
export function boardFields(shape, onchange) {
    if (shape.family === 'othello')
        return [h('div', {class: 'field-grid'}, field(t('width'), select(OTHELLO_EDGES.map(n => [n, n]), shape.width, n => onchange(othelloShape(Number(n), shape.height)))),
            field(t('height'), select(OTHELLO_EDGES.map(n => [n, n]), shape.height, n => onchange(othelloShape(shape.width, Number(n))))))];
    if (shape.family === 'gomoku')
        return [h('div', {class: 'field-grid'}, field(t('size'), select(range(...GOMOKU_SIZES).map(n => [n, `${n}×${n}`]), shape.width, n => onchange(gomokuShape(Number(n), shape.rule)))),
            field(t('rule'), select([['exact', t('ruleExact')], ['free', t('ruleFreeLong')], ['renju', t('ruleRenju')], ['caro', t('ruleCaro')], ['caro,exact', t('ruleCaroExact')]],
                shape.rule, rule => onchange(gomokuShape(shape.width, rule)))))];
    const edges = range(...CONNECT4_EDGES).map(n => [n, n]), kept = (w, h_) => shape.block === null ? null : keepBlock(shape, w, h_);
    return [h('div', {class: 'field-grid'}, field(t('width'), select(edges, shape.width, n => onchange(connect4Shape(Number(n), shape.height, kept(Number(n), shape.height))))),
        field(t('height'), select(edges, shape.height, n => onchange(connect4Shape(shape.width, Number(n), kept(shape.width, Number(n))))))), blockBoard(shape, onchange)];
}

function keepBlock(shape, width, height) {
    const x = shape.block % shape.width, row = shape.height - Math.floor(shape.block / shape.width);
    return x < width && row <= height ? (height - row) * width + x : null;
}

function blockBoard(shape, onchange) {
    const svg = svgElement(picture(startPosition(shape), {labels: true})), g = geometry(shape, {labels: true});
    const choose = cell => onchange(connect4Shape(shape.width, shape.height, cell === shape.block ? null : cell));
    svg.classList.add('block-board');
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', t('blockBoard'));
    svg.addEventListener('click', event => {
        const box = svg.getBoundingClientRect(), x = Math.floor(((event.clientX - box.left) / box.width * g.width - g.margin) / 100);
        const y = Math.floor(((event.clientY - box.top) / box.height * g.height - g.margin) / 100), cell = g.cellAt(x, y);
        if (cell !== null)
            choose(cell);
    });
    const names = [['', t('noBlock')], ...range(0, shape.width * shape.height - 1).map(cell => [cell, cellLabel(shape, cell)]).sort((a, b) => a[1].localeCompare(b[1], 'en', {numeric: true}))];
    return h('div', {class: 'block-row'}, h('div', {class: 'block-picture'}, svg), field(t('blocked'), select(names, shape.block ?? '', value => onchange(connect4Shape(shape.width, shape.height, value === '' ? null : Number(value)))), t('blockHelp')));
}

const cellLabel = (shape, cell) => `${String.fromCharCode(97 + cell % shape.width)}${shape.height - Math.floor(cell / shape.width)}`;
