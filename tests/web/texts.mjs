// SPDX-License-Identifier: MIT
// texts.mjs - every text the page asks for is in the table, in both languages, with the same values; none is left over.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {table} from '../../scripts/web/page/js/texts.js';

const page = fileURLToPath(new URL('../../scripts/web/page/', import.meta.url));
const sources = readdirSync(page, {recursive: true}).filter(name => /\.(js|html)$/.test(name) && !/texts\.js$/.test(name))
    .map(name => readFileSync(join(page, name), 'utf8'));
const text = sources.join('\n'), rows = table(), keys = new Set(rows.map(row => row[0]));
assert.equal(keys.size, rows.length, 'no key stands twice');

const asked = [...text.matchAll(/\b(?:t|tell)\(\s*'(\w+)'/g), ...text.matchAll(/data-t(?:-label)?="(\w+)"/g), ...text.matchAll(/(?:RecordError|EngineError)\('(\w+)'/g),
    ...text.matchAll(/\bt\([^()'`]*\? '(\w+)' : '(\w+)'/g)].flatMap(found => found.slice(1));
for (const key of asked)
    assert.ok(keys.has(key) || key === 'errorStopped', `the page asks for the text "${key}"`);
for (const [key, en, zh] of rows) {
    assert.ok(en && zh, `${key} has both languages`);
    const values = line => [...new Set([...line.matchAll(/\{(\w+)/g)].map(found => found[1]))].sort().join();
    if (key !== 'endTime')
        assert.equal(values(en), values(zh), `${key} has the same values in both languages`);
    assert.ok(text.includes(`'${key}'`) || text.includes(`"${key}"`) || asked.includes(key) || /^(disc|counter)(First|Second)$|^(overlay|rules|end|level)_/.test(key), `${key} is used`);
}
console.log(`texts: ${rows.length} in two languages, ${asked.length} places ask for them`);
