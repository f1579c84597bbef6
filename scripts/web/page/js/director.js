// SPDX-License-Identifier: MIT
// director.js - decides what the engine is to do, from the state of the page alone.
//
// After every change `update` asks what is wanted now: a task somebody started (hint, solve, review), a move for a
// side the engine plays, a guess at the reply while a person thinks, or analysis. If that differs from what runs, the
// running thought is stopped and the new one begun. Answers of thoughts that are no longer wanted are dropped.
import {EMPTY, PASS, count, legalMoves, outcome, play} from './rules.js';
import {ENGINE} from './game.js';
import {Tree} from './tree.js';
import {isBetter, valueOf, valueOfOutcome} from './value.js';

const RESTARTS_MAX = 3, RESTARTS_MS = 60000, PASS_MS = 900, HIDDEN_MS = 20000;

export class Director {
    constructor(app) {
        this.app = app;
        this.job = null;
        this.restarts = [];
        this.idleTimer = null;
    }

    // ---- what is wanted ----

    wanted() {
        const {app} = this, {game, task} = app;
        if (app.editing || app.stopped || !app.end)
            return null;
        if (task)
            return {...task, key: `${task.kind}:${task.serial}`};
        const {node} = game, end = game.outcome();
        if (end)
            return null;
        const legal = legalMoves(node.position);
        if (legal[0] === PASS && game.atEnd && !game.paused)
            return {kind: 'pass', node, key: `pass:${node.key}`};
        if (app.engineToMove())
            return {kind: 'play', node, key: `play:${node.key}:${JSON.stringify(app.settings.strength)}`};
        if (app.analysis && !app.asleep)
            return {kind: 'analyse', node, lines: app.lineCount(),
                key: `analyse:${node.key}:${app.lineCount()}:${app.settings.threads}:${app.settings.hash}`};
        if (this.guess && this.guess.node === node && app.settings.ponder && app.end.limits.ponder && game.players[node.position.side] !== ENGINE && game.atEnd)
            return {kind: 'ponder', node, move: this.guess.move, key: `ponder:${node.key}`};
        return null;
    }

    update() {
        const job = this.wanted();
        if (job?.key === this.job?.key)
            return;
        const before = this.job;
        this.job = job;
        clearTimeout(this.idleTimer);
        if (job?.kind === 'play' && before?.kind === 'ponder' && before.target && before.node === job.node.parent
            && before.move === job.node.move && before.promise) {
            this.app.engine.ponderhit();
            this.finishPlay(job, before.promise);
            return;
        }
        if (!job || job.kind === 'pass')
            this.app.engine.stop();
        if (job)
            this.run(job);
        else
            this.idleTimer = setTimeout(() => this.rest(), HIDDEN_MS);
    }

    // A page nobody looks at gives its engine back; the next thought starts another.
    rest() {
        if (document.hidden && !this.job)
            this.app.engine.stopProcess();
    }

    isCurrent(job) {
        return this.job === job;
    }

    async run(job) {
        try {
            await this[job.kind](job);
        } catch (error) {
            if (this.isCurrent(job))
                this.failed(job, error);
        }
    }

    // An engine that is gone is started again and asked again, a few times a minute; then the page says so and waits.
    failed(job, error) {
        const {app} = this, now = Date.now();
        if (error.key === 'errorStopped')
            return;
        if (!error.key)
            throw error;
        this.restarts = [...this.restarts.filter(time => now - time < RESTARTS_MS), now];
        this.job = null;
        if (this.restarts.length <= RESTARTS_MAX && error.key !== 'errorServer' && error.key !== 'errorRefused') {
            if (error.key !== 'errorSilent')
                app.tell('engineRestarted');
            setTimeout(() => this.update(), 400);
            return;
        }
        app.fail(error);
    }

    // The person asked to try again, or the engine was ended in the middle of its work: what is wanted is begun anew.
    retry() {
        this.restarts = [];
        this.job = null;
        this.update();
    }

    // ---- jobs ----

    think(job, node, go, {lines = 1, onNews = () => {}, extra = [], playing = false} = {}) {
        const {app} = this, {game} = app;
        let {position} = node;
        for (const move of extra)
            position = play(position, move);
        return app.engine.think({position, start: game.startText(), lines, go, settings: app.engineSettings(playing),
            moves: game.moveNames(node).concat(extra.map(move => app.moveName(move))),
            onNews: news => this.isCurrent(job) && onNews(news, position),
            onOpening: name => extra.length || app.learnOpening(node, name)});
    }

    // A forced pass is played by itself, after a moment in which it can be read.
    async pass(job) {
        await this.app.boardAtRest();
        await new Promise(done => setTimeout(done, PASS_MS));
        if (this.isCurrent(job))
            this.app.playMove(PASS, {auto: true});
    }

