// SPDX-License-Identifier: MIT
// harness.mjs - what the tests in the browser share: the server, Chromium, a list of tests, and hands to play with.
import {spawn} from 'node:child_process';
import {createServer} from 'node:http';
import {createRequire} from 'node:module';
import {join, normalize} from 'node:path';
import {readFileSync, readdirSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import assert from 'node:assert/strict';

export const root = fileURLToPath(new URL('../../', import.meta.url));
const require = createRequire(`${root}build/npm/`);
export const {chromium} = require('playwright-core');
export const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'];

// ---- the server -----------------------------------------------------------------------------------------------------

// scripts/web/serve on a port of its own; `engine` is another program in place of ./outflank.
export async function startServer({engine = process.env.OUTFLANK ?? `${root}outflank`, port = 0} = {}) {
    const child = spawn(`${root}scripts/web/serve`, ['--no-browser', '--port', String(port), '--engine', engine],
        {stdio: ['ignore', 'pipe', 'inherit']});
    process.once('exit', () => child.kill('SIGTERM'));      // of a test that failed half way, too
    const address = await new Promise((done, fail) => {
        let text = '';
        child.stdout.on('data', data => {
            text += data;
            const found = /http:\S+/.exec(text);
            if (found)
                done(found[0]);
        });
        child.on('exit', code => fail(new Error(`the server ended with ${code}: ${text}`)));
    });
    return {address, child, port: Number(new URL(address).port), engines: () => childrenOf(child.pid),
        stop: () => new Promise(done => {
            child.once('exit', done);
            child.kill('SIGTERM');
        })};
}

// A host that only hands out the files of a folder, with the headers for cross-origin isolation or without.
export async function staticHost(folder, {isolated}) {
    const kinds = {html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', wasm: 'application/wasm', json: 'application/json'};
    const counts = new Map();
    const host = createServer((request, answer) => {
        const path = request.url.split('?')[0].slice(1) || 'index.html', headers = isolated
            ? {'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp'} : {};
        try {
            const body = readFileSync(join(folder, normalize(`/${path}`)));
            counts.set(path.split('/').at(-1), (counts.get(path.split('/').at(-1)) ?? 0) + 1);
            answer.writeHead(200, {...headers, 'Content-Type': kinds[path.split('.').at(-1)] ?? 'application/octet-stream', 'Content-Length': body.length});
            answer.end(body);
        } catch {
            answer.writeHead(404, headers);
            answer.end();
        }
    });
    await new Promise(done => host.listen(0, '127.0.0.1', done));
    return {address: `http://127.0.0.1:${host.address().port}/`, served: name => counts.get(name) ?? 0,
        stop: () => new Promise(done => {
            host.closeAllConnections();
            host.close(done);
        })};
}

// The processes a process has started, as they stand in /proc.
export function childrenOf(pid) {
    return readdirSync('/proc').filter(name => /^\d+$/.test(name)).filter(name => {
        try {
            return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1].split(' ')[1] === String(pid);
        } catch {
            return false;
        }
    }).map(Number);
}

// ---- the browser ----------------------------------------------------------------------------------------------------

let browser = null;
const open = new Set();

export async function startBrowser() {
    browser ??= await chromium.launch({executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS});
    return browser;
}

// A page of its own, with nothing kept from others. Anything the page throws or complains about fails the test.
export async function openPage(address, {width = 1280, height = 800, phone = false, dark = false, motion = false, locale = 'en-US', settings = {}, quiet = []} = {}) {
    const context = await (await startBrowser()).newContext({viewport: {width, height}, hasTouch: phone, isMobile: phone, locale,
        colorScheme: dark ? 'dark' : 'light', reducedMotion: motion ? 'no-preference' : 'reduce', acceptDownloads: true});
    await context.addInitScript(kept => {
        if (!localStorage.getItem('outflank.settings'))
            localStorage.setItem('outflank.settings', JSON.stringify(kept));
    }, settings);
    const page = await context.newPage();
    page.setDefaultTimeout(60000);
    page.faults = [];
    open.add(page);
    page.on('pageerror', error => page.faults.push(error.stack));
    page.on('console', message => message.type() === 'error' && !quiet.some(words => message.text().includes(words)) && page.faults.push(message.text()));
    await page.goto(address);
    await page.waitForSelector('.board .cell');
    return page;
}

export async function closePage(page) {
    open.delete(page);
    assert.deepEqual(page.faults, [], 'the page threw nothing');
    await page.context().close();
}

// The state of the page in a few words, once it is drawn.
export const state = page => page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames++)
        await new Promise(requestAnimationFrame);
    const {app} = globalThis.outflank, {game} = app;
    return {moves: game.moveNames(), status: document.getElementById('status').textContent, over: Boolean(game.outcome()), mine: !app.engineToMove() && !game.outcome(),
        ply: game.node.ply, id: game.shape.id, side: game.side, analysis: app.analysis, players: game.save().players,
        legal: [...document.querySelectorAll('.cell.playable')].map(cell => cell.dataset.cell)};
});

