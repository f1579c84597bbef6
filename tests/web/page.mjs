// SPDX-License-Identifier: MIT
// page.mjs - the page in a real browser: whole games, analysis, records, links, recovery, accessibility.
// Usage: node tests/web/page.mjs [WORD OF A TEST'S NAME]
import assert from 'node:assert/strict';
import {chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {axeSource, closePage, myTurn, openPage, root, run, startServer, state, test, until, visit, wholeGame} from './harness.mjs';

const server = await startServer();
const folder = mkdtempSync(join(tmpdir(), 'outflank-web-'));

const QUICK = {strength: {kind: 'depth', value: 2}, shortcuts: true};

// A game with a forced pass near its end, and mistakes of both sides.
const GAME = 'd3c5e6d2c6d6b5f5e7f6f4d7f7g5h4g6h6f8d8e8g8g4h3c7c8a5b4b8a8c4b7c3g3f3e3g2f2f1e2h5b6h2b3c2h1g1d1e1a4b2a1a6a7a3c1b1a2--g7h7h8';
const WORDS = GAME.replace('--', 'pass').match(/pass|[a-h][1-8]/g);
// Twenty moves of it, which no book holds: here the engine thinks.
const DEEP = WORDS.slice(0, 20).join('');

// ---- whole games ----------------------------------------------------------------------------------------------------

const hands = {
    click: (page, cell) => page.click(`[data-cell="${cell}"]`),
    tap: (page, cell) => page.tap(`[data-cell="${cell}"]`),
    // Walks to the cell with the arrow keys and presses Enter, as one would without a mouse.
    async keyboard(page, cell) {
        await page.evaluate(() => document.querySelector('.cell[tabindex="0"]').focus());
        for (let steps = 0; steps < 60; steps++) {
            const key = await page.evaluate(name => {
                const box = element => ({x: Number(element.getAttribute('x')), y: Number(element.getAttribute('y'))});
                const from = box(document.activeElement), to = box(document.querySelector(`[data-cell="${name}"]`));
                return to.x > from.x ? 'ArrowRight' : to.x < from.x ? 'ArrowLeft' : to.y > from.y ? 'ArrowDown' : to.y < from.y ? 'ArrowUp' : 'Enter';
            }, cell);
            await page.keyboard.press(key);
            if (key === 'Enter')
                return;
        }
        throw new Error(`the keyboard does not reach ${cell}`);
    },
};

for (const [id, side] of [['othello:6x6', 'first'], ['gomoku:9', 'second'], ['connect4', 'first']])
    for (const [name, view] of [['click', {}], ['keyboard', {}], ['tap', {phone: true, width: 360, height: 740}]])
        test(`a whole game of ${id} by ${name}`, async () => {
            const page = await openPage(server.address, {...view, settings: QUICK});
            await wholeGame(page, id, side, hands[name]);
            await closePage(page);
        });

test('a whole game of othello 8x8 with animations, engine first', async () => {
    const page = await openPage(server.address, {motion: true, settings: {...QUICK, ponder: true, strength: {kind: 'time', value: 100}}});
    await wholeGame(page, 'othello', 'second', hands.click);
    await closePage(page);
});

test('engine against itself, paused and gone on with', async () => {
    const page = await openPage(`${server.address}#g=connect4:5x5&m=&b=ee`, {settings: QUICK});
    await page.waitForFunction(() => globalThis.outflank.app.game.node.ply > 2);
    await page.click('[data-do=pause]');
    const {ply} = await state(page);
    await page.waitForTimeout(300);
    assert.ok((await state(page)).ply <= ply + 1, 'it stands still');
    await page.click('[data-do=pause]');
    await page.waitForFunction(() => globalThis.outflank.app.game.outcome(), null, {timeout: 120000});
    await closePage(page);
});

test('a pass is shown and played by itself', async () => {
    const page = await openPage(`${server.address}#g=othello&m=${GAME.split('--')[0]}&b=hh`, {settings: QUICK});
    await page.waitForSelector('.move.is-pass');
    assert.deepEqual((await state(page)).moves, WORDS.slice(0, WORDS.indexOf('pass') + 1));
    await page.waitForFunction(() => /passes/.test(document.getElementById('live').textContent));
    await closePage(page);
});

// ---- analysis -------------------------------------------------------------------------------------------------------

// An engine whose every line is written to a file too.
function notedEngine(name) {
    const file = join(folder, name), script = `${file}.sh`;
    writeFileSync(script, `#!/bin/sh\n"${process.env.OUTFLANK ?? `${root}outflank`}" "$@" | tee -a "${file}"\n`);
    chmodSync(script, 0o755);
    return {script, lines: () => readFileSync(file, 'utf8').split('\n')};
}

test('the numbers of the analysis are those the engine printed', async () => {
    const engine = notedEngine('numbers'), noted = await startServer({engine: engine.script});
    for (const [id, moves] of [['othello', DEEP], ['gomoku', 'h8 i9 i7 g9 h9'], ['connect4:9x10,x=c4', 'ee']]) {
        const page = await openPage(`${noted.address}#g=${id}&m=${encodeURIComponent(moves)}&b=hh&a=1`, {settings: {percent: 'score'}});
        await page.waitForFunction(() => globalThis.outflank.app.news?.news.depth >= 8 && document.querySelectorAll('.lines li:not([hidden])').length > 2);
        const rows = await page.$$eval('.lines li:not([hidden])', list => list.map(row => ({...row.querySelector('.line-score').dataset,
            text: row.querySelector('.line-score').textContent, pv: [...row.querySelectorAll('.pv-move:not([hidden])')].map(move => move.textContent).join(' ')})));
        const cells = await page.$$eval('.board .score text', list => list.map(cell => cell.textContent));
        await closePage(page);
        const printed = engine.lines();
        assert.ok(rows.length > 2 && cells.length > 2, id);
        for (const row of rows) {
            const score = row.mate ? `mate ${row.mate}` : `cp ${row.cp}`;
            assert.ok(printed.some(line => line.startsWith(`info depth ${row.depth} `) && line.includes(` score ${score} `) && !line.includes('bound')
                && `${line} `.includes(` pv ${row.pv} `)), `${id}: the engine printed ${JSON.stringify(row)}`);
            if (!row.mate && !/^[=0-9+−]+$/.test(row.text))
                assert.equal(Number(row.text.replace('−', '-').replace('+', '')), Number(row.cp) / 100);
        }
        assert.equal(new Set(rows.map(row => row.move)).size, rows.length, 'each move stands there once');
    }
    await noted.stop();
});

test('a line is shown on the board while one points at it, and played by a press', async () => {
    const page = await openPage(`${server.address}#g=othello&m=${DEEP}&b=hh&a=1`);
    await page.waitForFunction(() => globalThis.outflank.app.news?.news.depth >= 8);
    await page.hover('.lines li:first-child .pv-move:nth-child(4)');
    await page.waitForFunction(() => globalThis.outflank.app.preview?.moves.length === 4);
    assert.ok(await page.locator('.board .over text').filter({hasText: /^4$/}).count() > 0);
    await page.mouse.move(5, 5);
    await page.waitForFunction(() => !globalThis.outflank.app.preview);
    await page.click('.lines li:first-child .pv-move:nth-child(2)');
    await page.waitForFunction(() => globalThis.outflank.app.game.node.ply === 22);
    await closePage(page);
});

test('moves of the book are marked, and how sure a search was is said', async () => {
    const page = await openPage(`${server.address}#g=connect4&m=dd&b=hh&a=1`);
    await page.waitForFunction(() => document.querySelectorAll('.lines .book:not([hidden])').length === 7);
    assert.equal(await page.locator('.board .score path').count(), 7, 'on the board too');
    await visit(page, 'othello', 'm=f5d6c3d3c4f4f6f3e6e7&b=hh&a=1');
    await page.waitForFunction(() => /\d+ %/.test(document.querySelector('.numbers').textContent));
    await page.waitForFunction(() => document.querySelector('.opening').textContent);
    await closePage(page);
});

test('ten levels for people, and the engine is told which', async () => {
    const page = await openPage(server.address, {settings: {strength: {kind: 'level', value: 'novice'}}});
    await page.waitForFunction(() => globalThis.outflank.app.engine.state === 'ready');
    await page.click('[data-do=new]');
    assert.equal(await page.locator('dialog .strength select option').count(), 10);
    await page.selectOption('dialog .strength select', 'beginner');
    await page.click('dialog >> text=Start');
    await page.click('[data-cell="d3"]');
    await myTurn(page);
    await page.click('.analysis input[role=switch]');
    await page.waitForFunction(() => globalThis.outflank.app.news?.news.depth > 3);
    const log = (await page.evaluate(() => globalThis.outflank.app.engine.log)).filter(line => line.startsWith('> setoption name Strength'));
    assert.deepEqual(log, ['> setoption name Strength value beginner', '> setoption name Strength value perfect'], 'analysis is never weak');
    await closePage(page);
});

// An engine in the browser starts its threads when it starts, so the page ends it and starts another: here it is said to be there.
const inBrowser = page => page.evaluate(() => {
    const {app} = globalThis.outflank;
    app.end = {...app.end, name: 'browser'};
});

test('threads and memory may be changed while the engine thinks', async () => {
    const page = await openPage(`${server.address}#g=othello&m=${DEEP}&b=he`, {settings: {strength: {kind: 'time', value: 1000}}, quiet: ['404', '409']});
    const set = (name, value) => page.evaluate(([key, n]) => globalThis.outflank.app.set(key, n), [name, value]);
    await page.waitForFunction(() => globalThis.outflank.app.engine.state === 'ready');
    await inBrowser(page);
    await page.click('[data-cell="g8"]');
    await page.waitForFunction(() => globalThis.outflank.app.isThinking());
    await set('threads', 2);
    await myTurn(page);
    assert.equal((await state(page)).moves.length, 22, 'it moves all the same');
    // Even while an engine is being started: nothing is said of the one that was given up.
    await page.evaluate(() => {
        const {app} = globalThis.outflank;
        app.engine.stopProcess();
        app.startEngine();
        app.setPlayer(1, 'engine');
        app.setPlayer(2, 'human');
    });
    await page.waitForFunction(() => globalThis.outflank.app.engine.state === 'starting');
    await set('threads', 1);
    await myTurn(page);
    assert.equal((await state(page)).moves.length, 23);
    assert.ok(await page.isHidden('#notice'));
    assert.ok(await page.isHidden('#toast'));
    // What analyses goes on with the new memory.
    await page.click('.analysis input[role=switch]');
    const deep = () => page.waitForFunction(() => globalThis.outflank.app.news?.news.depth > 3);
    await deep();
    await set('hash', 32);
    await page.waitForFunction(() => globalThis.outflank.app.engine.log.includes('> setoption name Hash value 32'));
    await deep();
    await set('threads', 2);
    await page.waitForFunction(() => globalThis.outflank.app.engine.state === 'starting');
    await page.waitForFunction(() => globalThis.outflank.app.engine.state === 'ready' && globalThis.outflank.app.engine.thought);
    await closePage(page);
});

test('a position is solved, with its value said', async () => {
    const page = await openPage(`${server.address}#g=othello&m=${WORDS.slice(0, 46).join('')}&b=hh`);
    await page.click('text=Solve');
    await page.waitForSelector('.answer:not([hidden])', {timeout: 180000});
    const text = await page.textContent('.answer'), shown = /by (\d+) discs/.exec(text);
    assert.ok(shown || /draw/.test(text), text);
    const engine = await import('node:child_process').then(({execFileSync}) => execFileSync(`${root}outflank`, ['solve'],
        {input: WORDS.slice(0, 46).join('').replaceAll('pass', ''), encoding: 'utf8'}));
    assert.equal(Math.abs(Number(/empties ([+-]\d+)/.exec(engine)[1])), Number(shown?.[1] ?? 0), engine);
    await closePage(page);
});

test('a whole game is reviewed: values, grades, turning points to press', async () => {
    const page = await openPage(`${server.address}#g=othello&m=${GAME}&b=hh`, {settings: {review: 200}});
    await page.evaluate(() => globalThis.outflank.app.set('review', 60));
    await page.click('text=Review game');
    await page.waitForSelector('.progress progress');
    await page.waitForFunction(() => globalThis.outflank.app.result?.reviewed, null, {timeout: 180000});
    const unknown = await page.evaluate(() => {
        let n = 0;
        for (let node = globalThis.outflank.app.game.tree.root; node; [node] = node.children)
            n += !node.value;
        return n;
    });
    assert.equal(unknown, 0, 'every position has a value');
    assert.ok(await page.locator('.movelist .grade').count() > 3, 'mistakes are marked');
    assert.ok(await page.locator('.graph-dot').count() > 3, 'and stand on the graph');
    const entry = page.locator('.turning-button').first(), ply = Number(/^\S*\s*(\d+)\./.exec(await entry.textContent())[1]);
    await entry.click();
    assert.equal((await state(page)).ply, ply);
    await page.focus('.graph');
    await page.keyboard.press('ArrowLeft');
    assert.equal((await state(page)).ply, ply - 1);
    await closePage(page);
});

test('overlays: mobility, stable discs, parity, threats', async () => {
    const page = await openPage(`${server.address}#g=othello&m=${WORDS.slice(0, 44).join('')}&b=hh`);
    for (const name of ['mobility', 'stable', 'parity']) {
        const before = await page.locator('.board .over *, .board .under *').count();
        await page.click(`[data-overlay=${name}]`);
        await page.waitForFunction(n => document.querySelectorAll('.board .over *, .board .under *').length !== n, before);
    }
    assert.match(await page.textContent('.facts'), /Moves: Black \d+, White \d+.*|Stable/);
    await visit(page, 'connect4', 'm=ddccbg&b=hh');
    await page.click('[data-overlay=threats]');
    await page.locator('.board .over text').filter({hasText: /^odd$/}).first().waitFor();
    await closePage(page);
});

test('where renju forbids Black to play is crossed out', async () => {
    const page = await openPage(`${server.address}#g=gomoku:15,renju&m=${encodeURIComponent('h8 a1 h9 a3 g10 a5 f10 a7')}&b=hh`, {settings: QUICK});
    await page.waitForSelector('.board .forbidden');
    assert.equal(await page.locator('.board .forbidden').count(), 1, 'h10 makes two threes');
    await page.click('[data-cell="h10"]');
    assert.equal((await state(page)).ply, 8);
    await page.click('[data-cell="o15"]');
    await state(page);
    assert.equal(await page.locator('.board .forbidden').count(), 0, 'White may play anywhere');
    await closePage(page);
});

test('a hint is given', async () => {
    const page = await openPage(`${server.address}#g=connect4&m=dcdcd&b=eh`, {settings: QUICK});
    await page.click('[data-do=hint]');
    await page.waitForSelector('.board .pulse');
    assert.match(await page.textContent('#live'), /Hint: d/);
    await closePage(page);
});

// ---- going through a game -------------------------------------------------------------------------------------------

test('taking back, playing again, going to any move, side lines', async () => {
    const page = await openPage(`${server.address}#g=connect4&m=&b=he`, {settings: QUICK});
    for (const column of ['d1', 'a1', 'g1']) {
        await page.click(`[data-cell="${column}"]`);
        await myTurn(page);
    }
    const six = (await state(page)).moves;
    assert.equal(six.length, 6);
    await page.click('[data-do=undo]');
    assert.deepEqual((await state(page)).moves, six.slice(0, 4), 'both moves of the turn are taken back');
    await page.keyboard.press('u');
    assert.deepEqual((await state(page)).moves, six.slice(0, 2));
    await page.keyboard.press('r');
    assert.deepEqual((await state(page)).moves, six.slice(0, 4));
    await page.click('[data-do=redo]');
    assert.deepEqual((await state(page)).moves, six);
    await page.click('.move[data-ply="3"]');
    assert.deepEqual((await state(page)).moves, six.slice(0, 3));
    await page.waitForTimeout(200);
    assert.equal((await state(page)).ply, 3, 'the engine does not move in the middle of a game');
    await page.keyboard.press('ArrowLeft');
    await page.click('[data-cell="c1"]');
    await myTurn(page);
    const other = (await state(page)).moves;
    assert.deepEqual(other.slice(0, 3), [...six.slice(0, 2), 'c'], 'another move replaces what followed');
    assert.equal(other.length, 4);
    // With two people it becomes a side line, and can be removed.
    await page.selectOption('#seat-top select', 'human');
    await page.keyboard.press('Home');
    await page.click('[data-cell="b1"]');
    assert.deepEqual((await state(page)).moves, ['b']);
    await page.waitForSelector('.variation .move[aria-current]');
    await page.click('text=Remove this line');
    await page.waitForFunction(() => !document.querySelector('.variation'));
    await page.keyboard.press('End');
    assert.deepEqual((await state(page)).moves, other);
    await page.fill('.move-input', 'e');
    await page.keyboard.press('Enter');
    assert.equal((await state(page)).moves.at(-1), 'e', 'a typed move is played');
    await closePage(page);
});

test('the board is turned and mirrored, and still plays', async () => {
    const page = await openPage(`${server.address}#g=othello&m=&b=hh`);
    const place = () => page.$eval('[data-cell="d3"]', cell => `${cell.getAttribute('x')},${cell.getAttribute('y')}`);
    const places = new Set([await place()]);
    for (let i = 0; i < 3; i++) {
        await page.click('[data-do=turn]');
        await state(page);
        places.add(await place());
    }
    await page.click('[data-do=mirror]');
    await state(page);
    places.add(await place());
    assert.equal(places.size, 5);
    await page.click('[data-cell="d3"]');
    assert.deepEqual((await state(page)).moves, ['d3']);
    await closePage(page);
});

test('clocks run, and a fallen flag ends the game', async () => {
    const page = await openPage(server.address, {settings: QUICK});
    await page.click('[data-do=new]');
    await page.click('[data-value=connect4]');
    await page.selectOption('dialog .field-grid:has(select) >> nth=1 >> select', '1+2');
    await page.click('dialog >> text=Start');
    await page.click('[data-cell="d1"]');
    await myTurn(page);
    await page.waitForFunction(() => globalThis.outflank.app.game.left[1] < 61900);
    const before = await page.evaluate(() => globalThis.outflank.app.game.left[1]);
    await page.waitForFunction(ms => globalThis.outflank.app.game.left[1] < ms - 400, before);
    await page.evaluate(() => {
        globalThis.outflank.app.game.left[1] = 300;
    });
    await page.waitForFunction(() => /wins on time/.test(document.getElementById('status').textContent));
    // So it is kept, wherever one is in the game, and so it is written.
    await page.keyboard.press('Home');
    await page.click('[data-do=games]');
    assert.match(await page.textContent('dialog .game-entry'), /2 moves · Yellow wins on time/);
    await page.keyboard.press('Escape');
    await page.click('[data-do=save]');
    await page.selectOption('dialog select', 'PGN');
    assert.match(await page.inputValue('dialog textarea'), /\[Result "0-1"\]\n\[Termination "time forfeit"\]\n[^]* 0-1\n$/);
    await closePage(page);
});

// ---- positions, records, links --------------------------------------------------------------------------------------

test('the editor sets up a position, refuses what cannot be, and plays from it', async () => {
    const page = await openPage(`${server.address}#g=othello:6x6&m=&b=he`, {settings: QUICK});
    await page.keyboard.press('e');
    await page.click('.editor >> text=Clear');
    assert.match(await page.textContent('.editor .problem'), /over/);
    await page.click('.brushes [data-value="1"]');
    await page.click('[data-cell="c3"]');
    await page.click('.brushes [data-value="2"]');
    await page.click('[data-cell="d3"]');
    assert.equal(await page.inputValue('.editor input[type=text]'), '6/6/2xo2/6/6/6 x');
    await page.click('.editor >> text=Play from here');
    await page.click('[data-cell="e3"]');
    const now = await state(page);
    assert.deepEqual(now.moves, ['e3']);
    assert.match(now.status, /Black wins 36–0/);
    // Connect Four: stones fall, numbers are checked.
    await visit(page, 'connect4', 'm=&b=hh');
    await page.keyboard.press('e');
    await page.click('.brushes [data-value="2"]');
    await page.click('[data-cell="a5"]');
    assert.match(await page.textContent('.editor .problem'), /numbers/);
    await page.fill('.editor input[type=text]', '7/7/7/7/7/o2x3 x');
    await page.keyboard.press('Tab');
    assert.equal(await page.textContent('.editor .problem'), '');
    await page.click('.editor >> text=Analyse');
    assert.equal((await state(page)).analysis, true);
    await closePage(page);
});

test('the editor gives the keyboard back to what opened it', async () => {
    const page = await openPage(`${server.address}#g=othello:6x6&m=&b=hh`, {settings: QUICK});
    const focused = async () => {
        await state(page);
        return page.evaluate(() => {
            const {activeElement} = document;
            return activeElement.dataset.do ?? activeElement.dataset.cell ?? (activeElement.id || activeElement.tagName);
        });
    };
    for (const text of ['Cancel', 'Analyse', 'Play from here']) {
        await page.focus('[data-do=edit]');
        await page.keyboard.press('Enter');
        await page.focus(`.editor >> text=${text}`);
        await page.keyboard.press('Enter');
        assert.equal(await focused(), 'edit', text);
    }
    // By its key from a cell; where that has gone, and where nothing had it, the button's.
    for (const gone of [false, true]) {
        await page.focus('[data-cell="c2"]');
        await page.keyboard.press('e');
        assert.notEqual(await focused(), 'c2');
        if (gone)
            await page.evaluate(() => document.querySelector('[data-cell="c2"]').remove());
        await page.focus('.editor >> text=Cancel');
        await page.keyboard.press('e');
        assert.equal(await focused(), gone ? 'edit' : 'c2');
    }
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('e');
    await page.click('.editor >> text=Cancel');
    assert.equal(await focused(), 'edit');
    // On a phone the button is in a menu, which has closed.
    await page.setViewportSize({width: 360, height: 740});
    await page.click('#menu-button');
    await page.click('[data-do=edit]');
    await page.click('.editor >> text=Cancel');
    assert.equal(await focused(), 'menu-button');
    await closePage(page);
});

test('games are saved in every form and opened again', async () => {
    const page = await openPage(`${server.address}#g=othello&m=${GAME}&b=hh`);
    const files = {};
    await page.click('[data-do=save]');
    for (const form of ['SGF', 'GGF', 'WTHOR', 'PGN', 'TXT']) {
        await page.selectOption('dialog select', form);
        const [download] = await Promise.all([page.waitForEvent('download'), page.click('dialog >> text=Download')]);
        files[form] = join(folder, download.suggestedFilename());
        await download.saveAs(files[form]);
    }
    const pictures = {};
    for (const kind of ['SVG', 'PNG']) {
        const [download] = await Promise.all([page.waitForEvent('download'), page.click(`dialog button:text-is("${kind}")`)]);
        pictures[kind] = join(folder, download.suggestedFilename());
        await download.saveAs(pictures[kind]);
    }
    await page.keyboard.press('Escape');
    assert.match(readFileSync(pictures.SVG, 'utf8'), /^<svg/);
    assert.equal(readFileSync(pictures.PNG).subarray(1, 4).toString(), 'PNG');
    for (const [form, file] of Object.entries(files)) {
        await visit(page, 'connect4', 'm=&b=hh');
        await page.waitForFunction(() => globalThis.outflank.app.game.shape.family === 'connect4');
        await page.click('[data-do=load]');
        await page.setInputFiles('dialog input[type=file]', file);
        if (form === 'TXT') {
            // Moves alone do not say which game they are of.
            await page.waitForFunction(() => document.querySelector('dialog .problem')?.textContent);
            await page.keyboard.press('Escape');
            continue;
        }
        await page.waitForFunction(() => !document.querySelector('dialog'));
        await page.keyboard.press('End');
        assert.deepEqual((await state(page)).moves, WORDS, form);
    }
    // A damaged file is refused by name, and the game on the board stays.
    const before = (await state(page)).moves;
    await page.click('[data-do=load]');
    await page.fill('dialog textarea', '(;GM[2]SZ[8];B[dc');
    await page.click('dialog .dialog-foot button');
    assert.match(await page.textContent('dialog .problem'), /cut off/);
    await page.keyboard.press('Escape');
    assert.deepEqual((await state(page)).moves, before);
    await closePage(page);
});

test('a link holds the game, where one is in it, who plays and how', async () => {
    const page = await openPage(`${server.address}#g=connect4:9x10,x=c4&m=eecdd&p=5&b=hh`, {settings: QUICK});
    await page.keyboard.press('ArrowLeft');
    await page.click('[data-do=save]');
    const link = await page.inputValue('dialog .copy-row input');
    await closePage(page);
    const again = await openPage(link, {settings: QUICK});
    const now = await state(again);
    assert.equal(now.id, 'connect4:9x10,x=c4');
    assert.deepEqual(now.moves, ['e', 'e', 'c', 'd']);
    assert.deepEqual(now.players, ['human', 'human']);
    await again.keyboard.press('ArrowRight');
    assert.equal((await state(again)).moves.length, 5);
    await closePage(again);
    // How strong the engine is, the clock and what is overlaid go with it, pasted as well as opened.
    const full = await openPage(`${server.address}#g=gomoku:9,free&m=&b=hh&e=casual&c=180%2B2&o=threats.nothing`, {settings: QUICK});
    await full.click('[data-do=save]');
    const tail = (await full.inputValue('dialog .copy-row input')).split('#')[1];
    await closePage(full);
    const pasted = await openPage(server.address, {settings: QUICK});
    await pasted.click('[data-do=load]');
    await pasted.fill('dialog textarea', `#${tail}`);
    await pasted.click('dialog .dialog-foot button');
    await pasted.waitForFunction(() => globalThis.outflank.app.game.shape.id === 'gomoku:9,free');
    assert.deepEqual(await pasted.evaluate(() => {
        const {app} = globalThis.outflank;
        return [app.settings.strength.value, app.game.clock, [...app.overlays]];
    }), ['casual', {base: 180000, increment: 2000}, ['threats']]);
    await closePage(pasted);
    const bad = await openPage(`${server.address}#g=othello&m=a1`);
    await bad.waitForSelector('.toast:not([hidden])');
    assert.match(await bad.textContent('.toast'), /does not hold a game/);
    await closePage(bad);
});

test('a reload in the middle of a game loses nothing; kept games are listed and deleted', async () => {
    const page = await openPage(`${server.address}#g=othello:6x6&m=&b=he`, {settings: QUICK});
    for (let i = 0; i < 3; i++) {
        await myTurn(page);
        const {legal, ply} = await state(page);
        await page.click(`[data-cell="${legal[0]}"]`);
        await page.waitForFunction(n => globalThis.outflank.app.game.node.ply > n, ply);
    }
    await myTurn(page);
    const before = await state(page);
    await page.reload();
    await page.waitForSelector('.board .cell');
    const after = await state(page);
    assert.deepEqual({...after, legal: 0}, {...before, legal: 0});
    // Even in the middle of the engine's thought.
    await page.evaluate(() => globalThis.outflank.app.set('strength', {kind: 'time', value: 30000}));
    await page.click(`[data-cell="${after.legal[0]}"]`);
    await page.waitForFunction(() => globalThis.outflank.app.isThinking());
    await page.reload();
    await page.waitForFunction(() => globalThis.outflank?.app.isThinking());
    assert.equal((await state(page)).ply, before.ply + 1);
    await visit(page, 'gomoku:7', 'm=d4&b=hh');
    await page.click('[data-do=games]');
    assert.equal(await page.locator('dialog .game-entry').count(), 2);
    await page.locator('dialog .game-list li').nth(1).locator('.icon').click();
    assert.equal(await page.locator('dialog .game-entry').count(), 1);
    await page.click('dialog .game-entry');
    assert.equal((await state(page)).id, 'gomoku:7');
    await closePage(page);
});

test('connect four with a blocked cell set by a press', async () => {
    const page = await openPage(server.address, {settings: QUICK});
    await page.click('[data-do=new]');
    await page.click('[data-value=connect4]');
    const box = await page.locator('.block-board').boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.86);
    await page.click('dialog >> text=Start');
    assert.equal((await state(page)).id, 'connect4:7x6,x=d1');
    await page.click('[data-cell="d1"]');
    await myTurn(page);
    assert.equal((await state(page)).moves[0], 'd');
    assert.ok((await page.getAttribute('[data-cell="d2"]', 'aria-label')).includes('Red'));
    await closePage(page);
});

