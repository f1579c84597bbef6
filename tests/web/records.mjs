// SPDX-License-Identifier: MIT
// records.mjs - games through every form and back, records of other programs, and damaged ones.
import assert from 'node:assert/strict';
import * as rules from '../../scripts/web/page/js/rules.js';
import {Game} from '../../scripts/web/page/js/game.js';
import {FORMS, RecordError, readRecord} from '../../scripts/web/page/js/record.js';
import {Tree} from '../../scripts/web/page/js/tree.js';

const othello = rules.shapeOf('othello');
let seed = 99;
const random = n => (seed = (seed * 48271) % 2147483647) % n;

// A random game, sometimes from the middle of another, sometimes with side lines.
function randomGame(id, setUp, branches) {
    const shape = rules.shapeOf(id);
    let start = rules.startPosition(shape);
    for (let i = 0; setUp && i < 6; i++) {
        const moves = rules.legalMoves(start);
        if (moves.length)
            start = rules.play(start, moves[random(moves.length)]);
    }
    const game = {shape, start: setUp ? start : null, tree: new Tree(start), names: ['Ann [1]', 'Bo\\b'], date: '2026-01-02', result: ''};
    let node = game.tree.root;
    for (let moves; (moves = rules.legalMoves(node.position)).length && random(60);) {
        node = game.tree.add(node, moves[random(moves.length)]);
        if (branches && !random(6))
            game.tree.add(node.parent, moves[random(moves.length)]);
    }
    return game;
}

const line = game => Tree.line(game.tree.root).map(node => rules.moveName(game.shape, node.move)).join(' ');
let trips = 0;
for (const id of ['othello', 'othello:6x6', 'othello:4x8', 'gomoku', 'gomoku:22,free', 'gomoku:7', 'gomoku:5,renju', 'gomoku:9,caro', 'gomoku:9,caro,exact', 'connect4', 'connect4:13x5', 'connect4:9x10,x=c4'])
    for (let i = 0; i < 40; i++) {
        const game = randomGame(id, i % 3 === 2, i % 2 === 1);
        const saved = JSON.parse(JSON.stringify(game.tree.save()));
        assert.deepEqual(Tree.load(game.tree.root.position, saved).save(), saved, 'a saved tree reads back');
        for (const form of FORMS) {
            if (!form.fits(game.shape, game))
                continue;
            const written = form.write(game), [back] = readRecord(written, form.name === 'TXT' ? othello : game.shape);
            assert.equal(back.shape.id, game.shape.id, form.name);
            assert.equal(line(back), line(game), `${form.name} ${id}`);
            assert.equal(rules.boardText(back.tree.root.position), rules.boardText(game.tree.root.position), form.name);
            if (form.name === 'SGF') {
                assert.deepEqual(back.tree.save(), game.tree.save(), 'SGF keeps the side lines');
                assert.deepEqual(back.names, game.names);
            }
            trips++;
        }
    }

// The values of a review are kept with the moves they stand after, that of the start too: the first move's grade needs it.
const reviewed = readRecord('f5d6c3', othello)[0].tree;
[reviewed.root, ...Tree.line(reviewed.root)].forEach((node, i) => {
    node.value = {cp: 100 * i, win: 0.5, exact: false, depth: 9, best: '', pv: []};
});
const again = Tree.load(reviewed.root.position, JSON.parse(JSON.stringify(reviewed.save())));
assert.deepEqual([again.root, ...Tree.line(again.root)].map(node => node.value?.cp), [0, 100, 200, 300]);

// A game that another hand has written into the browser's storage is read or refused, never thrown.
const good = JSON.parse(JSON.stringify(Object.assign(new Game(othello), {tree: reviewed, lost: 2}).save()));
assert.equal(Game.load(good).lost, 2);
for (const name of Object.keys(good))
    for (const value of [null, 5, -1, 1e300, '', 'x', true, [], [5], {}, {m: 5}, {m: 'f5', v: 3}, {m: 'f5', v: {1: 2}}, {m: 'f5', e: 7}]) {
        const game = Game.load({...good, clock: {base: 1, increment: 0}, left: {1: 5, 2: 5}, [name]: value});
        assert.ok(game === null || [null, 1, 2].includes(game.lost), `${name}: ${JSON.stringify(value)}`);
        assert.ok(!game?.clock || Number.isFinite(game.left[1] + game.clock.increment), `${name}: ${JSON.stringify(value)}`);
        assert.ok(game === null || JSON.stringify(game.save()), 'and can be kept again');
    }