// Another game in the same page, by its link; the page hears of a changed link a little later.
export async function visit(page, id, rest) {
    await page.goto(`${page.url()}#g=${id}&${rest}`);
    await page.waitForFunction(name => globalThis.outflank.app.game.shape.id === name, id);
}

// Waits until it is a person's move with something to choose, or the game is over.
export const myTurn = page => page.waitForFunction(() => {
    const {app} = globalThis.outflank, {game} = app;
    return game.outcome() || (!app.engineToMove() && game.atEnd && game.players[game.side] === 'human' && document.querySelector('.cell.playable'));
}, null, {timeout: 120000, polling: 30});

// Waits until the answer is yes; fails by name.
export async function until(what, ask) {
    for (const end = Date.now() + 60000; !ask(); await new Promise(done => setTimeout(done, 50)))
        assert.ok(Date.now() < end, `waited a minute for ${what}`);
}

// ---- playing ----------------------------------------------------------------------------------------------------------

// A repeatable choice: a failure is the same game next time.
let seed = 5;
export const pick = list => list[(seed = (seed * 48271) % 2147483647) % list.length];

// Plays a game to its end by `play`, which makes a move on a cell; how many moves it had.
export async function wholeGame(page, id, side, play) {
    await visit(page, id, `m=&b=${side === 'first' ? 'he' : 'eh'}`);
    for (let turns = 0; turns < 300; turns++) {
        await myTurn(page);
        const now = await state(page);
        if (now.over) {
            assert.match(now.status, /wins|drawn/, 'the result is said');
            assert.ok(now.moves.length > 5);
            return now.moves.length;
        }
        if (!now.legal.length) {
            await page.waitForTimeout(50);      // a pass is about to be played
            continue;
        }
        const cell = pick(now.legal);
        await play(page, cell);
        await page.waitForFunction(ply => globalThis.outflank.app.game.node.ply > ply, now.ply, {polling: 20});
    }
    throw new Error('the game does not end');
}

// ---- tests ----------------------------------------------------------------------------------------------------------

const tests = [], TEST_SECONDS = 300;

export function test(name, body) {
    tests.push({name, body});
}

// What a test returns, or a failure after so long that no machine needs it.
async function inTime(body) {
    let timer;
    const late = new Promise((_, fail) => {
        timer = setTimeout(() => fail(new Error(`no end within ${TEST_SECONDS} s`)), 1000 * TEST_SECONDS);
    });
    try {
        return await Promise.race([body, late]);
    } finally {
        clearTimeout(timer);
    }
}

// Runs the tests whose name holds the first word of the command line, all without one, two at a time; the exit status
// says the rest.
export async function run() {
    const wanted = process.argv[2] ?? '', list = tests.filter(({name}) => name.includes(wanted)), waiting = [...list];
    let failed = 0;
    const hand = async () => {
        for (let next; (next = waiting.shift());) {
            const started = Date.now(), pages = new Set(open);
            let fault = null;
            try {
                await inTime(next.body());
            } catch (error) {
                fault = error;
                failed++;
            }
            console.log(`${fault ? 'FAIL' : 'ok  '}  ${((Date.now() - started) / 1000).toFixed(1).padStart(5)} s  ${next.name}`);
            if (fault)
                console.log(fault.stack, [...open].filter(page => !pages.has(page)).flatMap(page => page.faults).join('\n'));
        }
    };
    await startBrowser();
    await Promise.all([hand(), hand()]);
    await browser.close();
    if (failed)
        setTimeout(() => process.exit(1), 10000).unref();   // whatever a test that failed has left open
    console.log(`${list.length - failed} of ${list.length} passed`);
    process.exitCode = failed || !list.length ? 1 : 0;
}