// ---- when things go wrong -------------------------------------------------------------------------------------------

test('an engine killed in the middle of its thought is started again and answers', async () => {
    const own = await startServer(), page = await openPage(`${own.address}#g=othello&m=${DEEP}&b=he`, {settings: {strength: {kind: 'time', value: 4000}}, quiet: ['404', '409']});
    await page.waitForFunction(() => globalThis.outflank.app.engine.state === 'ready');
    await page.click('[data-cell="g8"]');
    await page.waitForFunction(() => globalThis.outflank.app.isThinking());
    const [pid] = own.engines();
    process.kill(pid, 'SIGKILL');
    await page.waitForSelector('.toast:not([hidden])');
    assert.match(await page.textContent('.toast'), /started again/);
    await myTurn(page);
    assert.equal((await state(page)).moves.length, 22, 'the move was answered all the same');
    assert.ok(!own.engines().includes(pid));
    await closePage(page);
    await own.stop();
});

test('an engine that always dies is given up on, in words, with a way back', async () => {
    const script = join(folder, 'dies.sh');
    writeFileSync(script, `#!/bin/sh\ntest -f "${folder}/mended" && exec "${root}outflank" "$@"\nexit 3\n`);
    chmodSync(script, 0o755);
    const own = await startServer({engine: script}), page = await openPage(`${own.address}#g=othello&m=&b=he`, {settings: QUICK, quiet: ['404', '409']});
    await page.waitForSelector('#notice:not([hidden])');
    assert.match(await page.textContent('#notice'), /ended unexpectedly/);
    await page.click('[data-cell="d3"]');
    assert.deepEqual((await state(page)).moves, ['d3'], 'the board works without an engine');
    writeFileSync(join(folder, 'mended'), '');
    await page.click('#notice >> text=Try again');
    await myTurn(page);
    assert.equal((await state(page)).moves.length, 2);
    assert.ok(await page.isHidden('#notice'));
    await closePage(page);
    await own.stop();
});

