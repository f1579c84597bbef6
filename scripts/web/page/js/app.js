// SPDX-License-Identifier: MIT
// app.js - the state of the page and everything one can do to it. Views draw it, the director thinks for it.
//
// A change is named (`changed('position')`) and views hear the names of all changes once a frame:
//      position   another node, another game        values    an evaluation was kept
//      news       the engine reported               clock     time went by
//      task       hint, solve or review             settings  a setting
//      error      something to say                  view      what is shown: overlays, ghosts, editor
import {Game, ENGINE, HUMAN, LEVELS} from './game.js';
import {FIRST, PASS, SECOND, cellsToPlay, legalMoves, moveName, otherSide, outcome, shapeOf} from './rules.js';
import {Director} from './director.js';
import {Engine} from './engine.js';
import {ends} from './ends.js';
import * as store from './store.js';
import {setLanguage, t} from './texts.js';

const TICK_MS = 200;

export class App {
    constructor() {
        this.settings = store.loadSettings();
        setLanguage(this.settings.language);
        this.views = [];
        this.changes = new Set();
        this.analysis = false;
        this.overlays = new Set();
        this.news = null;               // {node, news}
        this.task = null;
        this.taskProgress = null;
        this.result = null;             // what the last task found
        this.hintMove = null;
        this.preview = null;            // {node, moves}: a line shown as ghosts
        this.editing = null;
        this.error = null;
        this.toast = null;
        this.serial = 0;
        this.asleep = false;
        this.stopped = true;            // until an end is known
        this.end = null;                // the end in use, see ends.js
        this.engine = new Engine(() => ends.make(this.end, {settings: this.settings, onProgress: (done, of) => this.loading(done, of)}), error => this.engineLost(error));
        this.director = new Director(this);
        this.atRest = Promise.resolve();
        this.game = store.loadCurrent() ?? this.freshGame(shapeOf(this.settings.lastGame) ?? shapeOf('othello'));
    }

    // ---- changes ----

    changed(...names) {
        names.forEach(name => this.changes.add(name));
        if (names.some(name => name !== 'news' && name !== 'clock' && name !== 'values'))
            this.thinkSoon();
        if (this.frame)
            return;
        this.frame = true;
        const draw = () => {
            if (!this.frame)
                return;
            this.frame = false;
            const changes = this.changes;
            this.changes = new Set();
            this.views.forEach(view => view.render(changes));
        };
        requestAnimationFrame(draw);
        setTimeout(draw, 120);          // a hidden page has no frames, but goes on playing
    }

    thinkSoon() {
        if (this.thinking)
            return;
        this.thinking = true;
        queueMicrotask(() => {
            this.thinking = false;
            this.director.update();
        });
    }

    set(name, value) {
        this.settings[name] = value;
        store.saveSettings(this.settings);
        if (name === 'language')
            setLanguage(value);
        if (name === 'threads' && this.end?.name === 'browser') {
            this.engine.stopProcess();          // its threads are made when it starts
            this.director.retry();
        }
        this.changed('settings', name === 'language' ? 'language' : 'view');
    }

    // ---- games ----

    freshGame(shape, {start = null, players = {[FIRST]: HUMAN, [SECOND]: ENGINE}, clock = null} = {}) {
        const game = new Game(shape, start);
        game.players = players;
        if (clock)
            game.setClock(clock);
        return game;
    }

    // Puts another game on the board.
    open(game, {keep = true} = {}) {
        if (keep)
            store.saveCurrent(this.game);
        this.game = game;
        this.settings.lastGame = game.shape.id;
        store.saveSettings(this.settings);
        this.resetThought();
        this.result = null;
        this.editing = null;
        this.overlays = new Set([...this.overlays].filter(name => overlaysOf(game.shape).includes(name)));
        this.lastStep = null;
        this.startClock();
        store.saveCurrent(game);
        this.changed('position', 'game', 'view');
    }

    // The link to what is on the page: the game, whether it is analysed, how strong the engine is, what is overlaid.
    link() {
        const {kind, value} = this.settings.strength;
        return this.game.link({a: this.analysis ? 1 : 0, e: kind === 'level' ? value : kind === 'depth' ? `d${value}` : `${value}ms`,
            ...(this.overlays.size ? {o: [...this.overlays].join('.')} : {})});
    }

