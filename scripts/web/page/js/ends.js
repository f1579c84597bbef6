// SPDX-License-Identifier: MIT
// ends.js - where the engine runs: on this machine behind scripts/web/serve, or in the browser itself.
//
// An end is {name, limits: {threads, hash}, note, make(settings)}: `note` is a key of the texts that says what is
// special about it, `make` gives a fresh transport.
import {BrowserTransport, buildFor, manifest} from './browser.js';
import {ServerTransport} from './transport.js';

export const ENDS = ['server', 'browser'];

const BROWSER_HASH = 256, BROWSER_THREADS = 16;

async function server() {
    const hello = await ServerTransport.hello();
    return hello && {name: 'server', limits: {threads: hello.threads_max, hash: hello.hash_max, ponder: true}, note: 'endServer',
        make: () => new ServerTransport()};
}

async function browser() {
    const engines = await manifest(), build = buildFor();
    if (!engines?.version)
        return null;
    const threads = build === 'threads' ? Math.max(1, Math.min(navigator.hardwareConcurrency || 1, BROWSER_THREADS)) : 1;
    return {name: 'browser', limits: {threads, hash: BROWSER_HASH, ponder: build === 'threads'}, note: build === 'threads' ? 'endThreads' : 'endSingle',
        make: ({settings, onProgress}) => new BrowserTransport({build, version: engines.version, threads: Math.min(settings.threads, threads), onProgress})};
}

const makers = {server, browser};

export const ends = {
    // The end of this name, or the first there is. Where there is none, the server's: its errors are said when used.
    async choose(name) {
        for (const which of name === 'auto' ? ENDS : [name, ...ENDS.filter(other => other !== name)]) {
            const end = await makers[which]();
            if (end)
                return end;
        }
        return {name: 'none', limits: {threads: 1, hash: 64}, note: 'endNone', make: () => new ServerTransport()};
    },

    make: (end, context) => end.make(context),

    limits: end => end?.limits ?? {threads: 1, hash: 64},
};