test('a server that goes away is named, and the board goes on', async () => {
    const own = await startServer(), quiet = ['Failed to load resource', 'net::ERR'];
    const page = await openPage(`${own.address}#g=othello&m=&b=he`, {settings: QUICK, quiet});
    await page.waitForFunction(() => globalThis.outflank.app.engine.state === 'ready');
    await own.stop();
    await page.click('[data-cell="d3"]');
    await page.waitForSelector('#notice:not([hidden])', {timeout: 60000});
    assert.match(await page.textContent('#notice'), /does not answer|ended/);
    assert.deepEqual((await state(page)).moves, ['d3']);
    await closePage(page);
});

test('a silent engine is noticed', async () => {
    const script = join(folder, 'silent.py');
    writeFileSync(script, `#!/usr/bin/env python3
import subprocess, sys
e = subprocess.Popen(["${root}outflank", "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
import threading, os
def out():
    for line in e.stdout:
        sys.stdout.write(line); sys.stdout.flush()
threading.Thread(target=out, daemon=True).start()
for line in sys.stdin:
    if line.startswith("stop") and not os.path.exists("${folder}/heard"):
        open("${folder}/heard", "w").close()
        e.kill()
        for line in sys.stdin: pass
        sys.exit(0)
    e.stdin.write(line); e.stdin.flush()
e.stdin.close()
`);
    chmodSync(script, 0o755);
    const own = await startServer({engine: script}), page = await openPage(`${own.address}#g=othello&m=${DEEP}&b=hh&a=1`);
    await page.waitForFunction(() => globalThis.outflank.app.news?.news.depth > 3);
    await page.click('[data-cell="g8"]');
    await page.waitForSelector('.toast:not([hidden])', {timeout: 60000});
    assert.match(await page.textContent('.toast'), /did not answer/);
    await page.waitForFunction(() => globalThis.outflank.app.news?.node === globalThis.outflank.app.game.node && globalThis.outflank.app.news.news.depth > 3);
    await closePage(page);
    await own.stop();
});