    // Opens a link. False when it holds no game; a setting that is none is left out.
    openLink(hash) {
        const game = Game.fromLink(hash), words = new URLSearchParams(hash.slice(1));
        if (!game)
            return false;
        const strength = /^(?:(\d{1,6})ms|d(\d{1,2})|([a-z]+))$/.exec(words.get('e') ?? '');
        if (strength?.[1] || strength?.[2])
            this.set('strength', strength[1] ? {kind: 'time', value: Number(strength[1])} : {kind: 'depth', value: Number(strength[2])});
        else if (LEVELS.includes(strength?.[3]))
            this.set('strength', {kind: 'level', value: strength[3]});
        this.analysis = words.get('a') === '1';
        if (words.has('o'))
            this.overlays = new Set(words.get('o').split('.'));
        this.open(game);
        return true;
    }

    resetThought() {
        Object.assign(this, {news: null, task: null, taskProgress: null, hintMove: null, preview: null});
    }

    // Plays a legal move from wherever we are. False when it is not legal.
    playMove(move, {engine = false} = {}) {
        const {game} = this, from = game.node;
        this.chargeClock();
        if (!game.play(move))
            return false;
        this.lastStep = {from: from.position, move, node: game.node};
        this.result = null;
        this.afterMove();
        this.say(this.moveSentence(from, move, engine));
        return true;
    }

    // What a person does to a cell: the move there, if it is one and it is theirs to make.
    click(cell) {
        const {game} = this, {position} = game;
        if (this.editing)
            return this.editing.click(cell);
        if (outcome(position))
            return this.say(this.statusText());
        if (this.engineToMove())
            return this.say(t('notYourTurn'));
        const move = position.shape.family === 'connect4'
            ? cellsToPlay(position).find(landing => landing % position.shape.width === cell % position.shape.width) : cell;
        if (!legalMoves(position).includes(move))
            return this.say(t('notLegal'));
        this.playMove(move);
        return null;
    }

    goto(node, {step = null} = {}) {
        const moved = node !== this.game.node;
        this.lastStep = step;
        this.game.goto(node);
        this.afterMove(false);
        if (moved)
            this.say(node.parent ? this.moveSentence(node.parent, node.move) : t('startBoard'));
    }

    back() {
        if (this.game.node.parent)
            this.goto(this.game.node.parent);
    }

    forward() {
        const [next] = this.game.node.children;
        if (next)
            this.goto(next, {step: {from: this.game.position, move: next.move, node: next}});
    }

    undo() {
        const target = this.game.undoTarget();
        if (!target)
            return;
        this.game.lost = null;
        this.goto(target);
        this.say(t('saidUndo', {n: target.ply}));
    }

    redo() {
        const target = this.game.redoTarget();
        if (target)
            this.goto(target, {step: target.parent === this.game.node ? {from: this.game.position, move: target.move, node: target} : null});
    }

    // Lets the engine move here although moves follow: they are dropped.
    playOn() {
        this.game.node.children = [];
        this.game.paused = false;
        this.afterMove();
    }

    afterMove(save = true) {
        Object.assign(this, {hintMove: null, preview: null, taskProgress: null, task: null});
        this.startClock();
        if (save || this.game.tree.root.children.length)
            this.keep();
        this.changed('position');
    }

    keep() {
        if (!store.saveCurrent(this.game) && !this.warnedStorage) {
            this.warnedStorage = true;
            this.tell('storageFull');
        }
    }

    setPlayer(side, who) {
        this.game.players[side] = who;
        this.game.paused = false;
        this.keep();
        this.changed('position');
    }

    setPaused(paused) {
        this.game.paused = paused;
        this.startClock();
        this.changed('position');
    }

    // ---- thinking ----

    engineToMove() {
        const {game} = this;
        return game.atEnd && !game.paused && game.players[game.side] === ENGINE && !game.outcome()
            && legalMoves(game.position)[0] !== PASS;
    }

