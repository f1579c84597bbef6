// SPDX-License-Identifier: MIT
// facts.mjs - stable discs, regions and threats on boards where they can be checked by eye.
import assert from 'node:assert/strict';
import * as rules from '../../scripts/web/page/js/rules.js';
import * as facts from '../../scripts/web/page/js/facts.js';

const at = (id, text) => rules.boardNamed(rules.shapeOf(id), text);
const names = (position, cells) => [...cells].map(cell => rules.cellName(position.shape, cell)).sort().join(' ');

// A corner, and what leans on it.
let p = at('othello', 'xxxo4/x7/8/3ox3/3xo3/8/8/o7 o');
assert.equal(names(p, facts.stableDiscs(p)), 'a1 a2 a8 b1 c1');
p = at('othello:4x4', 'xxoo/xxoo/ooxx/ooxx x');
assert.equal(facts.stableDiscs(p).size, 16, 'a full board is stable');
assert.equal(facts.stableDiscs(rules.startPosition(rules.shapeOf('othello'))).size, 0);

// No disc called stable is ever turned: random games, every disc watched to the end.
let seed = 7;
const random = n => (seed = (seed * 48271) % 2147483647) % n;
let watched = 0;
for (let game = 0; game < 300; game++) {
    let q = rules.startPosition(rules.shapeOf(['othello:6x6', 'othello', 'othello:4x8'][game % 3]));
    const sure = new Map();
    for (let moves; (moves = rules.legalMoves(q)).length; q = rules.play(q, moves[random(moves.length)])) {
        for (const [cell, side] of sure)
            assert.equal(q.cells[cell], side, `${rules.boardText(q)} ${rules.cellName(q.shape, cell)}`);
        for (const cell of facts.stableDiscs(q))
            sure.set(cell, q.cells[cell]);
    }
    watched += sure.size;
}
assert.ok(watched > 3000, `${watched} stable discs were watched`);

p = at('othello', '1xxxxxx1/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/-xxxxx-- o');
assert.deepEqual(facts.regions(p).map(region => names(p, region)), ['g8 h8', 'a1', 'h1', 'a8']);

// Gomoku, exact rule: an open three, a four, overlines that do not win.
const row = text => at('gomoku:15', `15/15/15/15/15/15/15/${text}/15/15/15/15/15/15/15 x`);
const kinds = (position, side) => Object.fromEntries([...facts.gomokuThreats(position)[side]]
    .map(([cell, kind]) => [rules.cellName(position.shape, cell), kind]));
assert.deepEqual(kinds(row('5xx8'), rules.FIRST), {d8: 3, e8: 3, h8: 3, i8: 3});
assert.deepEqual(kinds(row('5xxx7'), rules.FIRST), {d8: 4, e8: 4.5, i8: 4.5, j8: 4});
assert.deepEqual(kinds(row('4oxxx7'), rules.FIRST), {i8: 4, j8: 4});
assert.deepEqual(kinds(row('5xxxx6'), rules.FIRST), {e8: 5, j8: 5});
assert.deepEqual(kinds(row('4oxxx1x5'), rules.FIRST), {i8: 5});
assert.equal(kinds(row('4xxx1xx5'), rules.FIRST).h8, undefined, 'six does not win under the exact rule');
p = at('gomoku:15,free', '15/15/15/15/15/15/15/4xxx1xx5/15/15/15/15/15/15/15 x');
assert.equal(kinds(p, rules.FIRST).h8, 5, 'six wins under the free rule');
assert.equal(kinds(row('5oo8'), rules.SECOND).h8, 3);

// Connect Four: three in the bottom row with a gap, a threat in the air.
p = at('connect4', '7/7/7/7/oo5/xx1xo2 x');
assert.deepEqual(facts.connect4Threats(p)[rules.FIRST].map(t => [rules.cellName(p.shape, t.cell), t.odd, t.now]), [['c1', true, true]]);
p = at('connect4', '7/7/7/7/ooo1x2/xxo1x2 x');
assert.deepEqual(facts.connect4Threats(p)[rules.SECOND].map(t => [rules.cellName(p.shape, t.cell), t.odd, t.now]), [['d2', false, false]]);
console.log(`facts: ${watched} stable discs watched, threats as drawn`);