test('more pages than engines: the ninth is told why', async () => {
    const own = await startServer(), streams = [];
    for (let i = 0; i < 8; i++) {
        const stop = new AbortController();
        streams.push(stop);
        const answer = await fetch(new URL('api/engine', own.address), {signal: stop.signal});
        assert.equal(answer.status, 200);
    }
    const page = await openPage(own.address, {settings: QUICK, quiet: ['429']});
    await page.waitForSelector('#notice:not([hidden])');
    assert.match(await page.textContent('#notice'), /8 engines/);
    streams.forEach(stop => stop.abort());
    await until('the end of eight engines', () => !own.engines().length);
    await page.click('#notice >> text=Try again');
    await page.waitForFunction(() => globalThis.outflank.app.engine.state === 'ready');
    await closePage(page);
    await own.stop();
});

// ---- for everyone ---------------------------------------------------------------------------------------------------

// In the dark only colours are others: their rule alone is asked for there.
async function noViolations(page, where, dark) {
    await page.evaluate(() => Promise.all(document.getAnimations().map(step => step.finished.catch(() => {}))));
    const found = await page.evaluate(async wanted => (await globalThis.axe.run(document, {...wanted, resultTypes: ['violations']})).violations.map(violation =>
        `${violation.id}: ${violation.nodes.slice(0, 4).map(node => node.html.slice(0, 160)).join(' | ')}`), dark ? {runOnly: ['color-contrast']} : {});
    assert.deepEqual(found, [], where);
}