    isThinking() {
        return this.director.job?.kind === 'play' && !this.stopped;
    }

    moveName(move) {
        return moveName(this.game.shape, move);
    }

    lineCount() {
        const {lines} = this.settings, legal = Math.max(1, legalMoves(this.game.position).length);
        const asked = lines === 'auto' ? (this.game.shape.family === 'gomoku' ? 5 : legal) : lines === 'all' ? legal : Number(lines);
        return Math.min(asked, legal, 500);
    }

    // Options of the engine; a level counts for its play, never for analysis.
    engineSettings(playing) {
        const {settings} = this, {strength} = settings, limits = ends.limits(this.end);
        const wanted = {Threads: Math.max(1, Math.min(settings.threads, limits.threads)),
            Hash: Math.max(1, Math.min(settings.hash, limits.hash)), Ponder: settings.ponder && Boolean(limits.ponder)};
        const levels = this.engine.options.get('Strength')?.words ?? [];
        if (levels.length)
            wanted.Strength = playing && strength.kind === 'level' && levels.includes(strength.value) ? strength.value : levels.at(-1);
        return wanted;
    }

    goCommand(word = '') {
        const {game, settings: {strength}} = this, head = word ? `go ${word}` : 'go';
        if (game.clock)
            return `${head} wtime ${Math.max(1, Math.round(game.left[FIRST]))} btime ${Math.max(1, Math.round(game.left[SECOND]))}`
                + ` winc ${game.clock.increment} binc ${game.clock.increment}`;
        if (strength.kind === 'depth')
            return `${head} depth ${strength.value}`;
        return `${head} movetime ${strength.kind === 'level' ? 2000 : strength.value}`;
    }

    heard(node, news) {
        this.news = {node, news};
        this.changed('news');
    }

    // The engine has a name for the opening played.
    learnOpening(node, name) {
        node.opening = name;
        this.changed('values');
    }

    openingName() {
        for (let {node} = this.game; node; node = node.parent)
            if (node.opening)
                return node.opening;
        return '';
    }

    // The engine's lines about what is on the board, if there are any.
    currentLines() {
        return this.news?.node === this.game.node ? this.news.news.lines : [];
    }

    boardAtRest() {
        return this.atRest;
    }

    replyDelay() {
        return !this.hasMotion() ? 0 : this.settings.strength.kind === 'level' ? 600 : 250;
    }

    hasMotion() {
        const {motion} = this.settings;
        return motion === 'on' || (motion === 'auto' && !matchMedia('(prefers-reduced-motion: reduce)').matches);
    }

    setAnalysis(on) {
        this.analysis = on;
        if (!on)
            this.news = null;
        this.result = null;
        this.changed('task', 'view');
    }

    // Starts a task: hint, solve, review.
    begin(kind, more = {}) {
        this.task = {kind, node: this.game.node, serial: ++this.serial, ...more};
        this.taskProgress = {done: 0, of: 1, left: null};
        this.taskStarted = performance.now();
        this.result = null;
        this.changed('task');
    }

    progress(progress) {
        this.taskProgress = progress;
        this.changed('news');
    }

    endTask(result = null) {
        const {task} = this;
        Object.assign(this, {task: null, taskProgress: null});
        if (result?.hint !== undefined) {
            this.hintMove = {node: this.game.node, move: result.hint};
            this.say(t('saidHint', {move: this.moveName(result.hint)}));
        } else if (result)
            this.result = {...result, kind: task?.kind};
        if (result?.reviewed)
            this.keep();
        this.changed('task', 'view', 'values');
    }

    // ---- clocks ----

    clockRuns() {
        const {game} = this;
        return Boolean(game.clock) && game.atEnd && !game.paused && !game.outcome() && !this.editing && game.tree.root.children.length > 0;
    }

    startClock() {
        this.clockStamp = performance.now();
        clearInterval(this.clockTimer);
        if (this.game.clock)
            this.clockTimer = setInterval(() => this.tick(), TICK_MS);
    }

    // Takes the time since the last look off the mover's clock.
    takeTime() {
        const now = performance.now(), spent = now - this.clockStamp;
        this.clockStamp = now;
        if (this.clockRuns())
            this.game.left[this.game.side] = Math.max(0, this.game.left[this.game.side] - spent);
    }

