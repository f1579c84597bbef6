// SPDX-License-Identifier: MIT
// ffish.js - plays random games with Fairy-Stockfish's rules library and asks the engine, over UCI in that
// dialect, for the legal moves of every position on the way. Any difference ends it with status 1.
delete globalThis.fetch; // ffish 0.7 takes Node 18's fetch for a browser's
const { spawn } = require('child_process');
const readline = require('readline');
const ffish = require('../build/npm/node_modules/ffish');

const P = n => 'P'.repeat(n), p = n => 'p'.repeat(n);
const config = `
[flipello6:flipello]
maxRank = 6
maxFile = 6
enclosingDropStart = c3 d3 c4 d4
startFen = 6/6/2pP2/2Pp2/6/6[${P(32)}${p(32)}] w 0 1

[cfour]
maxRank = 6
maxFile = 7
immobile = p
startFen = 7/7/7/7/7/7[${P(21)}${p(21)}] w - - 0 1
pieceDrops = true
enclosingDrop = top
doubleStep = false
castling = false
stalemateValue = draw
immobilityIllegal = false
connectN = 4
nMoveRule = 0
`;
// A thousand games in all; ten times as many in the long check.
const share = { flipello: 500, flipello6: 300, cfour: 200 };
const factor = process.argv[2] === 'long' ? 10 : 1;
let seed = 20091117;
const random = n => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0, (seed >>> 8) % n);
const sorted = text => text.split(' ').filter(m => m).sort().join(' ');

const isPass = moves => moves.length === 4 && moves.slice(0, 2) === moves.slice(2);

// The legal moves, none when the game has ended. ffish offers passes for ever: two in a row are the end.
function legalMoves(board) {
  const moves = board.isGameOver() ? '' : board.legalMoves();
  if (!isPass(moves)) return moves;
  board.push(moves);
  const answer = board.isGameOver() ? '' : board.legalMoves();
  board.pop();
  return answer === '' || isPass(answer) ? '' : moves;
}

async function compare(engine, answers, variant) {
  const games = share[variant] * factor;
  let positions = 0;
  engine.stdin.write(`setoption name UCI_Variant value ${variant}\n`);
  for (let game = 0; game < games; game++) {
    const board = new ffish.Board(variant), expected = [], played = [];
    let script = '';
    for (;;) {
      const legal = legalMoves(board);
      expected.push(sorted(legal));
      script += `position startpos${played.length ? ' moves ' : ''}${played.join(' ')}\nmoves\n`;
      if (!legal) break;
      const moves = legal.split(' '), move = moves[random(moves.length)];
      played.push(move);
      board.push(move);
    }
    board.delete();
    engine.stdin.write(script);
    for (const want of expected) {
      let line;
      do {
        line = (await answers.next()).value;
        if (line === undefined || line.includes('error')) throw new Error(`${variant}: ${line}`);
      } while (!line.startsWith('moves'));
      const got = sorted(line.slice(5));
      if (got !== want)
        throw new Error(`${variant} after ${played.join(' ')}:\n  ffish    ${want}\n  outflank ${got}`);
      positions++;
    }
  }
  console.log(`ffish: ${variant}: ${games} games, ${positions} positions agree`);
}

ffish.onRuntimeInitialized = async () => {
  ffish.loadVariantConfig(config);
  const engine = spawn(process.env.OUTFLANK || './outflank', ['uci']);
  const answers = readline.createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
  try {
    for (const variant of Object.keys(share)) await compare(engine, answers, variant);
    engine.stdin.end('quit\n');
  } catch (error) {
    console.error(error.message);
    engine.kill();
    process.exit(1);
  }
};