for (const dark of [false, true])
    test(`axe-core finds nothing on any screen, ${dark ? 'dark' : 'light'}`, async () => {
        const page = await openPage(`${server.address}#g=othello&m=${GAME}&p=40&b=hh&a=1`, {dark, settings: {review: 200}});
        // The page's policy lets no script in but its own; the browser's own console may.
        const session = await page.context().newCDPSession(page);
        await session.send('Runtime.evaluate', {expression: axeSource});
        await page.evaluate(() => globalThis.outflank.app.set('review', 30));
        await page.waitForFunction(() => globalThis.outflank.app.news?.news.depth > 4);
        await page.click('text=Review game');
        await page.waitForFunction(() => globalThis.outflank.app.result?.reviewed, null, {timeout: 180000});
        await page.waitForFunction(() => document.querySelectorAll('.lines li:not([hidden])').length > 2);
        await noViolations(page, 'analysis and review', dark);
        for (const name of ['new', 'load', 'save', 'games', 'settings', 'help']) {
            await page.click(`[data-do=${name}]`);
            await noViolations(page, name, dark);
            await page.keyboard.press('Escape');
        }
        await page.click('[data-do=new]');
        await page.click('[data-value=connect4]');
        await noViolations(page, 'new, connect four', dark);
        await page.keyboard.press('Escape');
        await page.click('[data-do=edit]');
        await noViolations(page, 'editor', dark);
        await page.click('.editor >> text=Cancel');
        for (const id of ['gomoku&m=h8+i9', 'connect4&m=ddc']) {
            await page.goto(`${page.url()}#g=${id}&b=he`);
            await page.waitForFunction(() => globalThis.outflank.app.game.players[2] === 'engine');
            await noViolations(page, id, dark);
        }
        await page.evaluate(() => globalThis.outflank.app.fail(Object.assign(new Error('x'), {key: 'errorDied', detail: '-9'})));
        await page.waitForSelector('#notice:not([hidden])');
        await noViolations(page, 'error', dark);
        await page.setViewportSize({width: 360, height: 740});
        await noViolations(page, 'phone', dark);
        await page.click('#menu-button');
        await noViolations(page, 'phone menu', dark);
        await closePage(page);
    });

