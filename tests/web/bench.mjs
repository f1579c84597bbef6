// SPDX-License-Identifier: MIT
// bench.mjs - how fast the page is, printed as a table: first paint, the answer to a click, and the engine in the
// browser beside the native one. Usage: node tests/web/bench.mjs [ROUNDS]
//
// Both engines get the same lines on one thread, the native one with its portable kernel, taking turns; processor time
// is counted, and of each position the best of all rounds. Two threads are measured on the clock, which means something
// on a machine with nothing else to do.
import {spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {openPage, root, startBrowser, staticHost} from './harness.mjs';

const ROUNDS = Number(process.argv[2] ?? 3), ALONE = process.argv[3] === 'alone';
const POSITIONS = [
    ['othello, middle', 'othello', 'startpos moves f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c5 b6 d8 c6 b4', 'go depth 20'],
    ['othello, 20 empties', 'othello', 'fen O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X', 'go depth 20'],
    ['connect4 9x10,x=c4', 'connect4:9x10,x=c4', 'startpos moves e e', 'go depth 15'],
    ['gomoku', 'gomoku', 'startpos moves h8 i9 i7 g9 h9', 'go depth 13'],
];

function native() {
    const child = spawn(process.env.OUTFLANK ?? `${root}outflank`, ['uci'], {stdio: ['pipe', 'pipe', 'inherit']});
    let heard = () => {}, rest = '';
    child.stdout.on('data', data => {
        const lines = (rest + data).split('\n');
        rest = lines.pop();
        lines.forEach(line => heard(line));
    });
    child.stdin.write('setoption name Kernel value portable\n');
    return {cpu: () => {
        const words = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
        return (Number(words[11]) + Number(words[12])) * 10;
    }, ask: lines => new Promise(done => {
        const seen = [];
        heard = line => {
            seen.push(line);
            if (line.startsWith('bestmove'))
                done(seen);
        };
        child.stdin.write(`${lines.join('\n')}\n`);
    }), end: () => child.stdin.end('quit\n')};
}

// The processor time of all pages in milliseconds, as Chromium counts it; ours is the only one that works.
const inBrowser = (page, session) => ({cpu: async () => (await session.send('SystemInfo.getProcessInfo')).processInfo
    .filter(({type}) => type === 'renderer').reduce((sum, {cpuTime}) => sum + 1000 * cpuTime, 0), ask: lines => page.evaluate(list => new Promise(done => {
    const {transport} = globalThis.outflank.app.engine, before = transport.onLine, seen = [];
    transport.onLine = line => {
        seen.push(line);
        if (line.startsWith('bestmove')) {
            transport.onLine = before;
            done(seen);
        }
    };
    list.forEach(line => transport.send(line));
}), lines), end: () => {}});

// The last report that has nodes and time.
const figures = lines => {
    const found = lines.map(line => / nodes (\d+) .* time (\d+)/.exec(line)).filter(Boolean).at(-1);
    return {nodes: Number(found[1]), ms: Math.max(1, Number(found[2]))};
};

const questions = ([, id, place, go], threads) => ['setoption name Hash value 64', `setoption name Threads value ${threads}`, `setoption name Game value ${id}`,
    'setoption name Clear Hash', `position ${place}`, go];

const host = await staticHost(`${root}build/web`, {isolated: !ALONE});
await startBrowser();
const page = await openPage(host.address, {settings: {threads: 2}, quiet: ['404']});
await page.waitForFunction(() => globalThis.outflank.app.engine.state === 'ready', null, {timeout: 60000});

const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
const answer = [];
for (let i = 0; i < 10; i++)
    answer.push(await page.evaluate(async () => {
        const {app} = globalThis.outflank;
        app.game.players[2] = 'human';
        const cell = document.querySelector('.cell.playable'), stones = document.querySelectorAll('.stone').length, started = performance.now();
        cell.dispatchEvent(new MouseEvent('click', {bubbles: true}));
        while (document.querySelectorAll('.stone').length === stones)
            await new Promise(requestAnimationFrame);
        return performance.now() - started;
    }));
console.log(`first paint ${paint?.toFixed(0)} ms, answer to a click ${answer.sort((a, b) => a - b)[5].toFixed(0)} ms`);

const one = native(), web = inBrowser(page, await (await startBrowser()).newBrowserCDPSession()), table = POSITIONS.map(() => ({native: 0, web: 0, clock: 0, two: 0}));
for (let round = 0; round < ROUNDS; round++)
    for (const [i, position] of POSITIONS.entries())
        for (const [name, engine, threads] of [['native', one, 1], ['web', web, 1], ['clock', web, 1], ['two', web, 2]]) {
            const before = await engine.cpu(), told = figures(await engine.ask(questions(position, threads)));
            const {nodes} = told, ms = name === 'clock' || name === 'two' ? told.ms : await engine.cpu() - before;
            table[i][name] = Math.max(table[i][name], nodes / ms);
            table[i][`${name}Nodes`] = nodes;
        }
console.log('position               native portable    WebAssembly          two threads');
let product = 1, twice = 1;
table.forEach((row, i) => {
    product *= row.web / row.native;
    twice *= row.two / row.clock;
    console.log(`${POSITIONS[i][0].padEnd(22)} ${row.native.toFixed(0).padStart(7)} k/s   ${row.web.toFixed(0).padStart(7)} k/s  ${(row.web / row.native).toFixed(2)}   ${
        row.two.toFixed(0).padStart(7)} k/s  ${(row.two / row.clock).toFixed(2)}${row.nativeNodes === row.webNodes ? '' : `   nodes differ: ${row.nativeNodes} and ${row.webNodes}`}`);
});
console.log(`mean: WebAssembly ${(product ** (1 / table.length)).toFixed(2)} of the native portable code, two threads ${(twice ** (1 / table.length)).toFixed(2)} times one`);
one.end();
await page.context().close();
await (await startBrowser()).close();
await host.stop();
