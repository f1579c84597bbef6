// SPDX-License-Identifier: MIT
// game.js - one game on the page: the shape, the tree of moves, where we are in it, who plays, the clocks.
//
// Nothing here draws or talks to an engine, so that it can be tested alone. A game knows how to become plain data for
// the browser's storage and text for a link, and how to come back from both; what does not fit is refused (null).
import {FIRST, PASS, SECOND, boardNamed, boardText, fault, legalMoves, moveName, movesNamed, otherSide, outcome,
    shapeOf, startPosition} from './rules.js';
import {Tree} from './tree.js';

export const HUMAN = 'human', ENGINE = 'engine';

// The engine's levels for people, by the names it has for them.
export const LEVELS = ['beginner', 'novice', 'casual', 'learner', 'intermediate', 'club', 'skilled', 'expert', 'master', 'perfect'];

export class Game {
    constructor(shape, start = null) {
        this.id = `${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`;
        this.created = new Date().toISOString();
        this.shape = shape;
        this.start = start;
        this.tree = new Tree(start ?? startPosition(shape));
        this.node = this.tree.root;
        this.players = {[FIRST]: HUMAN, [SECOND]: ENGINE};
        this.names = ['', ''];
        this.clock = null;              // {base, increment} in ms
        this.left = null;               // {FIRST, SECOND} ms left
        this.lost = null;               // the side that ran out of time
        this.paused = false;
    }

    // Gives both sides this time: {base, increment} in ms.
    setClock(clock) {
        Object.assign(this, {clock, left: {[FIRST]: clock.base, [SECOND]: clock.base}});
    }

    get position() {
        return this.node.position;
    }

    get side() {
        return this.node.position.side;
    }

    // How the line to a node ended, null where it goes on; a lost clock ends it too.
    outcome(node = this.node) {
        const end = outcome(node.position);
        if (!end && this.lost && !node.children.length)
            return {winner: otherSide(this.lost), margin: 0, lines: [], time: true};
        return end;
    }

    // How the game ended, wherever in it one is.
    ending() {
        return this.outcome(Tree.end(this.tree.root));
    }

    // At the end of its line, where players move.
    get atEnd() {
        return !this.node.children.length;
    }

    // Plays a legal move. While somebody is playing against the engine another move replaces what followed; on a board
    // with two people or none it becomes a side line. False when it is not legal.
    play(move) {
        const known = this.node.children.find(child => child.move === move);
        if (!known && this.isMatch())
            this.node.children = [];
        const next = this.tree.add(this.node, move);
        if (!next)
            return false;
        this.node = next;
        this.lost = null;
        return true;
    }

    isMatch() {
        return this.players[FIRST] === ENGINE || this.players[SECOND] === ENGINE;
    }

    // ---- going through the moves ----

    goto(node) {
        this.node = node;
    }

    back() {
        if (!this.node.parent)
            return false;
        this.node = this.node.parent;
        return true;
    }

    forward() {
        if (!this.node.children.length)
            return false;
        [this.node] = this.node.children;
        return true;
    }

    // Where taking back leads: the last position before this one in which a person had a move to choose.
    undoTarget() {
        for (let node = this.node.parent; node; node = node.parent)
            if (this.players[node.position.side] === HUMAN && legalMoves(node.position)[0] !== PASS)
                return node;
        return this.isMatch() ? null : this.node.parent;
    }

    // Where playing it again leads: the next such position, or the end of the line.
    redoTarget() {
        let node = this.node.children[0];
        while (node?.children.length && (this.players[node.position.side] !== HUMAN || legalMoves(node.position)[0] === PASS))
            [node] = node.children;
        return node ?? null;
    }

    // The moves from the start to a node as the engine writes them.
    moveNames(node = this.node) {
        return Tree.path(node).map(step => moveName(this.shape, step.move));
    }

    // The start as a UCI position.
    startText() {
        return this.start ? `fen ${boardText(this.start)}` : 'startpos';
    }

    // ---- as plain data, for the browser's storage ----