test('who plays is chosen by keyboard without losing the place', async () => {
    const page = await openPage(`${server.address}#g=othello&m=&b=he`, {settings: QUICK});
    const seats = () => page.evaluate(() => {
        const {players} = globalThis.outflank.app.game, {activeElement} = document;
        return [players[1], players[2], activeElement.getAttribute('aria-label'), activeElement.closest('.seat')?.id];
    });
    await page.focus('#seat-bottom select');
    await page.keyboard.press('ArrowDown');
    await state(page);
    assert.deepEqual(await seats(), ['engine', 'engine', 'Who plays Black', 'seat-bottom']);
    await page.click('[data-do=pause]');
    await page.focus('#seat-top select');
    await page.keyboard.press('ArrowUp');
    await state(page);
    assert.deepEqual(await seats(), ['engine', 'human', 'Who plays White', 'seat-bottom'], 'the person sits below now');
    await page.keyboard.press('ArrowDown');
    await state(page);
    assert.deepEqual(await seats(), ['engine', 'engine', 'Who plays White', 'seat-top']);
    await closePage(page);
});

test('going through the moves says them', async () => {
    const page = await openPage(`${server.address}#g=othello&m=f5d6c3&b=hh`, {settings: QUICK});
    const said = async words => page.waitForFunction(text => document.getElementById('live').textContent.trim() === text, words, {timeout: 10000});
    await page.keyboard.press('ArrowLeft');
    await said('White plays d6.');
    await page.keyboard.press('ArrowRight');
    await said('Black plays c3.');
    await page.keyboard.press('Home');
    await said('Start position');
    await page.click('.move[data-ply="1"]');
    await said('Black plays f5.');
    await page.click('[data-do=redo]');
    await said('White plays d6.');
    await page.click('[data-do=undo]');
    await said('Back to after move 1.');
    await visit(page, 'connect4', 'm=dcdcdcd&b=hh');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('End');
    await said('Red plays d. Red wins: 4 in a row');
    await closePage(page);
});

