// SPDX-License-Identifier: MIT
// pictures.mjs - the pictures README shows, taken from the page as it is. Usage: node tests/web/pictures.mjs [FOLDER]
// (build/pictures without a word; scripts/web/pictures for those in the tree).
import assert from 'node:assert/strict';
import {mkdirSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {closePage, openPage, root, startBrowser, startServer} from './harness.mjs';

const folder = process.argv[2] ?? `${root}build/pictures`;
mkdirSync(folder, {recursive: true});
const server = await startServer();

const SHOTS = {
    light: {link: 'g=othello&m=f5d6c3d3c4f4&b=hh&a=1', width: 1040, height: 680, depth: 14},
    dark: {link: 'g=connect4&m=gafgedfbcaedb&b=hh&a=1', width: 940, height: 600, depth: 20, dark: true, overlay: 'threats'},
    phone: {link: 'g=gomoku&m=h8+i9+i7+g9+h9+h7+g8&b=hh&a=1', width: 390, height: 780, depth: 9, phone: true},
};

for (const [name, shot] of Object.entries(SHOTS)) {
    const page = await openPage(`${server.address}#${shot.link}`, {...shot, settings: {hash: 64}});
    if (shot.overlay)
        await page.click(`[data-overlay=${shot.overlay}]`);
    await page.waitForFunction(depth => globalThis.outflank.app.news?.news.depth >= depth, shot.depth, {timeout: 120000});
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const path = join(folder, `${name}.png`);
    await page.screenshot({path});
    await closePage(page);
    assert.ok(statSync(path).size > 20000 && statSync(path).size < 150000, `${name}: ${statSync(path).size} bytes`);
    console.log(`${path}: ${statSync(path).size} bytes`);
}
await (await startBrowser()).close();
await server.stop();