    async play(job) {
        const {app} = this, started = performance.now();
        await this.finishPlay(job, this.think(job, job.node, app.goCommand(),
            {playing: true, onNews: news => app.heard(job.node, news)}), started);
    }

    async finishPlay(job, promise, started = performance.now()) {
        const {app} = this;
        try {
            const answer = await promise;
            await app.boardAtRest();
            const early = Math.max(0, app.replyDelay() - (performance.now() - started));
            if (early)
                await new Promise(done => setTimeout(done, early));
            if (!answer || answer.best === null || !this.isCurrent(job))
                return;
            this.guess = null;
            this.record(job.node, answer.news);
            app.playMove(answer.best, {engine: true});
            if (answer.ponder !== null)
                this.guess = {node: app.game.node, move: answer.ponder};
            this.update();
        } catch (error) {
            if (this.isCurrent(job))
                this.failed(job, error);
        }
    }

    // Thinks on the person's time about the reply the engine expects.
    async ponder(job) {
        const {app} = this;
        job.target = true;
        job.promise = this.think(job, job.node, app.goCommand('ponder'), {playing: true, extra: [job.move]});
        job.promise.catch(error => this.isCurrent(job) && this.failed(job, error));
    }

    async analyse(job) {
        const {app} = this;
        await this.think(job, job.node, 'go infinite', {lines: job.lines, onNews: news => {
            app.heard(job.node, news);
            this.record(job.node, news);
        }});
    }

    async hint(job) {
        const answer = await this.think(job, job.node, `go movetime ${job.ms}`, {onNews: news => this.app.heard(job.node, news)});
        if (!this.isCurrent(job) || !answer)
            return;
        this.record(job.node, answer.news);
        this.app.endTask({hint: answer.best});
    }

    // Thinks until the value is proven, with what is known of how far that is.
    async solve(job) {
        const {app} = this, marks = [], empties = count(job.node.position, EMPTY);
        let value = null;
        await this.think(job, job.node, 'go infinite', {onNews: news => {
            const [line] = news.lines;
            app.heard(job.node, news);
            if (!line)
                return;
            this.record(job.node, news);
            if (line.depth !== marks.at(-1)?.depth)
                marks.push({depth: line.depth, time: news.time});
            app.progress({done: Math.min(line.depth, empties), of: empties, sure: line.selectivity ?? 100, left: timeLeft(marks, empties)});
            if (line.exact && !value) {
                value = line;
                app.endTask({solved: value, news: {...news}, node: job.node});
            }
        }});
    }

    // Values every position of the line, from the end to the start so that what is searched helps what comes next.
    async review(job) {
        const {app} = this, nodes = [app.game.tree.root, ...Tree.line(job.node)], started = performance.now();
        for (let i = nodes.length - 1, done = 0; i >= 0; i--, done++) {
            const node = nodes[i], end = outcome(node.position), spent = performance.now() - started;
            app.progress({done, of: nodes.length, left: done > 2 ? spent / done * (nodes.length - done) : null});
            if (end)
                node.value = valueOfOutcome(app.game.shape, end);
            else if (legalMoves(node.position)[0] === PASS)
                node.value = nodes[i + 1]?.value ? {...nodes[i + 1].value, best: 'pass', pv: []} : null;
            else if (!(node.value?.exact && node.value.best)) {
                const answer = await this.think(job, node, `go movetime ${job.ms}`);
                if (!this.isCurrent(job))
                    return;
                this.record(node, answer.news, true);
            }
            app.changed('values');
        }
        if (this.isCurrent(job))
            app.endTask({reviewed: true});
    }

    // ---- what was learned ----

    // Keeps the best line's value with the position, and each known line's with the position after it.
    record(node, news, always = false) {
        const {app} = this, [best] = news.lines;
        if (!best)
            return;
        const value = valueOf(node.position, best);
        if (always || isBetter(value, node.value))
            node.value = value;
        for (const line of news.lines) {
            const child = node.children.find(next => next.move === line.move);
            if (!child || child.value)
                continue;
            const after = valueOf(node.position, line);
            child.value = {...after, best: line.pv[1] === undefined ? '' : after.pv[1], pv: after.pv.slice(1)};
        }
        app.changed('values');
    }
}

// How long the rest may take, from how the time grew from depth to depth; null where that cannot be said.
function timeLeft(marks, depth) {
    const last = marks.at(-1), rest = depth - last.depth;
    if (marks.length < 4 || last.time < 300 || rest <= 0)
        return null;
    const from = marks.at(-4), growth = Math.min(5, Math.max(1.15, (last.time / Math.max(from.time, 10)) ** (1 / (last.depth - from.depth))));
    const left = last.time * (growth ** rest - 1);
    return left < 86400000 * 3 ? left : null;
}