test('nothing is cut off from 360 pixels to a wide screen, on any board', async () => {
    const page = await openPage(server.address);
    for (const [width, height] of [[360, 640], [414, 896], [820, 1180], [1024, 768], [1280, 720], [2560, 1440]]) {
        await page.setViewportSize({width, height});
        for (const id of ['othello', 'othello:4x8', 'gomoku:22', 'connect4', 'connect4:13x4', 'connect4:4x13']) {
            await visit(page, id, 'm=&b=hh&a=1');
            await state(page);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(wide <= 0, `${id} at ${width}: ${wide} pixels too wide`);
            const box = await page.locator('#board svg').boundingBox();
            assert.ok(box.width <= width && box.height <= Math.max(height, 700), `${id} at ${width}x${height}: board of ${box.width}x${box.height}`);
            assert.ok(Math.max(box.width, box.height) >= 270, `${id} at ${width}x${height}: board of ${box.width}x${box.height}`);
        }
    }
    await closePage(page);
});

test('Chinese: every text changes, and back', async () => {
    const page = await openPage(`${server.address}#g=gomoku&m=h8&b=he`, {locale: 'zh-CN', settings: QUICK});
    assert.equal(await page.getAttribute('html', 'lang'), 'zh-Hans');
    assert.match(await page.textContent('#menu'), /新对局/);
    assert.match((await state(page)).status, /[\u4e00-\u9fff]/);
    assert.match(await page.textContent('.joined select'), /0\.5 秒/);
    await page.click('[data-do=settings]');
    await page.selectOption('dialog select', 'en');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('#menu').textContent.includes('New game'));
    assert.doesNotMatch(await page.evaluate(() => document.body.innerText), /[\u4e00-\u9fff]/);
    await closePage(page);
});

await run();
await server.stop();
rmSync(folder, {recursive: true});
