// SPDX-License-Identifier: MIT
// files.js - opening and saving: record files and texts, links, pictures, and the games this browser keeps.
import {ENGINE, Game, HUMAN} from '../../game.js';
import {FIRST, SECOND, shapeOf} from '../../rules.js';
import {FORMS, RecordError, readRecord} from '../../record.js';
import {picture} from '../../paint.js';
import {Tree} from '../../tree.js';
import * as store from '../../store.js';
import {copy, download, h, iconButton, select} from '../../dom.js';
import {t} from '../../texts.js';
import {openDialog} from './dialog.js';
import {svgElement} from './new.js';
import {shapeTitle} from '../stage.js';

const FILE_MAX = 2000000, GAMES_SHOWN = 500;

// ---- opening --------------------------------------------------------------------------------------------------------

// A record as a game of the page, to look at: nobody plays, so that moves tried out become side lines.
function asGame(record) {
    const game = new Game(record.shape, record.start);
    game.tree = record.tree;
    game.node = record.tree.root;
    game.names = record.names;
    game.players = {[FIRST]: HUMAN, [SECOND]: HUMAN};
    return game;
}

export function openLoad(app) {
    const area = h('textarea', {rows: 6, 'aria-label': t('pasteLabel'), placeholder: t('pasteLabel'), spellcheck: 'false'});
    const problem = h('p', {class: 'problem', role: 'alert'}), found = h('div', {class: 'found'});
    const file = h('input', {type: 'file', 'aria-label': t('chooseFile'), accept: '.sgf,.ggf,.pgn,.wtb,.psq,.txt,text/plain'});
    const dialog = openDialog(t('open'), [h('p', {class: 'hint'}, t('openHelp')), file, area, problem, found],
        [[t('openText'), () => read(area.value) && false, 'primary']], {name: 'load'});
    file.addEventListener('change', async () => {
        const [chosen] = file.files;
        if (!chosen)
            return;
        if (chosen.size > FILE_MAX)
            return void (problem.textContent = t('recordTooLong'));
        read(new Uint8Array(await chosen.arrayBuffer()));
    });
    dialog.addEventListener('dragover', event => event.preventDefault());

    function read(data) {
        problem.textContent = '';
        found.replaceChildren();
        const link = typeof data === 'string' && /#(g=[^\s]*)/.exec(data);
        try {
            if (link) {
                if (!app.openLink(`#${link[1]}`))
                    throw new RecordError('recordLink');
                return opened(app.game);
            }
            const records = readRecord(data, app.game.shape);
            if (records.length === 1)
                return take(asGame(records[0]));
            offer(records);
        } catch (error) {
            if (!(error instanceof RecordError))
                throw error;
            problem.textContent = t(error.key, error.values);
        }
        return true;
    }

    function take(game) {
        app.open(game);
        opened(game);
    }

    function opened(game) {
        app.tell('opened', {n: Tree.line(game.tree.root).length});
        dialog.close();
    }

    function offer(records) {
        found.replaceChildren(h('h3', {}, t('manyGames', {n: records.length})), h('ul', {class: 'game-list'}, records.slice(0, GAMES_SHOWN).map((record, i) =>
            h('li', {}, h('button', {class: 'game-entry', onclick: () => take(asGame(record))}, h('span', {}, `${i + 1}. ${record.names.filter(Boolean).join(' – ') || shapeTitle(record.shape)}`),
                h('span', {class: 'muted'}, [record.date, record.result].filter(Boolean).join(' · ')))))));
    }
}

// ---- saving and sharing ---------------------------------------------------------------------------------------------

function recordOf(game) {
    const names = [FIRST, SECOND].map((side, i) => game.names[i] || (game.players[side] === ENGINE ? 'outflank' : ''));
    return {shape: game.shape, start: game.start, tree: game.tree, names, date: game.created.slice(0, 10), result: '', end: game.ending()};
}

const fileName = (game, ending) => `${game.shape.id.replace(/[^a-z0-9]+/g, '-')}-${game.created.slice(0, 10)}.${ending}`;

