// SPDX-License-Identifier: MIT
// settings.js - the settings, and the page of help with its keys.
import {ENDS, ends} from '../../ends.js';
import {field, h, select, toggle} from '../../dom.js';
import {LANGUAGES, t} from '../../texts.js';
import {openDialog} from './dialog.js';
import {strengthFields} from './new.js';

export function openSettings(app) {
    const {settings} = app, limits = ends.limits(app.end), set = name => value => app.set(name, value);
    const counts = (list, most) => list.filter(n => n <= most).map(n => [n, String(n)]);
    const log = h('textarea', {rows: 8, readonly: true, 'aria-label': t('engineLog')});
    log.value = app.engine.log.join('\n');
    openDialog(t('settings'), [
        h('h3', {}, t('appearance')),
        h('div', {class: 'field-grid'}, field(t('language'), select([['', t('auto')], ...LANGUAGES], settings.language, language => {
            app.set('language', language);
            openSettings(app);
        })), field(t('theme'), select([['auto', t('auto')], ['light', t('light')], ['dark', t('dark')]], settings.theme, set('theme'))),
        field(t('motion'), select([['auto', t('auto')], ['on', t('on')], ['off', t('off')]], settings.motion, set('motion'))),
        field(t('cellScores'), select([['auto', t('auto')], ['score', t('asScore')], ['chance', t('asChance')]], settings.percent, set('percent')))),
        h('div', {class: 'toggles'}, toggle(t('showLabels'), settings.labels, set('labels')), toggle(t('showLegal'), settings.legal, set('legal')),
            toggle(t('showScores'), settings.scores, set('scores')), toggle(t('shortcuts'), settings.shortcuts, set('shortcuts'))),
        h('h3', {}, t('engine')),
        h('p', {class: 'hint'}, endText(app)),
        h('div', {class: 'field-grid'}, field(t('end'), select([['auto', t('auto')], ...ENDS.map(name => [name, t(`end_${name}`)])], settings.end, name => app.useEnd(name))),
            field(t('threads'), select(counts([1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64], limits.threads), settings.threads, n => app.set('threads', Number(n)))),
            field(t('hash'), select(counts([16, 32, 64, 128, 256, 512, 1024, 2048, 4096], limits.hash), settings.hash, n => app.set('hash', Number(n))))),
        h('h3', {}, t('strength')), strengthFields(app, settings.strength, set('strength')), toggle(t('ponder'), settings.ponder, set('ponder')),
        h('details', {}, h('summary', {}, t('engineLog')), log)], [], {name: 'settings'});
}

// Where the engine runs, in words.
export function endText(app) {
    if (app.loaded)
        return t('loading', {done: (app.loaded.done / 1e6).toFixed(1), of: app.loaded.of ? (app.loaded.of / 1e6).toFixed(1) : '?'});
    if (!app.end || app.engine.state === 'starting')
        return t('starting');
    const name = app.engine.name || 'outflank';
    return t(app.end.note, {name, threads: app.end.limits.threads});
}

const KEYS = [['← →', 'keyMoves'], ['Home End', 'keyEnds'], ['Tab, ← ↑ → ↓', 'keyBoard'], ['Enter', 'keyPlay'], ['U', 'undo'], ['R', 'redo'], ['H', 'hint'],
    ['A', 'analysis'], ['N', 'newGame'], ['O', 'open'], ['S', 'share'], ['G', 'games'], ['E', 'edit'], ['M', 'mirror'], ['T', 'turn'], ['/', 'typeMove'], ['?', 'help']];

export function openHelp() {
    openDialog(t('help'), [h('p', {}, t('helpIntro')), h('h3', {}, t('rules')), ...['othello', 'gomoku', 'connect4'].map(family =>
        h('p', {}, h('strong', {}, `${t(family)}: `), t(`rules_${family}`))), h('h3', {}, t('keys')),
    h('dl', {class: 'keys'}, KEYS.flatMap(([keys, name]) => [h('dt', {}, keys.split(' ').map(key => h('kbd', {}, key.replace(',', '')))), h('dd', {}, t(name))])), h('p', {class: 'hint'}, t('helpMarks'))], [], {name: 'help', reading: true});
}
