// SPDX-License-Identifier: MIT
// value.js - evaluations: whose side they are from, how they are written, what a move lost.
//
// The engine speaks from the mover's side; what is kept with a position is from the first player's:
//      {cp: hundredths | mate: full moves, win: chance 0..1, exact, depth, best: a move's name, pv: [names], selectivity}
import {FIRST, PASS, moveName} from './rules.js';

// An engine line about a position as a value from the first player's side.
export function valueOf(position, line) {
    const sign = position.side === FIRST ? 1 : -1, {shape} = position;
    const value = {win: sign > 0 ? line.win : 1 - line.win, exact: line.exact, depth: line.depth,
        best: moveName(shape, line.move), pv: line.pv.slice(0, 16).map(move => moveName(shape, move))};
    if (line.mate !== undefined)
        value.mate = sign * line.mate;
    else
        value.cp = sign * line.cp;
    if (line.selectivity !== undefined)
        value.selectivity = line.selectivity;
    return value;
}

// The value of a finished game.
export function valueOfOutcome(shape, end) {
    const value = {win: end.winner === FIRST ? 1 : end.winner ? 0 : 0.5, exact: true, depth: 0, best: '', pv: []};
    if (shape.family === 'othello')
        value.cp = end.margin * 100;
    else if (end.winner)
        value.mate = end.winner === FIRST ? 0.5 : -0.5;
    else
        value.cp = 0;
    return value;
}

// Seen from a side.
export function forSide(value, side) {
    const turned = {...value, win: side === FIRST ? value.win : 1 - value.win};
    if (value.mate !== undefined)
        turned.mate = side === FIRST ? value.mate : -value.mate;
    else
        turned.cp = side === FIRST ? value.cp : 0 - value.cp;
    return turned;
}

// Whether a new value should take an old one's place.
export function isBetter(value, old) {
    return !old || value.exact > old.exact || (value.exact === Boolean(old.exact) && value.depth >= old.depth);
}

// What a move lost, in discs for Othello and in chance to win elsewhere; null where it is not known. `before` and
// `after` are values of the positions around it, `side` moved.
export function lossOf(shape, before, after, side, move) {
    if (!before || !after)
        return null;
    if (before.best && before.best === move && !(before.exact && after.exact))
        return 0;
    const from = forSide(before, side), to = forSide(after, side);
    const loss = shape.family === 'othello' ? (from.cp - to.cp) / 100 : from.win - to.win;
    return Number.isFinite(loss) ? Math.max(0, loss) : null;
}

// Grades by what a move loses: discs in Othello, chance to win elsewhere; the same as in protocol/jobs/analyze_judge.c.
export const GRADES = [
    {name: 'blunder', sign: '??', othello: 10, other: 0.4},
    {name: 'mistake', sign: '?', othello: 5, other: 0.2},
    {name: 'inaccuracy', sign: '?!', othello: 2, other: 0.1},
];

// The grade of a loss, or null for a good move. Giving away a proven win or draw is at least a mistake.
export function gradeOf(shape, loss, before, after, side) {
    if (loss === null)
        return null;
    const limit = shape.family === 'othello' ? 'othello' : 'other', tiny = 1e-9;
    let index = GRADES.findIndex(grade => loss + tiny >= grade[limit]);
    if (before.exact && after.exact && forSide(after, side).win < forSide(before, side).win && (index < 0 || index > 1))
        index = 1;
    return index < 0 ? null : GRADES[index];
}

// What is known of the move that led to a node of the game: {loss, grade}, null where values are missing.
export function gradeOfNode(shape, node) {
    const {parent} = node;
    if (!parent?.value || !node.value || node.move === PASS)
        return {loss: null, grade: null};
    const {side} = parent.position, loss = lossOf(shape, parent.value, node.value, side, moveName(shape, node.move));
    return {loss, grade: gradeOf(shape, loss, parent.value, node.value, side)};
}

// The colour class of a move's score by how far it is below the best one: 0 best to 4 worst, 5 for a best move that
// is proven to lose all the same.
export function lossClass(shape, best, line) {
    const rank = lossRank(shape, best, line);
    return rank === 0 && line.exact && line.win < 0.5 ? 5 : rank;
}

function lossRank(shape, best, line) {
    const loss = shape.family === 'othello' && best.cp !== undefined && line.cp !== undefined
        ? (best.cp - line.cp) / 100 : (best.win - line.win) * 20 + proofGap(best, line);
    return loss <= 0.005 ? 0 : loss < 1 ? 1 : loss < 2.5 ? 2 : loss < 5 ? 3 : 4;
}

// Among proven wins a longer one is a little worse, among proven losses a shorter one.
function proofGap(best, line) {
    if (best.mate === undefined || line.mate === undefined || best.mate * line.mate < 0)
        return 0;
    return Math.min(0.9, Math.abs(best.mate - line.mate) * 0.1);
}

// ---- writing --------------------------------------------------------------------------------------------------------

const signed = text => text.startsWith('-') ? `−${text.slice(1)}` : /^0(\.0+)?$/.test(text) ? text : `+${text}`;

// A score in full: "+2.25", "+4" when exact, "W7" for a proven win in seven moves, from `t`'s words.
export function scoreText(shape, value, t) {
    if (value.mate !== undefined)
        return t(value.mate > 0 ? 'winIn' : 'lossIn', {n: Math.ceil(Math.abs(value.mate))});
    if (value.exact && shape.family !== 'othello' && value.cp === 0)
        return t('drawShort');
    return signed(value.exact ? String(Math.round(value.cp / 100)) : (value.cp / 100).toFixed(2));
}

// As short as a cell needs it: "+2.3", "W7"; a chance in per cent where scores are mere estimates of stones.
export function cellText(shape, value, t, percent) {
    if (value.mate !== undefined || (value.exact && shape.family !== 'othello'))
        return scoreText(shape, value, t);
    if (percent)
        return String(Math.round(value.win * 100));
    if (value.exact || Math.abs(value.cp) >= 995)
        return signed(String(Math.round(value.cp / 100)));
    return signed((value.cp / 100).toFixed(1));
}

export function percentText(win) {
    return `${Math.round(win * 100)} %`;
}

// A large number as people read it: 950, 12.3 k, 4.56 M.
export function amount(n, t) {
    for (const [unit, size] of [['billions', 1e9], ['millions', 1e6], ['thousands', 1e3]])
        if (n >= 0.9995 * size)     // what would be rounded to it, too
            return t(unit, {n: (n / size).toPrecision(3)});
    return String(Math.round(n));
}

// Seconds as a clock or a duration: "0.4 s", "1:05", "2:03:10".
export function duration(ms, t) {
    const s = ms / 1000;
    if (s < 60)
        return t('seconds', {n: s < 10 ? s.toFixed(1) : Math.round(s)});
    return clockText(ms);
}

export function clockText(ms) {
    const s = Math.max(0, Math.ceil(ms / 1000)), two = n => String(n).padStart(2, '0');
    const hours = Math.floor(s / 3600), minutes = Math.floor(s / 60) % 60;
    return hours ? `${hours}:${two(minutes)}:${two(s % 60)}` : `${minutes}:${two(s % 60)}`;
}
