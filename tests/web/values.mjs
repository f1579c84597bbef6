// SPDX-License-Identifier: MIT
// values.mjs - what scores mean and how they are written: the page grades moves as `outflank analyze` does, and its units
// are of its language.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {FIRST, shapeOf} from '../../scripts/web/page/js/rules.js';
import {setLanguage, t} from '../../scripts/web/page/js/texts.js';
import {GRADES, amount, duration, gradeOf, lossOf} from '../../scripts/web/page/js/value.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const help = execFileSync(process.env.OUTFLANK ?? `${root}outflank`, ['help', 'analyze'], {encoding: 'utf8'}).replace(/\s+/g, ' ');
const discs = /inaccuracy \(\?!\) from (\d+) on, a mistake \(\?\) from (\d+), a blunder \(\?\?\) from (\d+)/.exec(help);
const hundredths = /hundredths of a point [^:]*: from (\d+), (\d+) and (\d+) on/.exec(help);
const limits = kind => [...GRADES].reverse().map(grade => String(Math.round(grade[kind] * (kind === 'othello' ? 1 : 100))));
assert.deepEqual(limits('othello'), discs.slice(1), 'the program says where its grades begin, and these are the same');
assert.deepEqual(limits('other'), hundredths.slice(1));

// A loss that is just as large as the limit counts, whatever is left over of the subtraction.
const gomoku = shapeOf('gomoku'), value = win => ({win, cp: 0, exact: false, depth: 5, best: 'a1', pv: []});
for (const [from, to, name] of [[0.7, 0.3, 'blunder'], [0.7, 0.301, 'mistake'], [0.9, 0.7, 'mistake'], [0.4, 0.3, 'inaccuracy'], [0.4, 0.31, undefined]]) {
    const loss = lossOf(gomoku, value(from), value(to), FIRST, 'b1');
    assert.equal(gradeOf(gomoku, loss, value(from), value(to), FIRST)?.name, name, `${from} to ${to}`);
}

const written = language => {
    setLanguage(language);
    return [...[950, 999.7, 12345, 999499, 999950, 4.56e6, 7.8e9].map(n => amount(n, t)), ...[400, 12345, 65000].map(ms => duration(ms, t))];
};
assert.deepEqual(written('en'), ['950', '1.00 k', '12.3 k', '999 k', '1.00 M', '4.56 M', '7.80 G', '0.4 s', '12 s', '1:05']);
assert.deepEqual(written('zh'), ['950', '1.00 千', '12.3 千', '999 千', '1.00 百万', '4.56 百万', '7.80 十亿', '0.4 秒', '12 秒', '1:05']);
console.log('values: grades as the program gives them, units in two languages');
