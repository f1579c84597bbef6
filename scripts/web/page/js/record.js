// SPDX-License-Identifier: MIT
// record.js - games as files: SGF, GGF, WTHOR, PGN, Piskvork, board texts and plain moves, in and out.
//
// A game read is {shape, start, tree, names: [first, second], date, result}; `start` is null for the usual start. One to be
// written may have an `end` that its board does not show: {winner, time: true} of a clock that ran out.
// What cannot be read throws RecordError, whose `key` and `values` name the sentence in the texts.
import {EMPTY, FIRST, PASS, SECOND, boardNamed, boardText, cellName, cellNamed, gomokuShape, legalMoves,
    letter, moveName, moveNamed, movesNamed, othelloShape, outcome, playNames, shapeOf,
    startPosition} from './rules.js';
import {Tree} from './tree.js';

export const TEXT_MAX = 2000000;

export class RecordError extends Error {
    constructor(key, values = {}) {
        super(key);
        this.key = key;
        this.values = values;
    }
}

function newGame(shape, start = null) {
    return {shape, start, tree: new Tree(start ?? startPosition(shape)), names: ['', ''], date: '', result: ''};
}

// Every game of a file. `like` is the shape to take where the text does not say one.
export function readRecord(data, like) {
    if (data.byteLength > TEXT_MAX || data.length > TEXT_MAX)
        throw new RecordError('recordTooLong');
    if (typeof data !== 'string') {
        const games = readWthor(data);
        if (games)
            return games;
        data = new TextDecoder().decode(data);
    }
    const text = data.replace(/^\ufeff/, '').trim();
    if (!text)
        throw new RecordError('recordEmpty');
    if (/^\(\s*;/.test(text))
        return /GM\[\s*othello\s*\]/i.test(text) ? readGgf(text) : readSgf(text, like);
    if (/^Piskvorky/i.test(text))
        return [readPiskvork(text)];
    if (/^\[\s*\w+\s+"/.test(text))
        return readPgn(text, like);
    return [readPlain(text, like)];
}

// The forms a game can be written in: name, file ending, and whether the shape fits.
export const FORMS = [
    {name: 'SGF', ending: 'sgf', fits: shape => shape.family !== 'connect4', write: writeSgf},
    {name: 'GGF', ending: 'ggf', fits: shape => shape.family === 'othello' && shape.width === shape.height, write: writeGgf},
    {name: 'WTHOR', ending: 'wtb', fits: (shape, game) => shape.id === 'othello' && !game.start, write: writeWthor},
    {name: 'PGN', ending: 'pgn', fits: () => true, write: writePgn},
    {name: 'PSQ', ending: 'psq', fits: (shape, game) => shape.family === 'gomoku' && !game.start, write: writePiskvork},
    {name: 'TXT', ending: 'txt', fits: () => true, write: writePlain},
];

// ---- moves in a row, boards ---------------------------------------------------------------------------------------

// "[id] [startpos | board text] [moves] f5d6..." with as much of it as there is.
function readPlain(text, like) {
    let rest = text.replace(/^position\s+/i, '').replace(/^fen\s+/i, '');
    let shape = like;
    const first = rest.split(/\s/)[0];
    if (/^(othello|gomoku|connect4)\b/i.test(first)) {
        shape = shapeOf(first);
        rest = rest.slice(first.length).trim().replace(/^fen\s+/i, '');
        if (!shape)
            throw new RecordError('recordGame', {game: first});
    }
    let start = null;
    const board = /^(startpos|[-.xoXO*#0-9/]{9,}\s+\S+)(?:\s+(?:moves\s+)?([^]*))?$/i.exec(rest);
    if (board && !/^startpos$/i.test(board[1]) && /[/xo*-]/i.test(board[1])) {
        start = boardNamed(shape, board[1].replace(/;.*/, ''));
        if (start)
            rest = board[2] ?? '';
    } else if (board && /^startpos$/i.test(board[1]))
        rest = board[2] ?? '';
    rest = rest.replace(/^moves\b/i, '').replace(/\b\d+\.+\s/g, ' ').replace(/[\s,;]+/g, ' ').trim();
    const game = newGame(shape, start);
    const moves = playNames(game.tree.root.position, rest ? rest.split(' ') : []) ?? movesNamed(game.tree.root.position, rest);
    if (!moves)
        throw new RecordError('recordMoves');
    game.tree.addLine(game.tree.root, moves);
    return game;
}

function mainMoves(game) {
    return Tree.line(game.tree.root);
}

// How a game ended, null where it did not.
function endOf(game) {
    return game.end ?? outcome(Tree.end(game.tree.root).position);
}

function names(game) {
    return mainMoves(game).map(node => moveName(game.shape, node.move));
}

function writePlain(game) {
    const head = [game.shape.id === 'othello' && !game.start ? '' : game.shape.id,
        game.start ? `${boardText(game.start)} moves` : ''].filter(Boolean).join(' ');
    return `${head}${head ? ' ' : ''}${names(game).join(' ')}\n`;
}

// ---- SGF ----------------------------------------------------------------------------------------------------------

// The game tree of "(;A[b]C[d][e](;...)(;...))" as {props, children} nodes. A cut-off record is refused.
function parseSgf(text) {
    let at = 0;
    const games = [];
    const blanks = () => {
        while (at < text.length && text[at] <= ' ')
            at++;
    };
    const value = () => {
        let out = '';
        for (at++; at < text.length && text[at] !== ']'; at++)
            out += text[at] === '\\' && at + 1 < text.length ? text[++at] : text[at];
        if (at >= text.length)
            throw new RecordError('recordCut');
        at++;
        return out;
    };
    const open = [];            // the nodes the open brackets stand behind
    let last = null;
    for (blanks(); at < text.length; blanks()) {
        const sign = text[at];
        if (sign === '(') {
            open.push(last);
            at++;
        } else if (sign === ')') {
            if (!open.length)
                throw new RecordError('recordDamaged');
            last = open.pop();
            at++;
        } else if (sign === ';' && open.length) {
            const node = {props: {}, children: []};
            if (last)
                last.children.push(node);
            else
                games.push(node);
            last = node;
            at++;
        } else if (/[A-Za-z]/.test(sign) && last) {
            const name = /^[A-Za-z]+/.exec(text.slice(at, at + 32))[0];
            at += name.length;
            const list = last.props[name.replace(/[a-z]/g, '')] ??= [];
            for (blanks(); text[at] === '['; blanks())
                list.push(value());
        } else if (!open.length && games.length)
            break;
        else
            throw new RecordError('recordDamaged');
    }
    if (open.length)
        throw new RecordError('recordCut');
    return games;
}

// A point: two letters from the top left ("dc"), or the game's own notation ("d3"). Empty is a pass, and so are "tt"
// and "pa" where the board is too small to have them as points.
function sgfPoint(shape, text) {
    const word = text.trim().toLowerCase();
    if (/^[a-v]{2}$/.test(word)) {
        const x = word.charCodeAt(0) - 97, y = word.charCodeAt(1) - 97;
        if (x < shape.width && y < shape.height)
            return y * shape.width + x;
    }
    if (!word || word === 'pa' || word === 'tt')
        return PASS;
    const cell = cellNamed(shape, word);
    if (cell === null)
        throw new RecordError('recordPoint', {point: text});
    return cell;
}

// The rule an SGF's RU names, as an id has it.
function sgfRule(text) {
    const rule = /caro,exact|caro|renju|free/i.exec(text ?? '')?.[0].toLowerCase();
    return rule ? `,${rule}` : '';
}

function sgfShape(root, like) {
    const kind = root.props.GM?.[0]?.trim(), [width, height] = (root.props.SZ?.[0] ?? '').split(':').map(Number);
    const family = kind === '2' ? 'othello' : kind === '4' ? 'gomoku' : like.family;
    const id = family === 'gomoku'
        ? `gomoku:${width || 15}${sgfRule(root.props.RU?.[0] ?? like.rule)}`
        : family === 'othello' ? `othello:${width || 8}x${height || width || 8}` : like.id;
    const shape = shapeOf(id);
    if (!shape)
        throw new RecordError('recordGame', {game: id});
    return shape;
}

function readSgf(text, like) {
    return parseSgf(text).map(root => {
        const shape = sgfShape(root, like), start = sgfStart(root, shape), game = newGame(shape, start);
        const tag = name => (root.props[name]?.[0] ?? '').trim();
        Object.assign(game, {names: [tag('PB'), tag('PW')], date: tag('DT'), result: tag('RE')});
        const stack = [[root, game.tree.root]];
        while (stack.length) {
            const [from, at] = stack.pop();
            const node = sgfMoves(game, from, at);
            for (const child of [...from.children].reverse())
                stack.push([child, node]);
        }
        return game;
    });
}

// Stones set up before the first move, or null for the usual start.
function sgfStart(root, shape) {
    const {AB, AW, AE, PL} = root.props;
    if (!AB && !AW && !AE && !PL)
        return null;
    const usual = startPosition(shape), cells = usual.cells.slice();
    for (const [list, kind] of [[AB, FIRST], [AW, SECOND], [AE, EMPTY]])
        for (const text of list ?? []) {
            const cell = sgfPoint(shape, text);
            if (cell !== PASS)
                cells[cell] = kind;
        }
    const side = /^w/i.test(PL?.[0] ?? '') ? SECOND : FIRST;
    const same = side === FIRST && cells.every((cell, i) => cell === usual.cells[i]);
    return same ? null : {shape, cells, side};
}

// Plays a node's moves; forced passes may be missing, and a pass that is not forced is left out (the other side's
// move follows it).
function sgfMoves(game, from, node) {
    for (const [name, side] of [['B', FIRST], ['W', SECOND]])
        for (const text of from.props[name] ?? []) {
            const move = sgfPoint(game.shape, text);
            if (node.position.side !== side && legalMoves(node.position)[0] === PASS)
                node = game.tree.add(node, PASS);
            if (move === PASS && legalMoves(node.position)[0] !== PASS)
                continue;
            const next = node.position.side === side ? game.tree.add(node, move) : null;
            if (!next)
                throw new RecordError('recordIllegal', {move: text, number: node.ply + 1});
            node = next;
        }
    return node;
}

const escapeSgf = text => text.replace(/[\\\]]/g, sign => `\\${sign}`);

function sgfResult(game) {
    const end = endOf(game);
    if (!end)
        return escapeSgf(game.result);
    if (!end.winner)
        return '0';
    return `${end.winner === FIRST ? 'B' : 'W'}+${end.time ? 'T' : game.shape.family === 'othello' ? Math.abs(end.margin) : ''}`;
}

function writeSgf(game) {
    const {shape} = game, point = cell => letter(cell % shape.width) + letter(Math.floor(cell / shape.width));
    let text = `(;FF[4]CA[UTF-8]AP[outflank]GM[${shape.family === 'othello' ? 2 : 4}]SZ[${shape.width === shape.height
        ? shape.width : `${shape.width}:${shape.height}`}]`;
    if (shape.family === 'gomoku')      // the id with its size, which is where the program looks for the rule
        text += `RU[gomoku:${shape.width}${shape.rule === 'exact' ? '' : `,${shape.rule}`}]`;
    for (const [tag, value] of [['PB', game.names[0]], ['PW', game.names[1]], ['DT', game.date]])
        if (value)
            text += `${tag}[${escapeSgf(value)}]`;
    text += `RE[${sgfResult(game)}]`;
    if (game.start) {
        const usual = startPosition(shape).cells;
        for (const [tag, kind] of [['AB', FIRST], ['AW', SECOND], ['AE', EMPTY]]) {
            const list = [...game.start.cells.keys()].filter(i => game.start.cells[i] === kind && (kind || usual[i]));
            if (list.length)
                text += tag + list.map(cell => `[${point(cell)}]`).join('');
        }
        text += `PL[${game.start.side === FIRST ? 'B' : 'W'}]`;
    }
    const write = (parent, child) => {
        let out = '';
        for (let node = child; node; parent = node, [node] = node.children) {
            out += `\n;${node.parent.position.side === FIRST ? 'B' : 'W'}[${node.move === PASS ? '' : point(node.move)}]`;
            if (node.children.length > 1)
                return out + node.children.map(next => `(${write(node, next)})`).join('');
        }
        return out;
    };
    const first = game.tree.root.children;
    text += first.length > 1 ? first.map(node => `(${write(game.tree.root, node)})`).join('') : first.length
        ? write(game.tree.root, first[0]) : '';
    return `${text})\n`;
}

// ---- GGF ----------------------------------------------------------------------------------------------------------

function readGgf(text) {
    return text.split(/;\s*\)/).filter(part => part.includes('(;')).map(part => {
        part = part.slice(0, part.lastIndexOf(']') + 1);        // so that no bracket is looked for to the end in vain
        const props = [...part.matchAll(/([A-Z]{1,2})\[([^\]]*)\]/g)].map(m => [m[1], m[2].trim()]);
        const tag = name => props.find(p => p[0] === name)?.[1] ?? '';
        const [size, ...rows] = tag('BO').split(/\s+/), n = Number(size), mover = rows.pop();
        const shape = shapeOf(`othello:${n}x${n}`);
        if (!shape)
            throw new RecordError('recordGame', {game: `othello ${tag('TY') || size}`});
        const board = boardNamed(shape, `${rows.join('')} ${mover}`);
        if (!board)
            throw new RecordError('recordDamaged');
        const usual = startPosition(shape);
        const same = board.side === usual.side && board.cells.every((cell, i) => cell === usual.cells[i]);
        const game = newGame(shape, same ? null : board);
        Object.assign(game, {names: [tag('PB'), tag('PW')], date: tag('DT'), result: tag('RE')});
        let node = game.tree.root;
        for (const [name, value] of props.filter(p => p[0] === 'B' || p[0] === 'W')) {
            const side = name === 'B' ? FIRST : SECOND, word = value.split('/')[0];
            if (node.position.side !== side && legalMoves(node.position)[0] === PASS)
                node = game.tree.add(node, PASS);
            const move = node.position.side === side ? moveNamed(node.position, word) : null;
            if (move === null)
                throw new RecordError('recordIllegal', {move: word, number: node.ply + 1});
            node = game.tree.add(node, move);
        }
        return game;
    });
}

const plainTag = text => text.replace(/[[\]\\]/g, ' ');

function ggfResult(game) {
    const end = endOf(game);
    if (end?.time)
        return end.winner === FIRST ? '+64.00:t' : '-64.00:t';
    return end ? `${end.margin < 0 ? '' : '+'}${end.margin.toFixed(2)}` : '?';
}

function writeGgf(game) {
    const {shape} = game, start = game.tree.root.position, rows = [];
    for (let y = 0; y < shape.height; y++)
        rows.push([...start.cells.slice(y * shape.width, (y + 1) * shape.width)].map(cell => '-*O'[cell]).join(''));
    const head = `(;GM[Othello]PC[outflank]DT[${plainTag(game.date)}]PB[${plainTag(game.names[0])}]PW[${plainTag(
        game.names[1])}]TY[${shape.width}]RE[${ggfResult(game)}]`;
    const moves = mainMoves(game).map(node => `${node.parent.position.side === FIRST ? 'B' : 'W'}[${
        node.move === PASS ? 'PA' : cellName(shape, node.move).toUpperCase()}]`);
    return `${head}BO[${shape.width} ${rows.join(' ')} ${start.side === FIRST ? '*' : 'O'}]${moves.join('')};)\n`;
}

// ---- WTHOR: 16 bytes of head, then 68 bytes a game, a move being ten times the row plus the column -------------------

function readWthor(buffer) {
    const bytes = new Uint8Array(buffer), view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < 84 || (bytes.length - 16) % 68 || view.getUint32(4, true) !== (bytes.length - 16) / 68
        || ![0, 8].includes(bytes[12]))
        return null;
    const games = [], shape = othelloShape(8, 8), year = view.getUint16(10, true);
    for (let at = 16; at < bytes.length; at += 68) {
        const game = newGame(shape);
        let node = game.tree.root;
        for (const code of bytes.subarray(at + 8, at + 68)) {
            if (!code)
                break;
            if (legalMoves(node.position)[0] === PASS)
                node = game.tree.add(node, PASS);
            const x = code % 10 - 1, y = Math.floor(code / 10) - 1;
            const next = x >= 0 && x < 8 && y >= 0 && y < 8 ? game.tree.add(node, y * 8 + x) : null;
            if (!next)
                break;
            node = next;
        }
        game.date = String(year);
        game.names = [`#${view.getUint16(at + 2, true)}`, `#${view.getUint16(at + 4, true)}`];
        game.result = `${bytes[at + 6]}-${64 - bytes[at + 6]}`;
        games.push(game);
    }
    return games;
}

function writeWthor(game) {
    const bytes = new Uint8Array(84), view = new DataView(bytes.buffer), now = new Date();
    bytes.set([Math.floor(now.getFullYear() / 100), now.getFullYear() % 100, now.getMonth() + 1, now.getDate()]);
    view.setUint32(4, 1, true);
    view.setUint16(10, now.getFullYear(), true);
    bytes[12] = 8;
    const position = Tree.end(game.tree.root).position;
    const discs = position.cells.reduce((n, cell) => n + (cell === FIRST), 0), end = outcome(position);
    bytes[22] = bytes[23] = end ? (64 + end.margin) / 2 : discs;
    mainMoves(game).filter(node => node.move !== PASS).forEach((node, i) => {
        bytes[24 + i] = (Math.floor(node.move / 8) + 1) * 10 + node.move % 8 + 1;
    });
    return bytes;
}

// ---- PGN: ours, with the game's id as Variant, and Fairy-Stockfish's, with drops ------------------------------------

const FAIRY = {flipello: 'othello', flipello6: 'othello:6x6', cfour: 'connect4', gomoku: 'gomoku',
    gomokufreestyle: 'gomoku:15,free', renju: 'gomoku:15,renju', caro: 'gomoku:15,caro'};

// The games of a file: a tag after an empty line begins another. A row of empty lines counts as one.
function pgnGames(text) {
    const games = [[]];
    let empty = false;
    for (const line of text.split('\n').map(words => words.trim())) {
        if (empty && line.startsWith('['))
            games.push([]);
        if (line || !empty)
            games.at(-1).push(line);
        empty = !line;
    }
    return games.map(lines => lines.join('\n'));
}

// Without what stands in braces; one that is never closed stays.
function withoutComments(text) {
    let out = '', at = 0;
    for (;;) {
        const from = text.indexOf('{', at), to = from < 0 ? -1 : text.indexOf('}', from);
        if (to < 0)
            return out + text.slice(at);
        out += `${text.slice(at, from)} `;
        at = to + 1;
    }
}

function readPgn(text, like) {
    return pgnGames(text).map(part => {
        const tags = Object.fromEntries([...part.matchAll(/^\s*\[\s*(\w+)\s+"((?:[^"\\\n]|\\.)*)"\s*\]/gm)]
            .map(m => [m[1], m[2].replace(/\\(.)/g, '$1')]));
        const variant = (tags.Variant ?? '').toLowerCase(), fairy = /P@/i.test(part);
        const shape = variant ? shapeOf(FAIRY[variant] ?? variant) : like;
        if (!shape)
            throw new RecordError('recordGame', {game: tags.Variant});
        const start = tags.FEN ? boardNamed(shape, tags.FEN) : null;
        if (tags.FEN && !start && !fairy)
            throw new RecordError('recordDamaged');
        const game = newGame(shape, start);
        Object.assign(game, {names: [tags.White ?? '', tags.Black ?? ''], date: tags.Date ?? '', result: tags.Result ?? ''});
        const words = withoutComments(part.replace(/^\s*\[.*\]\s*$/gm, ' ')).replace(/;.*$/gm, ' ')
            .replace(/\([^()]*\)/g, ' ').replace(/\$\d+/g, ' ').replace(/\b\d+\.+/g, ' ').split(/\s+/).filter(Boolean)
            .filter(word => !/^(1-0|0-1|1\/2-1\/2|\*)$/.test(word)).map(word => word.slice(0, 40).replace(/[?!+#]+$/, ''));
        const moves = playNames(game.tree.root.position, fairy ? words.map(word => fairyName(shape, word)) : words);
        if (!moves)
            throw new RecordError('recordMoves');
        game.tree.addLine(game.tree.root, moves);
        return game;
    });
}

// "P@f5" in our notation: Fairy-Stockfish counts every board's rows from the bottom; a move on the spot is a pass.
function fairyName(shape, word) {
    const drop = /^P?@([a-v])(\d{1,2})$/i.exec(word);
    if (!drop)
        return 'pass';
    return drop[1].toLowerCase() + (shape.family === 'othello' ? shape.height + 1 - Number(drop[2]) : drop[2]);
}

function writePgn(game) {
    const end = endOf(game), quote = text => text.replace(/["\\]/g, sign => `\\${sign}`);
    const result = !end ? '*' : end.winner === FIRST ? '1-0' : end.winner === SECOND ? '0-1' : '1/2-1/2';
    const tags = [['Event', 'outflank'], ['Site', '?'], ['Date', game.date.replace(/-/g, '.').slice(0, 10) || '????.??.??'],
        ['Round', '?'], ['White', game.names[0] || '?'], ['Black', game.names[1] || '?'], ['Result', result],
        ...(end?.time ? [['Termination', 'time forfeit']] : []), ['Variant', game.shape.id], ...(game.start ? [['SetUp', '1'], ['FEN', boardText(game.start)]] : [])];
    const words = names(game).map((name, i) => i % 2 ? name : `${i / 2 + 1}. ${name}`);
    let body = '', width = 0;
    for (const word of [...words, result]) {
        body += width + word.length > 98 ? `\n${word}` : (width ? ' ' : '') + word;
        width = width + word.length > 98 ? word.length : width + word.length + 1;
    }
    return `${tags.map(([name, value]) => `[${name} "${quote(value)}"]`).join('\n')}\n\n${body}\n`;
}

// ---- Piskvork -----------------------------------------------------------------------------------------------------

// The rules by Piskvork's numbers.
const PISKVORK_RULES = {0: 'free', 1: 'exact', 2: 'renju', 8: 'caro', 9: 'caro,exact'};

function readPiskvork(text) {
    const lines = text.split(/\r?\n/), head = /(\d+)\s*x\s*(\d+)\s*,\s*\d+:\d+\s*,\s*(\d+)/.exec(lines[0]);
    const size = Number(head?.[1]);
    if (!head || head[1] !== head[2] || size < 5 || size > 22)
        throw new RecordError('recordGame', {game: lines[0].slice(0, 40)});
    const game = newGame(gomokuShape(size, PISKVORK_RULES[head[3]] ?? 'exact'));
    let node = game.tree.root;
    for (const line of lines.slice(1)) {
        const move = /^(\d+),(\d+),\d+/.exec(line);
        if (!move)
            break;
        const x = Number(move[1]) - 1, y = Number(move[2]) - 1;
        const next = x >= 0 && x < size && y >= 0 && y < size ? game.tree.add(node, y * size + x) : null;
        if (!next)
            throw new RecordError('recordIllegal', {move: line, number: node.ply + 1});
        node = next;
    }
    return game;
}

function writePiskvork(game) {
    const {width} = game.shape;
    const rows = mainMoves(game).map(node => `${node.move % width + 1},${Math.floor(node.move / width) + 1},0`);
    return `Piskvorky ${width}x${width}, 11:11, ${Object.keys(PISKVORK_RULES).find(n => PISKVORK_RULES[n] === game.shape.rule)}\n${rows.join('\n')}\n${game.names[0] || '?'}\n${
        game.names[1] || '?'}\n-1\n`;
}
