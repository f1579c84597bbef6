// SPDX-License-Identifier: MIT
// main.js - puts the page together: state, views, buttons, keys, links. The board is drawn before any engine is asked.
import {App} from './app.js';
import {translate} from './dom.js';
import {language, t} from './texts.js';
import {Tree} from './tree.js';
import {Stage} from './views/stage.js';
import {Moves} from './views/moves.js';
import {Analysis} from './views/analysis.js';
import {Chart} from './views/chart.js';
import {Editor} from './views/editor.js';
import {Notices} from './views/notices.js';
import {openGames, openLoad, openSave} from './views/dialogs/files.js';
import {openNew} from './views/dialogs/new.js';
import {openHelp, openSettings} from './views/dialogs/settings.js';

const HIDDEN_STOP_MS = 60000;

const app = new App(), editor = new Editor(app);

// Whole-page things: language, theme, the texts of the frame.
const frame = {
    render(changes) {
        if (!changes.has('settings') && !changes.has('language'))
            return;
        document.documentElement.lang = language();
        document.documentElement.dataset.theme = app.settings.theme;
        document.documentElement.dataset.motion = app.hasMotion() ? 'on' : 'off';
        if (changes.has('language') || !this.translated)
            translate(document);
        this.translated = true;
    },
};

app.views = [frame, new Stage(app), new Moves(app), new Analysis(app), new Chart(app), editor, new Notices(app)];

// ---- buttons and keys -----------------------------------------------------------------------------------------------

const actions = {
    new: () => openNew(app),
    load: () => openLoad(app),
    save: () => openSave(app),
    games: () => openGames(app),
    edit: () => app.editing ? editor.close() : editor.open(),
    settings: () => openSettings(app),
    help: () => openHelp(),
    undo: () => app.undo(),
    redo: () => app.redo(),
    pause: () => app.setPaused(!app.game.paused),
    hint: () => app.begin('hint', {ms: 1000}),
    mirror: () => app.set('mirror', !app.settings.mirror),
    turn: () => app.set('turn', (app.settings.turn + 1) % 4),
    analysis: () => app.setAnalysis(!app.analysis),
    type: () => document.querySelector('.move-input').focus(),
};

const menu = document.getElementById('menu'), menuButton = document.getElementById('menu-button');

function setMenu(open) {
    menu.classList.toggle('open', open);
    menuButton.setAttribute('aria-expanded', open);
}

document.addEventListener('click', event => {
    const button = event.target.closest('[data-do]');
    if (button && !button.disabled)
        actions[button.dataset.do]();
    if (event.target.closest('#menu-button'))
        setMenu(!menu.classList.contains('open'));
    else
        setMenu(false);
});
document.getElementById('brand').addEventListener('click', event => {
    event.preventDefault();
    openNew(app);
});

const KEYS = {u: 'undo', r: 'redo', h: 'hint', a: 'analysis', n: 'new', o: 'load', s: 'save', g: 'games', e: 'edit', m: 'mirror', t: 'turn', '/': 'type', '?': 'help'};

document.addEventListener('keydown', event => {
    if (event.key === 'Escape')
        setMenu(false);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]'))
        return;
    if (event.target.closest('input:not([type=checkbox]), textarea, select'))
        return;
    const go = {ArrowLeft: () => app.back(), ArrowRight: () => app.forward(), PageUp: () => app.back(), PageDown: () => app.forward(),
        Home: () => app.goto(app.game.tree.root), End: () => app.goto(Tree.end(app.game.node))}[event.key];
    const action = app.settings.shortcuts && KEYS[event.key.toLowerCase()];
    if (go && !app.editing)
        go();
    else if (action && !document.querySelector(`[data-do="${action}"]:disabled`))
        actions[action]();
    else
        return;
    event.preventDefault();
});

// ---- links, leaving, coming back ------------------------------------------------------------------------------------

// A link's game is opened and the link is taken out of the address, so that a reload shows the game as it went on.
function openLink() {
    if (!location.hash.startsWith('#g='))
        return;
    const {hash} = location;
    history.replaceState(null, '', location.pathname + location.search);
    if (!app.openLink(hash))
        app.tell('recordLink');
}

addEventListener('hashchange', openLink);
addEventListener('pagehide', () => app.keep());
let hiddenTimer = null;
document.addEventListener('visibilitychange', () => {
    clearTimeout(hiddenTimer);
    if (document.hidden) {
        hiddenTimer = setTimeout(() => {
            app.asleep = true;
            app.changed('view');
        }, HIDDEN_STOP_MS);
    } else if (app.asleep) {
        app.asleep = false;
        app.changed('view');
    }
});

// Dropping a file anywhere opens it.
addEventListener('dragover', event => event.preventDefault());
addEventListener('drop', event => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (!file)
        return;
    openLoad(app);
    const input = document.querySelector('dialog input[type=file]'), transfer = new DataTransfer();
    transfer.items.add(file);
    input.files = transfer.files;
    input.dispatchEvent(new Event('change'));
});

app.startClock();
openLink();
app.changed('game', 'position', 'settings', 'language', 'engine');
app.startEngine();

// For tests and for people with a console.
globalThis.outflank = {app, t};
