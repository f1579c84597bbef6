// SPDX-License-Identifier: MIT
// engine.js - a client of the engine's UCI, in its own notation.
//
// One thought at a time. `think` stops the one before it, sets what changed, and resolves with the answer:
//
//      think({position, start, moves, go, lines, settings, onNews, onOpening}) -> {best, ponder, news}, null when cut off
//
// News is what the engine reported so far, each move once: {depth, nodes, nps, time, hashfull, lines: [line...]} where a
// line is {move, pv, cp | mate, win, exact, bound, depth, selectivity, book}, best first, from the mover's side.
import {legalMoves, moveNamed, play} from './rules.js';

const HANDSHAKE_MS = 20000, STOP_MS = 6000, LOG_MAX = 400;

export class EngineError extends Error {
    constructor(key, detail = '') {
        super(key);
        this.key = key;
        this.detail = detail;
    }
}

export class Engine {
    // makeTransport() gives a fresh transport; onEnd(error) is told when a running engine is lost.
    constructor(makeTransport, onEnd) {
        this.makeTransport = makeTransport;
        this.onEnd = onEnd;
        this.state = 'off';             // off, starting, ready
        this.options = new Map();
        this.sent = new Map();
        this.log = [];
        this.thought = null;
        this.waits = [];
        this.name = '';
        this.starting = null;
        this.givenUp = new WeakSet();   // transports of engines that were ended by us
    }

    // ---- starting and ending ----

    async start() {
        if (this.state === 'ready')
            return;
        const starting = this.starting ??= this.connect().finally(() => {
            if (this.starting === starting)
                this.starting = null;
        });
        await starting;
    }

    async connect() {
        this.state = 'starting';
        this.options.clear();
        this.sent.clear();
        const transport = this.transport = this.makeTransport();
        try {
            await transport.open(line => transport === this.transport && this.hear(line),
                ({reason, detail}) => transport === this.transport && this.lost(new EngineError(reason, detail)));
            if (this.givenUp.has(transport))
                throw new EngineError('errorStopped');
            const done = this.waitFor(line => line === 'uciok', HANDSHAKE_MS);
            this.say('uci');
            await done;
        } catch (error) {
            transport.close();
            if (transport === this.transport)
                this.lost(null);
            if (this.givenUp.has(transport))
                throw new EngineError('errorStopped');
            throw error instanceof EngineError ? error : new EngineError(error.key ?? 'errorDied', error.detail ?? '');
        }
        this.state = 'ready';
        this.set('UCI_ShowWDL', 'true');
        this.set('Show Proof', 'true');
    }

    // Ends the engine, even one that is just being started; the next think starts another.
    stopProcess() {
        if (this.transport) {
            this.givenUp.add(this.transport);
            this.transport.close();
        }
        this.starting = null;
        this.lost(null);
    }

    lost(error) {
        this.state = 'off';
        this.transport = null;
        const {thought, waits} = this;
        this.thought = null;
        this.waits = [];
        waits.forEach(wait => wait.fail(error ?? new EngineError('errorDied')));
        thought?.fail(error ?? new EngineError('errorStopped'));
        if (error)
            this.onEnd(error);
    }

    // ---- lines ----

    say(line) {
        this.note('> ', line);
        this.transport?.send(line);
    }

    note(mark, line) {
        this.log.push(mark + line);
        if (this.log.length > LOG_MAX)
            this.log.splice(0, LOG_MAX / 4);
    }

    waitFor(test, ms) {
        return new Promise((done, fail) => {
            const wait = {test, done, fail};
            const timer = setTimeout(() => {
                this.waits = this.waits.filter(other => other !== wait);
                fail(new EngineError('errorSilent'));
            }, ms);
            wait.done = line => (clearTimeout(timer), done(line));
            wait.fail = error => (clearTimeout(timer), fail(error));
            this.waits.push(wait);
        });
    }

    hear(line) {
        this.note('< ', line);
        const {thought} = this;
        if (line.startsWith('option name '))
            this.readOption(line);
        else if (line.startsWith('id name '))
            this.name = line.slice(8);
        else if (line.startsWith('Opening: ') && thought)
            thought.onOpening(line.slice(9));
        else if (line.startsWith('info string error') && thought && !thought.answered)
            thought.complaint = line.slice(12);
        else if (line.startsWith('info ') && thought)
            readInfo(thought, line);
        else if (line.startsWith('bestmove') && thought)
            this.answered(thought, line);
        for (const wait of this.waits.filter(w => w.test(line))) {
            this.waits = this.waits.filter(other => other !== wait);
            wait.done(line);
        }
    }

    readOption(line) {
        const m = /^option name (.+?) type (\w+)(.*)$/.exec(line);
        if (!m)
            return;
        const word = name => new RegExp(` ${name} (-?\\d+)`).exec(m[3])?.[1];
        this.options.set(m[1], {type: m[2], min: Number(word('min')), max: Number(word('max')),
            value: /^ default (.*?)(?: (?:min|max|var) .*)?$/.exec(m[3])?.[1] ?? '',
            words: [...m[3].matchAll(/ var (\S+)/g)].map(found => found[1])});
    }

    // Sets an option the engine has, once.
    set(name, value) {
        if (!this.options.has(name) || this.sent.get(name) === String(value))
            return;
        this.sent.set(name, String(value));
        this.say(`setoption name ${name} value ${value}`);
    }

    // ---- thinking ----