export function openSave(app) {
    const {game} = app, record = recordOf(game), forms = FORMS.filter(form => form.fits(game.shape, record));
    let form = forms[0];
    const text = h('textarea', {rows: 5, readonly: true, 'aria-label': t('recordText')});
    const show = () => {
        const content = form.write(record);
        text.value = typeof content === 'string' ? content : t('binary', {n: content.length});
    };
    show();
    const link = new URL(app.link(), document.baseURI).href;
    const address = h('input', {type: 'text', readonly: true, value: link, 'aria-label': t('link'), onfocus: event => event.target.select()});
    const copied = async (content, key) => app.tell(await copy(content) ? key : 'copyFailed');
    openDialog(t('share'), [h('h3', {}, t('link')), h('div', {class: 'copy-row'}, address, h('button', {onclick: () => copied(link, 'linkCopied')}, t('copy'))), h('p', {class: 'hint'}, t('linkHelp')),
        h('h3', {}, t('record')), h('div', {class: 'copy-row'}, select(forms.map(({name}) => [name, name]), form.name, name => {
            form = forms.find(other => other.name === name);
            show();
        }, {'aria-label': t('form')}), h('button', {onclick: () => copied(text.value, 'textCopied')}, t('copy')),
        h('button', {onclick: () => download(fileName(game, form.ending), form.write(record), 'application/octet-stream')}, t('download'))), text,
        h('h3', {}, t('picture')), h('div', {class: 'copy-row'}, h('button', {onclick: () => savePicture(app, 'svg')}, 'SVG'), h('button', {onclick: () => savePicture(app, 'png')}, 'PNG'))], [], {name: 'save'});
}

// The board as it is turned now, as a file.
export async function savePicture(app, kind) {
    const {game, settings} = app, size = 1000;
    const svg = picture(game.position, {last: game.node.move, size, turn: settings.turn, mirror: settings.mirror, labels: settings.labels});
    if (kind === 'svg')
        return download(fileName(game, 'svg'), svg, 'image/svg+xml');
    const image = new Image(), url = URL.createObjectURL(new Blob([svg], {type: 'image/svg+xml'}));
    try {
        image.src = url;
        await image.decode();
        const canvas = h('canvas', {width: image.width, height: image.height});
        canvas.getContext('2d').drawImage(image, 0, 0);
        const blob = await new Promise(done => canvas.toBlob(done, 'image/png'));
        return download(fileName(game, 'png'), blob, 'image/png');
    } catch {
        return app.tell('pictureFailed');
    } finally {
        URL.revokeObjectURL(url);
    }
}

// ---- kept games -----------------------------------------------------------------------------------------------------

export function openGames(app) {
    const list = h('div', {});
    const dialog = openDialog(t('games'), [list], [], {name: 'games'});
    const draw = () => {
        const games = store.listGames();
        list.replaceChildren(games.length ? h('ul', {class: 'game-list kept'}, games.map(entry => row(entry)))
            : h('p', {class: 'empty'}, t('noGames')), ...(games.length ? [h('div', {class: 'extra-row'}, h('button', {class: 'small danger', onclick: () => confirmAll()}, t('deleteAll')))] : []));
    };
    const row = entry => {
        const game = Game.load(entry), shape = shapeOf(entry.game);
        if (!game || !shape)
            return h('li', {}, h('span', {class: 'muted'}, t('gameDamaged')), iconButton('trash', t('delete'), () => remove(entry)));
        const end = Tree.end(game.tree.root), when = new Date(entry.changed ?? entry.created);
        return h('li', {}, h('button', {class: 'game-entry', onclick: () => take(game)}, svgElement(picture(end.position, {labels: false, last: end.move})),
            h('span', {class: 'game-words'}, h('strong', {}, shapeTitle(shape)), h('span', {class: 'muted'}, `${t('movesCount', {n: entry.moves ?? 0})} · ${resultText(entry)}`),
                h('span', {class: 'muted'}, when.toLocaleString(document.documentElement.lang, {dateStyle: 'medium', timeStyle: 'short'})))),
        iconButton('trash', t('deleteGame', {game: shapeTitle(shape)}), () => remove(entry)));
    };
    const take = game => {
        app.open(game);
        dialog.close();
    };
    const remove = entry => {
        store.deleteGame(entry.id);
        draw();
    };
    const confirmAll = () => list.replaceChildren(h('p', {}, t('deleteAllSure')), h('div', {class: 'copy-row'}, h('button', {class: 'danger', onclick: () => {
        store.deleteAllGames();
        draw();
    }}, t('deleteAll')), h('button', {onclick: draw}, t('cancel'))));
    draw();
}

function resultText(entry) {
    const second = entry.game.startsWith('connect4') ? 'counterSecond' : 'discSecond', first = second.replace('Second', 'First');
    if (entry.onTime)
        return t('endTime', {side: t(entry.onTime === FIRST ? first : second), other: t(entry.onTime === FIRST ? second : first)});
    if (entry.result === null || entry.result === undefined)
        return t('unfinished');
    if (!entry.result)
        return t('endDrawShort');
    return t('won', {side: t(entry.result > 0 ? first : second)}) + (entry.game.startsWith('othello') ? ` +${Math.abs(entry.result)}` : '');
}
