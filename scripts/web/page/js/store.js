// SPDX-License-Identifier: MIT
// store.js - what the browser keeps: settings, the game under way, and the games list. All of it is read with doubt:
// another version or another hand may have written it, and a browser may refuse to keep anything.
import {Game} from './game.js';
import {Tree} from './tree.js';

const SETTINGS = 'outflank.settings', CURRENT = 'outflank.current', GAMES = 'outflank.games';
export const GAMES_MAX = 100;

export const DEFAULTS = {
    language: '',               // '' = the browser's
    theme: 'auto',              // auto, light, dark
    motion: 'auto',             // auto, on, off
    labels: true,
    legal: true,
    shortcuts: true,
    percent: 'auto',            // scores on cells: auto, score, chance
    end: 'auto',                // which engine: auto, server, browser
    threads: 1,
    hash: 64,
    ponder: false,
    lines: 'auto',              // moves to analyse: auto, 1, 3, 5, 10, all
    scores: true,
    strength: {kind: 'level', value: 'intermediate'},
    review: 500,                // ms a move
    lastGame: 'othello',
    turn: 0,
    mirror: false,
};

function read(key) {
    try {
        return JSON.parse(localStorage.getItem(key));
    } catch {
        return null;
    }
}

// False when the browser would not keep it.
function write(key, value) {
    try {
        localStorage.setItem(key, JSON.stringify(value));
        return true;
    } catch {
        return false;
    }
}

export function loadSettings() {
    const kept = read(SETTINGS) ?? {}, settings = {...DEFAULTS};
    for (const name of Object.keys(DEFAULTS))
        if (typeof kept[name] === typeof DEFAULTS[name] && kept[name] !== null)
            settings[name] = kept[name];
    return settings;
}

export const saveSettings = settings => write(SETTINGS, settings);

export const loadCurrent = () => Game.load(read(CURRENT));

// Keeps the game under way, and in the list once it has moves.
export function saveCurrent(game) {
    const data = game.save();
    const kept = write(CURRENT, data);
    if (!game.tree.root.children.length)
        return kept;
    const end = game.ending();
    const entry = {...data, changed: new Date().toISOString(), moves: Tree.line(game.tree.root).length,
        result: end && !end.time ? end.margin : null, onTime: end?.time ? end.winner : null};
    let games = [entry, ...listGames().filter(other => other.id !== game.id)].slice(0, GAMES_MAX);
    // A full store loses its oldest games, never the newest.
    while (!write(GAMES, games) && games.length > 1)
        games = games.slice(0, Math.floor(games.length / 2));
    return kept;
}

// The kept games, newest first.
export function listGames() {
    const games = read(GAMES);
    return Array.isArray(games) ? games.filter(entry => entry && typeof entry.id === 'string' && typeof entry.game === 'string') : [];
}

export function deleteGame(id) {
    write(GAMES, listGames().filter(entry => entry.id !== id));
}

export function deleteAllGames() {
    write(GAMES, []);
}