// What other programs write.
const first = (text, like = othello) => {
    const [game] = readRecord(text, like);
    return `${game.shape.id} ${line(game)}`;
};
assert.equal(first('f5d6c3'), 'othello f5 d6 c3');
assert.equal(first('F5 D6 C3'), 'othello f5 d6 c3');
assert.equal(first('1. f5 d6 2. c3'), 'othello f5 d6 c3');
assert.equal(first('othello:6x6 c2b4'), 'othello:6x6 c2 b4');
assert.equal(first('44365', rules.shapeOf('connect4')), 'connect4 d d c f e');
assert.equal(first('a32545', rules.shapeOf('connect4:10x6')), 'connect4:10x6 j c b e d e');
assert.equal(first('h8i9', rules.shapeOf('gomoku')), 'gomoku h8 i9');
assert.equal(first('position startpos moves f5 d6'), 'othello f5 d6');
assert.equal(first('(;GM[Othello]PC[GGS/os]DT[2004]PB[x]PW[y]TY[8]RE[+4.00]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5//0.01]W[D6/1.20/3.1];)'), 'othello f5 d6');
assert.equal(first('(;FF[4]GM[2]SZ[8];B[dc];W[ce])'), 'othello d3 c5');
assert.equal(first('(;GM[2];B[d3];W[c5];B[PA])'), 'othello d3 c5', 'a pass that is not forced is left out');
assert.equal(first('[Variant "flipello"]\n\n1. P@f4 P@d3 *'), 'othello f5 d6');
assert.equal(first('[Variant "cfour"]\n\n1. P@d1 P@d2 *'), 'connect4 d d');
assert.equal(first('Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,12\n', othello), 'gomoku:15,free h8 i9');
const far = `[Variant "othello"]\n\n1. f5 *${'\n \t'.repeat(4000)}\n[Variant "connect4"]\n\n1. d *\n${'\n'.repeat(4000)}.`, begun = process.cpuUsage();
assert.deepEqual(readRecord(far.slice(0, -1), othello).map(game => `${game.shape.id} ${line(game)}`), ['othello f5', 'connect4 d']);
assert.throws(() => readRecord(far, othello), RecordError);
for (const [text, n] of [['{', 2e5], ['1', 2e5], ['[A "', 5e4], ['[A "\n', 4e4], ['?', 2e5], ['A[', 1e5], ['(', 2e5], [' ', 2e5], ['\\', 2e5], ['1.', 1e5]])
    for (const [before, after] of [['', 'x'], ['[A "b"]\n\n1. f5 ', 'x'], ['(;GM[Othello]', ';)'], ['(;GM[2]C[', ']'], ['8/8/', ' x']])
        assert.throws(() => readRecord(before + text.repeat(n) + after, othello), RecordError, `${before}${text}`);
assert.ok(process.cpuUsage(begun).user < 5e6, 'the time a record takes is in proportion to its length');
const wide = '---------------------------OX------XO--------------------------- X';
assert.equal(first(`${wide} moves f5`), 'othello f5');

// A game that ended on time says so, in the words of the program's own records.
const onTime = (id, winner) => ({...readRecord(id === 'othello' ? 'f5d6' : `${id} h8`, othello)[0], names: ['Ann', 'Bo'], end: {winner, margin: 0, time: true}});
const write = (name, game) => FORMS.find(form => form.name === name).write(game);
assert.match(write('SGF', onTime('othello', rules.SECOND)), /RE\[W\+T\]/);
assert.match(write('SGF', onTime('gomoku', rules.FIRST)), /RE\[B\+T\]/);
assert.match(write('GGF', onTime('othello', rules.SECOND)), /RE\[-64\.00:t\]/);
assert.match(write('PGN', onTime('othello', rules.FIRST)), /\[Result "1-0"\][^]*\[Termination "time forfeit"\][^]* 1-0\n$/);
assert.equal(write('WTHOR', onTime('othello', rules.FIRST))[22], 3, 'WTHOR has no word for it: the discs that are there');

// Gomoku's rule stands in SGF as the program writes it and looks for it; the page's own of before is read, too.
for (const [id, rule] of [['gomoku', 'gomoku:15'], ['gomoku:20,free', 'gomoku:20,free'], ['gomoku:15,caro,exact', 'gomoku:15,caro,exact']]) {
    const written = write('SGF', readRecord(`${id} h8`, othello)[0]);
    assert.ok(written.includes(`RU[${rule}]`), written);
    assert.equal(first(written.replace(/RU\[gomoku:\d+,?/, 'RU[')), `${id} h8`);
}

// What is wrong is named, never thrown as something else.
for (const text of ['', '(;GM[2];B[dc', '(;GM[2];B[aa])', '(;GM[2]SZ[19];B[aa])', 'f5f5', 'hello', '[Variant "chess"]\n\n1. e4 *',
    '(;GM[Othello]BO[10 ---]B[F5];)', ')', '(;', '[Variant "othello"]\n\n1. a1 *', 'othello:9x9 a1', '8/8/8 x'])
    assert.throws(() => readRecord(text, othello), RecordError, text);
const junk = FORMS.filter(form => form.fits(othello, {})).map(form => form.write(randomGame('othello', false, true)));
for (let i = 0; i < 3000; i++) {
    const bytes = typeof junk[i % junk.length] === 'string' ? new TextEncoder().encode(junk[i % junk.length]) : junk[i % junk.length].slice();
    for (let k = 0; k < 1 + random(4); k++)
        bytes[random(bytes.length)] = random(256);
    try {
        readRecord(bytes.subarray(0, random(8) ? bytes.length : random(bytes.length)), othello);
    } catch (error) {
        assert.ok(error instanceof RecordError, error.stack);
    }
}
console.log(`records: ${trips} round trips, 3000 damaged files`);
