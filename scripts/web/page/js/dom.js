// SPDX-License-Identifier: MIT
// dom.js - elements made in one expression.
import {t} from './texts.js';

// h('button', {class: 'x', onclick: f, 'aria-label': 'y'}, 'text', child): an attribute that is null or false is left
// out, one that is true is empty; names that begin with "on" are listeners.
export function h(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false)
            continue;
        if (name.startsWith('on'))
            element.addEventListener(name.slice(2), value);
        else if (name in element && ['value', 'checked', 'selected', 'disabled', 'hidden'].includes(name))
            element[name] = value;
        else
            element.setAttribute(name, value === true ? '' : value);
    }
    element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
    return element;
}

const NS = 'http://www.w3.org/2000/svg';

export function icon(name) {
    const svg = document.createElementNS(NS, 'svg'), use = document.createElementNS(NS, 'use');
    use.setAttribute('href', `icons.svg#${name}`);
    svg.setAttribute('aria-hidden', 'true');
    svg.append(use);
    return svg;
}

// A button with a picture alone; its name is for screen readers and as a tip.
export function iconButton(name, label, onclick, more = {}) {
    return h('button', {class: 'icon', 'aria-label': label, title: label, onclick, ...more}, icon(name));
}

// A choice: options are [value, text].
export function select(options, value, onchange, more = {}) {
    const element = h('select', {onchange: () => onchange(element.value), ...more},
        options.map(([key, text]) => h('option', {value: key, selected: String(key) === String(value)}, text)));
    return element;
}

let fields = 0;

// A control with its label.
export function field(label, control, note = null) {
    const id = control.id || `field${++fields}`;
    control.id = id;
    return h('div', {class: 'field-row'}, h('label', {for: id}, label), control, note && h('p', {class: 'hint'}, note));
}

// A switch with its label.
export function toggle(label, checked, onchange) {
    const box = h('input', {type: 'checkbox', checked, role: 'switch', onchange: () => onchange(box.checked)});
    return h('label', {class: 'toggle'}, box, h('span', {}, label));
}

// A group of buttons of which one is chosen: options are [value, content, name].
export function choices(label, options, value, onchange, more = {}) {
    const group = h('div', {class: 'choices', role: 'radiogroup', 'aria-label': label, ...more});
    const buttons = options.map(([key, content, name]) => h('button', {type: 'button', role: 'radio', 'aria-label': name ?? null,
        'data-value': key, onclick: () => choose(key, true), onkeydown: move}, content));
    const choose = (key, notify) => {
        for (const button of buttons) {
            const on = button.dataset.value === String(key);
            button.setAttribute('aria-checked', on);
            button.tabIndex = on ? 0 : -1;
        }
        if (notify)
            onchange(key);
    };
    function move(event) {
        const step = {ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1}[event.key];
        if (!step)
            return;
        const next = buttons[(buttons.indexOf(event.currentTarget) + step + buttons.length) % buttons.length];
        event.preventDefault();
        event.stopPropagation();
        next.focus();
        next.click();
    }
    group.append(...buttons);
    choose(value, false);
    group.choose = key => choose(key, false);
    return group;
}

// Writes the texts of everything marked with data-t (content) or data-t-label (name and tip).
export function translate(root) {
    for (const element of root.querySelectorAll('[data-t]')) {
        element.textContent = t(element.dataset.t);
        if (element.parentElement.matches('button'))
            element.parentElement.title = element.textContent;
    }
    for (const element of root.querySelectorAll('[data-t-label]')) {
        element.setAttribute('aria-label', t(element.dataset.tLabel));
        if (element.matches('button'))
            element.title = t(element.dataset.tLabel);
    }
}

// Sets a text only where it differs: an unchanged live region is not read out again.
export function setText(element, text) {
    if (element.textContent !== text)
        element.textContent = text;
}

// Gives a file to the person.
export function download(name, content, kind) {
    const url = URL.createObjectURL(new Blob([content], {type: kind}));
    h('a', {href: url, download: name}).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
}

export async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return false;
    }
}
