// SPDX-License-Identifier: MIT
// notices.js - what has to be said: errors with a way back, passing notes, and the words for screen readers.
import {ENDS} from '../ends.js';
import {h, setText} from '../dom.js';
import {t} from '../texts.js';
import {endText} from './dialogs/settings.js';

const TOAST_MS = 4000;

export class Notices {
    constructor(app) {
        this.app = app;
        this.notice = document.getElementById('notice');
        this.toast = document.getElementById('toast');
        this.live = document.getElementById('live');
        this.foot = document.getElementById('engine-note');
    }

    render(changes) {
        const {app} = this;
        if (changes.has('error') || changes.has('language'))
            this.drawError();
        if (changes.has('error') && app.toast && app.toast.serial !== this.shown)
            this.drawToast();
        if (changes.has('language'))
            this.live.textContent = '';
        if (changes.has('spoken') && app.spoken)
            setText(this.live, this.live.textContent === app.spoken ? `${app.spoken}\u00a0` : app.spoken);
        if (changes.has('engine') || changes.has('settings') || changes.has('error') || changes.has('language'))
            setText(this.foot, app.error ? '' : endText(app));
    }

    drawError() {
        const {error} = this.app;
        this.notice.hidden = !error;
        if (!error)
            return void this.notice.replaceChildren();
        const other = ENDS.find(name => name !== this.app.end?.name);
        this.notice.replaceChildren(h('p', {}, t(error.key), error.detail ? ` (${error.detail})` : ''),
            h('div', {class: 'notice-buttons'}, h('button', {class: 'primary', onclick: () => this.app.recover()}, t('tryAgain')),
                h('button', {onclick: () => this.app.useEnd(other)}, t('useOther', {end: t(`end_${other}`)}))));
    }

    drawToast() {
        const {toast} = this.app;
        this.shown = toast.serial;
        this.toast.textContent = t(toast.key, toast.values);
        this.toast.hidden = false;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
            this.toast.hidden = true;
        }, TOAST_MS);
    }
}
