// SPDX-License-Identifier: MIT
// wasm.mjs - the page with the engine in the browser, from a host that only hands out files: with the headers that
// threads need, and without them. Usage: node tests/web/wasm.mjs [WORD OF A TEST'S NAME]
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {closePage, myTurn, openPage, pick, root, run, startServer, state, staticHost, test, until, wholeGame} from './harness.mjs';

const SIGNATURE = Number(readFileSync(`${root}tests/signature.txt`, 'utf8').match(/\d+/)[0]);
// Twenty moves no book holds: here the engine thinks.
const DEEP = 'd3c5e6d2c6d6b5f5e7f6f4d7f7g5h4g6h6f8d8e8';
const QUICK = {strength: {kind: 'depth', value: 2}};
const hosts = {threads: await staticHost(`${root}build/web`, {isolated: true}), simd: await staticHost(`${root}build/web`, {isolated: false})};

const click = (page, cell) => page.click(`[data-cell="${cell}"]`);
const ready = page => page.waitForFunction(() => globalThis.outflank.app.engine.state === 'ready', null, {timeout: 180000});

for (const [build, host] of Object.entries(hosts)) {
    test(`${build}: the build fits the host, and its bench signature is the native one`, async () => {
        const page = await openPage(host.address, {settings: QUICK, quiet: ['404']});
        await ready(page);
        assert.equal(await page.evaluate(() => globalThis.outflank.app.engine.transport.build), build);
        assert.match(await page.textContent('#engine-note'), build === 'threads' ? /in this browser, up to \d+ thread/ : /one thread: this host does not send/);
        const {nodes} = await page.evaluate(() => globalThis.outflank.app.engine.transport.bench('signature'));
        assert.equal(nodes, SIGNATURE);
        await closePage(page);
    });

    for (const [id, side] of [['othello:6x6', 'first'], ['gomoku:9', 'second'], ['connect4', 'first']])
        test(`${build}: a whole game of ${id}`, async () => {
            const page = await openPage(host.address, {settings: QUICK, quiet: ['404'], phone: build === 'simd', width: 414, height: 896});
            await ready(page);
            await wholeGame(page, id, side, click);
            await closePage(page);
        });

    test(`${build}: analysis begins, stops at once, and begins again elsewhere`, async () => {
        const page = await openPage(`${host.address}#g=othello&m=${DEEP}&b=hh&a=1`, {quiet: ['404']});
        await page.waitForFunction(() => globalThis.outflank.app.news?.news.depth >= 8, null, {timeout: 180000});
        for (let i = 0; i < 5; i++) {
            const {legal} = await state(page);
            await click(page, pick(legal));
            await page.waitForFunction(() => {
                const {app} = globalThis.outflank;
                return app.news?.node === app.game.node && app.news.news.depth >= 4;
            }, null, {timeout: 120000});
        }
        await page.click('.analysis input[role=switch]');
        await page.waitForFunction(() => !globalThis.outflank.app.engine.thought);
        await closePage(page);
    });

    test(`${build}: a worker that dies is replaced, and the game goes on`, async () => {
        const page = await openPage(`${host.address}#g=othello&m=${DEEP}&b=he`, {settings: {strength: {kind: 'time', value: 4000}}, quiet: ['404']});
        await ready(page);
        await click(page, 'g8');
        await page.waitForFunction(() => globalThis.outflank.app.isThinking());
        await page.evaluate(() => globalThis.outflank.app.engine.transport.worker.dispatchEvent(new ErrorEvent('error', {message: 'out of memory', cancelable: true})));
        await page.waitForSelector('.toast:not([hidden])');
        await myTurn(page);
        assert.equal((await state(page)).moves.length, 22);
        await closePage(page);
    });
}

test('the engine is fetched once, with progress, and kept', async () => {
    const page = await openPage(hosts.threads.address, {settings: QUICK, quiet: ['404']});
    await ready(page);
    const before = hosts.threads.served('threads.wasm');
    await page.reload();
    await ready(page);
    assert.equal(hosts.threads.served('threads.wasm'), before, 'a reload takes it from the cache');
    assert.deepEqual(await page.evaluate(async () => {
        const seen = [];
        await caches.delete('outflank-engine');
        const {BrowserTransport} = await import('./js/browser.js');
        const transport = new BrowserTransport({build: 'simd', version: 'other', threads: 1, onProgress: (done, of) => seen.push(done <= of && of > 8e6)});
        await transport.open(() => {}, () => {});
        transport.close();
        return [seen.length > 3, seen.every(Boolean)];
    }), [true, true]);
    await closePage(page);
});

test('plain: the build for browsers without SIMD has the native signature, too', async () => {
    const page = await openPage(hosts.simd.address, {settings: QUICK, quiet: ['404']});
    assert.equal(await page.evaluate(async () => {
        const {BrowserTransport} = await import('./js/browser.js');
        const transport = new BrowserTransport({build: 'plain', version: 'plain', threads: 1});
        await transport.open(() => {}, () => {});
        const {nodes} = await transport.bench('signature');
        transport.close();
        return nodes;
    }), SIGNATURE);
    await closePage(page);
});

test('two threads are used where they are asked for', async () => {
    const page = await openPage(hosts.threads.address, {settings: {...QUICK, threads: 2}, quiet: ['404']});
    await ready(page);
    if (await page.evaluate(() => navigator.hardwareConcurrency > 1)) {
        await page.evaluate(() => globalThis.outflank.app.set('strength', {kind: 'time', value: 500}));
        await click(page, 'd3');
        await myTurn(page);
        assert.ok((await page.evaluate(() => globalThis.outflank.app.engine.log)).includes('> setoption name Threads value 2'));
    }
    await closePage(page);
});

test('the page on the local server can use either end, and says which', async () => {
    const server = await startServer(), page = await openPage(server.address, {settings: QUICK});
    await ready(page);
    assert.match(await page.textContent('#engine-note'), /on this computer/);
    await page.click('[data-do=settings]');
    await page.selectOption('dialog .field-grid >> nth=1 >> select >> nth=0', 'browser');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => /in this browser/.test(document.getElementById('engine-note').textContent), null, {timeout: 180000});
    await until('the end of the engine', () => !server.engines().length);
    await click(page, 'd3');
    await myTurn(page);
    assert.equal((await state(page)).moves.length, 2);
    await closePage(page);
    await server.stop();
});

test('a host without the engine is named', async () => {
    const bare = await staticHost(`${root}scripts/web/page`, {isolated: true}), page = await openPage(bare.address, {settings: QUICK, quiet: ['404']});
    await page.waitForSelector('#notice:not([hidden])');
    await click(page, 'd3');
    assert.deepEqual((await state(page)).moves, ['d3'], 'the board works all the same');
    await closePage(page);
    await bare.stop();
});

await run();
for (const host of Object.values(hosts))
    await host.stop();