    tick() {
        const {game} = this;
        if (!game.clock)
            return;
        this.takeTime();
        if (this.clockRuns() && game.left[game.side] <= 0) {
            game.lost = game.side;
            this.keep();
            this.say(this.statusText());
            this.changed('position');
        }
        this.changed('clock');
    }

    chargeClock() {
        const {game} = this;
        if (!game.clock)
            return;
        this.takeTime();
        if (this.clockRuns())
            game.left[game.side] += game.clock.increment;
    }

    // ---- words ----

    sideName(side) {
        return t(`${this.game.shape.family === 'connect4' ? 'counter' : 'disc'}${side === FIRST ? 'First' : 'Second'}`);
    }

    moveSentence(from, move, engine) {
        const {game} = this, side = from.position.side, who = this.sideName(side);
        if (move === PASS)
            return t('saidPass', {side: who});
        const text = t(engine ? 'saidEngineMove' : 'saidMove', {side: who, move: this.moveName(move)});
        const end = game.outcome();
        return end ? `${text} ${this.statusText()}` : text;
    }

    // The one sentence that says how things stand.
    statusText() {
        const {game} = this, {position} = game, end = game.outcome();
        if (end)
            return this.endText(end);
        const side = this.sideName(position.side);
        if (legalMoves(position)[0] === PASS)
            return t('statusPass', {side});
        if (game.atEnd && game.players[position.side] === ENGINE)
            return t(game.paused ? 'statusPaused' : 'statusEngine', {side});
        if (game.isMatch() && game.players[position.side] === HUMAN)
            return t('statusYou', {side});
        return t('statusMove', {side});
    }

    endText(end) {
        const side = this.sideName(end.winner || FIRST);
        if (end.time)
            return t('endTime', {side, other: this.sideName(otherSide(end.winner))});
        if (!end.winner)
            return t('endDraw');
        if (this.game.shape.family !== 'othello')
            return t('endRow', {side, n: this.game.shape.family === 'gomoku' ? 5 : 4});
        const [a, b] = end.winner === FIRST ? end.discs : [...end.discs].reverse();
        const score = end.empties ? t('endEmpties', {a: a + end.empties, b, n: end.empties}) : `${a}–${b}`;
        return t('endDiscs', {side, score});
    }

    // Says a sentence to screen readers.
    say(text) {
        this.spoken = text;
        this.changed('spoken');
    }

    // A passing note.
    tell(key, values = {}) {
        this.toast = {key, values, serial: ++this.serial};
        this.say(t(key, values));
        this.changed('error');
    }

    // Something that keeps the engine from working; it stays until somebody acts.
    fail(error) {
        this.error = error;
        this.stopped = true;
        this.task = null;
        this.changed('error', 'task');
    }

    // The person asked to try again.
    async recover() {
        this.error = null;
        this.stopped = false;
        this.changed('error');
        this.director.retry();
        await this.startEngine();
    }

    // The engine's file is on its way.
    loading(done, of) {
        this.loaded = done < of || !of ? {done, of} : null;
        this.changed('engine');
    }

    // A running engine is gone; whoever waited for its answer hears of it apart.
    engineLost(error) {
        if (error.key === 'errorSilent')
            this.tell('engineSilentRestarted');
        this.changed('engine');
    }

    // Takes another end into use.
    async useEnd(name) {
        this.engine.stopProcess();
        this.set('end', name);
        this.end = null;
        await this.recover();
    }

    async startEngine() {
        this.end ??= await ends.choose(this.settings.end);
        this.stopped = false;
        this.changed('engine', 'settings');
        try {
            await this.engine.start();
            this.changed('engine', 'settings');
        } catch (error) {
            if (error.key !== 'errorStopped')
                this.fail(error);
        }
        this.thinkSoon();
    }
}

// The overlays that make sense on a shape.
export function overlaysOf(shape) {
    return {othello: ['mobility', 'stable', 'parity'], gomoku: ['threats'], connect4: ['threats']}[shape.family];
}

