// SPDX-License-Identifier: MIT
// rules.mjs - the page's rules against the engine's: random games on every shape, each position compared by the
// engine's own `moves` and `d`. Usage: node tests/web/rules.mjs [GAMES A SHAPE]
import {spawn} from 'node:child_process';
import assert from 'node:assert/strict';
import * as rules from '../../scripts/web/page/js/rules.js';

const games = Number(process.argv[2] ?? 2);

const shapes = ['othello'];
for (const w of [4, 6, 8])
    for (const h of [4, 6, 8])
        shapes.push(`othello:${w}x${h}`);
for (let n = 5; n <= 22; n++)
    shapes.push(`gomoku:${n}`, `gomoku:${n},free`);
for (let n = 4; n <= 13; n++)
    shapes.push(`connect4:${n}x${17 - n}`, `connect4:${n}x4,x=d2`, `connect4:13x${n},x=m1`);
shapes.push('connect4', 'gomoku', 'connect4:9x10,x=c4');
for (const n of [5, 7, 9, 15])
    shapes.push(`gomoku:${n},renju`, `gomoku:${n},caro`, `gomoku:${n},caro,exact`);

// A small repeatable stream of numbers: a failure is the same game next time.
let seed = 12345;
function random(n) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor(seed / 65536) % n;
}

const engine = spawn(process.env.OUTFLANK ?? './outflank', ['uci'], {stdio: ['pipe', 'pipe', 'inherit']});
let waiting = null, heard = [], rest = '';
engine.stdout.on('data', data => {
    const lines = (rest + data).split('\n');
    rest = lines.pop();
    for (const line of lines) {
        heard.push(line);
        if (line === 'readyok')
            waiting(heard.splice(0));
    }
});
function ask(...lines) {
    return new Promise(done => {
        waiting = done;
        engine.stdin.write(`${[...lines, 'isready'].join('\n')}\n`);
    });
}

let positions = 0;
for (const id of shapes) {
    const shape = rules.shapeOf(id);
    assert.ok(shape, `${id} is a shape`);
    assert.deepEqual(rules.shapeOf(shape.id), shape, `${id} reads back`);
    for (let game = 0; game < games; game++) {
        let position = rules.startPosition(shape);
        const commands = [`setoption name Game value ${id}`], expected = [], line = [];
        for (;;) {
            const legal = rules.legalMoves(position);
            commands.push(`position startpos${line.length ? ` moves ${line.join(' ')}` : ''}`, 'moves', 'd');
            expected.push({moves: ['moves', ...legal.map(move => rules.moveName(shape, move))].join(' '),
                board: rules.boardText(position), line: line.join(' ')});
            assert.deepEqual(rules.boardNamed(shape, rules.boardText(position)), position, 'the board reads back');
            positions++;
            if (!legal.length) {
                assert.ok(rules.outcome(position), 'a game without moves is over');
                break;
            }
            assert.equal(rules.outcome(position), null);
            const move = legal[random(legal.length)];
            line.push(rules.moveName(shape, move));
            assert.equal(rules.moveNamed(position, line.at(-1)), move);
            position = rules.play(position, move);
        }
        const answers = await ask(...commands);
        const moves = answers.filter(text => /^moves\b/.test(text)), boards = answers.filter(text => /^Board: /.test(text));
        expected.forEach((want, i) => {
            assert.equal(moves[i], want.moves, `${id} after ${want.line}`);
            assert.equal(boards[i], `Board: ${want.board}`, `${id} after ${want.line}`);
        });
    }
}
engine.stdin.end('quit\n');
console.log(`rules: ${positions} positions of ${shapes.length} shapes agree with the engine`);
