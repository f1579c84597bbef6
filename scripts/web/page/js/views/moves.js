// SPDX-License-Identifier: MIT
// moves.js - the list of moves with its side lines and grades, the buttons to go through it, and a line to type in.
import {FIRST, PASS, moveNamed} from '../rules.js';
import {Tree} from '../tree.js';
import {gradeOfNode, scoreText} from '../value.js';
import {h, iconButton, setText} from '../dom.js';
import {t} from '../texts.js';

export class Moves {
    constructor(app) {
        this.app = app;
        this.host = document.getElementById('moves');
        this.buttons = new Map();
        this.build();
    }

    build() {
        const {app} = this;
        this.list = h('div', {class: 'movelist', tabindex: 0, role: 'group', 'aria-label': t('moves')});
        this.first = iconButton('first', t('toStart'), () => app.goto(app.game.tree.root));
        this.backward = iconButton('back', t('back'), () => app.back());
        this.forward = iconButton('forward', t('forward'), () => app.forward());
        this.last = iconButton('last', t('toEnd'), () => app.goto(Tree.end(app.game.node)));
        this.input = h('input', {type: 'text', class: 'move-input', autocomplete: 'off', spellcheck: 'false', maxlength: 8,
            'aria-label': t('typeMove'), placeholder: t('typeMove'), onkeydown: event => event.key === 'Enter' && this.typed()});
        this.here = h('button', {class: 'small', onclick: () => app.playOn()}, t('playFromHere'));
        this.removeButton = h('button', {class: 'small', onclick: () => this.removeLine()}, t('removeLine'));
        this.opening = h('p', {class: 'opening'});
        this.host.replaceChildren(h('div', {class: 'card-head'}, h('h2', {}, t('moves')), this.input), this.opening, this.list,
            h('div', {class: 'nav-row'}, this.first, this.backward, this.forward, this.last), h('div', {class: 'extra-row'}, this.here, this.removeButton));
        this.key = null;
    }

    typed() {
        const {app} = this, text = this.input.value.trim(), move = moveNamed(app.game.position, text);
        if (!text)
            return;
        if (app.engineToMove())
            app.tell('notYourTurn');
        else if (move === null)
            app.tell('notAMove', {move: text});
        else {
            app.playMove(move);
            this.input.value = '';
        }
    }

    // Takes the side line one is in away.
    removeLine() {
        const {game} = this.app;
        let {node} = game;
        while (node.parent && node.parent.children[0] === node)
            node = node.parent;
        if (!node.parent)
            return;
        const {parent} = node;
        game.tree.remove(node);
        this.app.goto(parent);
    }

    render(changes) {
        if (changes.has('language'))
            this.build();
        if (!['position', 'game', 'values', 'language', 'view', 'task'].some(name => changes.has(name)))
            return;
        const {app} = this, {game} = app;
        const key = JSON.stringify([game.id, game.tree.save(), game.players]);
        if (key !== this.key) {
            this.key = key;
            const focused = [...this.buttons].find(([, button]) => button === document.activeElement)?.[0];
            this.draw();
            this.buttons.get(focused)?.focus({preventScroll: true});
        }
        for (const [node, button] of this.buttons) {
            if (node === game.node)
                button.setAttribute('aria-current', 'true');
            else
                button.removeAttribute('aria-current');
        }
        this.scroll();
        setText(this.opening, app.openingName());
        const off = Boolean(app.editing);
        this.first.disabled = this.backward.disabled = off || !game.node.parent;
        this.last.disabled = this.forward.disabled = off || !game.node.children.length;
        this.input.disabled = off || Boolean(game.outcome());
        this.here.hidden = off || !game.isMatch() || game.atEnd || game.players[game.side] !== 'engine';
        this.removeButton.hidden = off || Tree.onMainLine(game.node);
    }

    scroll() {
        const button = this.buttons.get(this.app.game.node), {list} = this;
        if (!button) {
            list.scrollTop = 0;
            return;
        }
        const top = button.offsetTop;
        if (top < list.scrollTop + 8)
            list.scrollTop = top - 8;
        else if (top + button.offsetHeight > list.scrollTop + list.clientHeight - 8)
            list.scrollTop = top + button.offsetHeight - list.clientHeight + 8;
    }

    // ---- drawing ----

    draw() {
        const {game} = this.app, rows = [];
        this.buttons.clear();
        let row = null, sides = [];
        const close = () => {
            if (row)
                rows.push(row, ...sides.map(line => h('div', {class: 'variation'}, this.variation(line))));
            row = null;
            sides = [];
        };
        for (const node of Tree.line(game.tree.root)) {
            const first = node.parent.position.side === FIRST;
            if (first || !row) {
                close();
                row = h('div', {class: 'move-row'}, h('span', {class: 'move-number'}, `${this.number(node)}.`));
                if (!first)
                    row.append(h('span', {class: 'move-gap'}, '…'));
            }
            row.append(this.button(node));
            sides.push(...node.parent.children.slice(1));
        }
        close();
        if (!rows.length)
            rows.push(h('p', {class: 'empty'}, t('noMoves')));
        this.list.replaceChildren(...rows);
    }

    number(node) {
        const skipped = this.app.game.tree.root.position.side === FIRST ? 0 : 1;
        return Math.floor((node.ply - 1 + skipped) / 2) + 1;
    }

    button(node) {
        const {app} = this, {shape} = app.game, name = node.move === PASS ? t('pass') : app.moveName(node.move);
        const {grade} = gradeOfNode(shape, node), {value} = node;
        const button = h('button', {class: `move${node.move === PASS ? ' is-pass' : ''}`, 'data-ply': node.ply, onclick: () => app.goto(node)},
            h('span', {class: 'move-name'}, name), grade && h('span', {class: `grade ${grade.name}`, title: t(grade.name)}, grade.sign),
            value && h('span', {class: 'move-value'}, scoreText(shape, value, t)));
        this.buttons.set(node, button);
        return button;
    }

    // A side line as running text, its own side lines in brackets.
    variation(node) {
        const parts = [];
        for (let at = node, first = true; at; [at] = at.children, first = false) {
            if (first || at.parent.position.side === FIRST)
                parts.push(h('span', {class: 'move-number'}, `${this.number(at)}${at.parent.position.side === FIRST ? '.' : '…'}`));
            parts.push(this.button(at));
            if (!first)
                for (const other of at.parent.children.slice(1))
                    parts.push(h('span', {class: 'nested'}, '(', this.variation(other), ')'));
        }
        return parts;
    }
}

