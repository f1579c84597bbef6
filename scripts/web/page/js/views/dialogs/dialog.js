// SPDX-License-Identifier: MIT
// dialog.js - a window over the page: a title, content, buttons. Escape, the cross and a press beside it close it.
import {h, iconButton} from '../../dom.js';
import {t} from '../../texts.js';

let titles = 0;

// Opens a dialog. `buttons` are [text, action, class]; an action that returns false keeps it open. One that is only for
// reading can be scrolled with the keys.
export function openDialog(title, content, buttons = [], {name = '', reading = false, onClose = () => {}} = {}) {
    const id = `title${++titles}`;
    const dialog = h('dialog', {class: `dialog ${name}`, 'aria-labelledby': id, 'data-dialog': name});
    const close = () => dialog.close();
    dialog.append(h('div', {class: 'dialog-head'}, h('h2', {id}, title), iconButton('close', t('close'), close)),
        h('div', {class: 'dialog-body', tabindex: reading ? 0 : null}, content),
        ...(buttons.length ? [h('div', {class: 'dialog-foot'}, buttons.map(([text, action, kind = '']) =>
            h('button', {class: kind, onclick: async () => (await action()) !== false && close()}, text)))] : []));
    dialog.addEventListener('close', () => {
        dialog.remove();
        onClose();
    });
    let pressed = null;
    dialog.addEventListener('pointerdown', event => {
        pressed = event.target;
    });
    dialog.addEventListener('click', event => event.target === dialog && pressed === dialog && close());
    document.getElementById('dialogs').replaceChildren(dialog);
    dialog.showModal();
    return dialog;
}