    // Stops the running thought and waits for its end. A deaf engine is given up on.
    async stop() {
        const {thought} = this;
        if (!thought)
            return;
        thought.cut = true;
        try {
            if (!thought.stopped) {
                thought.stopped = true;
                this.say('stop');
            }
            await Promise.race([thought.promise.catch(() => null), new Promise((_, fail) => setTimeout(() =>
                fail(new EngineError('errorSilent')), STOP_MS))]);
        } catch (error) {
            if (this.thought === thought) {
                this.transport?.close();
                this.lost(error);
            }
        }
    }

    async think({position, start, moves, go, lines = 1, settings = {}, onNews = () => {}, onOpening = () => {}}) {
        const turn = this.turn = Symbol('turn');
        await this.stop();
        await this.start();
        if (this.turn !== turn)
            return null;
        this.set('Game', position.shape.id);
        this.set('MultiPV', lines);
        for (const [name, value] of Object.entries(settings))
            this.set(name, value);
        const thought = this.thought = {position, onNews, onOpening, lines, news: emptyNews(), latest: new Map(), round: 0, cut: false};
        thought.promise = new Promise((done, fail) => Object.assign(thought, {done, fail}));
        this.say(`position ${start}${moves.length ? ` moves ${moves.join(' ')}` : ''}`);
        this.say('d');
        this.say(go);
        return thought.promise;
    }

    // The move pondered on was played: the same thought goes on under the clock.
    ponderhit() {
        this.say('ponderhit');
    }

    answered(thought, line) {
        this.thought = null;
        const [, best, , ponder] = line.split(/\s+/);
        const move = moveNamed(thought.position, best);
        if (thought.cut)
            return thought.done(null);
        if (move === null && legalMoves(thought.position).length)
            return thought.fail(new EngineError('errorMove', thought.complaint ?? line));
        publish(thought);
        return thought.done({best: move, news: thought.news,
            ponder: move !== null && ponder ? moveNamed(play(thought.position, move), ponder) : null});
    }
}

function emptyNews() {
    return {depth: 0, seldepth: 0, nodes: 0, nps: 0, time: 0, hashfull: 0, lines: []};
}

// ---- info lines -----------------------------------------------------------------------------------------------------

const NUMBERS = ['depth', 'seldepth', 'multipv', 'nodes', 'nps', 'hashfull', 'time', 'selectivity'];

// The words of an info line as an object; pv is a list of words.
export function parseInfo(line) {
    const info = {pv: []}, words = line.split(/\s+/);
    for (let i = 1; i < words.length; i++) {
        if (words[i] === 'string')
            return {text: words.slice(i + 1).join(' ')};
        if (words[i] === 'pv') {
            info.pv = words.slice(i + 1).filter(Boolean);
            break;
        }
        if (NUMBERS.includes(words[i]))
            info[words[i]] = parseFloat(words[++i]);
        else if (words[i] === 'score')
            info[words[i + 1]] = Number(words[i + 2]), i += 2;
        else if (words[i] === 'lowerbound' || words[i] === 'upperbound')
            info.bound = words[i];
        else if (words[i] === 'proven')
            info.proven = true;
        else if (words[i] === 'wdl')
            info.wdl = words.slice(i + 1, i + 4).map(Number), i += 3;
    }
    return info;
}

function readInfo(thought, line) {
    const info = parseInfo(line);
    if (info.text !== undefined)
        return readText(thought, info.text);
    for (const name of ['depth', 'seldepth', 'nodes', 'nps', 'time', 'hashfull', 'selectivity'])
        if (Number.isFinite(info[name]))
            thought.news[name] = info[name];
    if (!info.pv.length || (info.cp === undefined && info.mate === undefined) || info.bound)
        return publish(thought);
    const read = readLine(thought.position, info);
    if (!read)
        return null;
    // A new iteration begins with its first line: moves the complete one before did not have are forgotten.
    read.index = info.multipv || 1;
    read.book = Boolean(thought.book) && info.nodes === 0;
    if (read.index === 1) {
        for (const [move, line] of thought.latest)
            if (line.round < thought.round)
                thought.latest.delete(move);
        thought.round++;
    }
    read.round = thought.round;
    thought.latest.set(read.move, read);
    return publish(thought);
}

// Sentences beside the numbers. What the book knows is told without a search: the lines that follow have no nodes.
function readText(thought, text) {
    if (/^book\b/.test(text))
        thought.book = true;
    return publish(thought);
}

function readLine(position, info) {
    const pv = [];
    for (const word of info.pv) {
        const move = moveNamed(position, word);
        if (move === null)
            break;
        pv.push(move);
        position = play(position, move);
    }
    if (!pv.length)
        return null;
    const [win, draw] = info.wdl ?? [];
    const line = {move: pv[0], pv, depth: info.depth, seldepth: info.seldepth, selectivity: info.selectivity,
        win: info.wdl ? (win + draw / 2) / 1000 : 0.5};
    if (info.mate !== undefined)
        line.mate = info.mate;
    else
        line.cp = info.cp;
    line.exact = Boolean(info.proven);
    return line;
}

// Hands the lines out, best first; a move the running iteration has not come to stands where its older value puts it.
function publish(thought) {
    const value = line => line.mate === undefined ? line.cp : line.mate > 0 ? 1e6 - line.mate : -1e6 - line.mate;
    thought.news.lines = [...thought.latest.values()]
        .sort((a, b) => value(b) - value(a) || b.round - a.round || a.index - b.index);
    thought.onNews(thought.news);
}
