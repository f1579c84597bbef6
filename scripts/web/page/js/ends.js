// SPDX-License-Identifier: MIT
// ends.js - where the engine runs: on this machine behind scripts/web/serve, or in the browser itself.
//
// An end is {name, limits: {threads, hash}, note}: `note` is a key of the texts that says what is special about it.
import {ServerTransport} from './transport.js';

export const ENDS = ['server', 'browser'];

async function server() {
    const hello = await ServerTransport.hello();
    return hello && {name: 'server', limits: {threads: hello.threads_max, hash: hello.hash_max}, note: 'endServer',
        make: () => new ServerTransport()};
}

async function browser() {
    return null;
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

    make: end => end.make(),

    limits: end => end?.limits ?? {threads: 1, hash: 64},
};