    save() {
        const path = [];
        for (let {node} = this; node.parent; node = node.parent)
            path.unshift(node.parent.children.indexOf(node));
        return {id: this.id, created: this.created, game: this.shape.id, start: this.start && boardText(this.start),
            tree: this.tree.save(), at: path.every(i => !i) ? path.length : path, players: [this.players[FIRST],
                this.players[SECOND]], names: this.names, clock: this.clock, left: this.left, lost: this.lost,
            paused: this.paused};
    }

    // A game from saved data, whoever wrote them; null when they are none.
    static load(data) {
        try {
            return Game.read(data);
        } catch {
            return null;        // a number where a list should be
        }
    }

    static read(data) {
        const shape = shapeOf(data?.game ?? ''), start = data?.start ? shape && boardNamed(shape, data.start) : null;
        if (!shape || (data.start && (!start || fault(start))))
            return null;
        const game = new Game(shape, start), tree = Tree.load(game.tree.root.position, data.tree);
        if (!tree)
            return null;
        game.tree = tree;
        game.node = tree.root;
        for (const step of typeof data.at === 'number' ? Array(Math.min(data.at, 1000)).fill(0) : data.at ?? [])
            game.node = game.node.children[step] ?? game.node;
        const [first, second] = data.players ?? [];
        game.players = {[FIRST]: first === ENGINE ? ENGINE : HUMAN, [SECOND]: second === ENGINE ? ENGINE : HUMAN};
        game.names = [0, 1].map(i => String(data.names?.[i] ?? '').slice(0, 80));
        const {clock, left} = data;
        if (clock && left && [clock.base, clock.increment, left[FIRST], left[SECOND]].every(Number.isFinite))
            Object.assign(game, {clock, left});
        Object.assign(game, {id: String(data.id ?? game.id), created: String(data.created ?? game.created),
            lost: [FIRST, SECOND].includes(data.lost) ? data.lost : null, paused: Boolean(data.paused)});
        return game;
    }

    // ---- as the tail of a link: #g=othello:6x6&m=c2b4&p=1&b=eh&c=180+2 ----

    link(extra = {}) {
        const line = Tree.line(this.node), words = new URLSearchParams();
        words.set('g', this.shape.id);
        if (this.start)
            words.set('s', boardText(this.start));
        words.set('m', line.map(step => step.move === PASS ? '--' : moveName(this.shape, step.move)).join(
            this.shape.family === 'gomoku' ? ' ' : ''));
        words.set('p', String(this.node.ply));
        words.set('b', [FIRST, SECOND].map(side => this.players[side][0]).join(''));
        if (this.clock)
            words.set('c', `${this.clock.base / 1000}+${this.clock.increment / 1000}`);
        for (const [name, value] of Object.entries(extra))
            words.set(name, value);
        return `#${words.toString().replace(/%3A/g, ':').replace(/%2C/g, ',')}`;
    }

    static fromLink(hash) {
        const words = new URLSearchParams(hash.replace(/^#/, '')), shape = shapeOf(words.get('g') ?? '');
        if (!shape)
            return null;
        const start = words.has('s') ? boardNamed(shape, words.get('s')) : null;
        if (words.has('s') && (!start || fault(start)))
            return null;
        const game = new Game(shape, start), text = words.get('m') ?? '';
        const moves = movesNamed(game.position, text.replaceAll('--', shape.family === 'othello' ? 'pass' : '--'));
        if (!moves)
            return null;
        const end = game.tree.addLine(game.tree.root, moves), ply = Number(words.get('p') ?? moves.length);
        game.node = [game.tree.root, ...Tree.path(end)][Math.max(0, Math.min(Number.isInteger(ply) ? ply : 0, moves.length))];
        const seats = words.get('b') ?? 'hh';
        game.players = {[FIRST]: seats[0] === 'e' ? ENGINE : HUMAN, [SECOND]: seats[1] === 'e' ? ENGINE : HUMAN};
        const clock = /^(\d{1,5})[+ ](\d{1,3})$/.exec(words.get('c') ?? '');
        if (clock)
            game.setClock({base: 1000 * Number(clock[1]), increment: 1000 * Number(clock[2])});
        return game;
    }
}
