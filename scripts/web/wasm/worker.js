// SPDX-License-Identifier: MIT
// worker.js - the engine in a Web Worker: lines in, lines out (scripts/web/page/js/transport.js is the other end).
//
//      in    {module, build, threads}   first: the compiled engine, its name, how many threads it may use
//            {line}                     a line for it
//            {bench, threads}           a suite of positions to measure
//      out   {ready: true | false}, {line}, {bench, nodes, ms}
//
// With threads a search runs beside us, and what it says is looked for a hundred times a second. Without them it runs
// here: nothing is heard until it is over, so an endless search is done depth by depth, with an ear on the messages in
// between. Whoever cannot wait for the end of a depth ends the worker.
'use strict';

const LOOK_MS = 10, DEPTH_MAX = 64, BUFFER = 65536;

let engine = null, buffer = 0, threaded = false, looking = null, rest = '';
const waiting = [];
let busy = false, endless = null;

onmessage = ({data}) => {
    if (data.module)
        start(data);
    else {
        waiting.push(data);
        work();
    }
};

async function start({module, build, threads}) {
    try {
        importScripts(`${build}.js`);
        threaded = build === 'threads';
        engine = await self.outflank({pool: threads + 2, flush: tell, print: text => postMessage({line: text}),
            mainScriptUrlOrBlob: new URL(`${build}.js`, location.href).href,
            instantiateWasm(imports, done) {
                WebAssembly.instantiate(module, imports).then(instance => done(instance, module));
                return {};
            }});
        buffer = engine._malloc(BUFFER);
        postMessage({ready: Boolean(engine.ccall('web_start', 'number', [], []))});
        work();
    } catch (error) {
        postMessage({ready: false, why: String(error)});
    }
}

// Hands over the whole lines the engine has said.
function tell() {
    for (let n; (n = engine._web_read(buffer, BUFFER)) > 0;) {
        rest += new TextDecoder('ascii').decode(engine.HEAPU8.slice(buffer, buffer + n));
        const lines = rest.split('\n');
        rest = lines.pop();
        for (const line of lines)
            hear(line);
    }
}

// A line of the engine. The answers of an endless search's depths are kept to ourselves.
function hear(line) {
    if (endless && line.startsWith('bestmove'))
        endless.answer = line;
    else if (!line.startsWith('info string no thread'))
        postMessage({line});
}

// Takes one message at a time; in between the browser may end threads and bring new messages.
async function work() {
    if (busy || !engine)
        return;
    busy = true;
    while (waiting.length) {
        const message = waiting.shift();
        if (message.bench)
            bench(message);
        else if (threaded)
            await runThreaded(message.line);
        else
            await runAlone(message.line);
        await turn();
    }
    busy = false;
}

const turn = () => new Promise(done => setTimeout(done, 0));

function run(line) {
    const over = !engine.ccall('web_line', 'number', ['string'], [line]);
    tell();
    return !over;
}

// A search needs a thread that waits for work: one that has just ended takes a moment to be that.
async function runThreaded(line) {
    for (let tries = 0; /^go\b/.test(line) && tries < 500 && !engine.PThread.unusedWorkers.length; tries++)
        await new Promise(done => setTimeout(done, 2));
    run(line);
    looking ??= setInterval(() => {
        tell();
        if (!engine._web_thinking()) {
            tell();
            clearInterval(looking);
            looking = null;
        }
    }, LOOK_MS);
}

// Without threads "go infinite" is one depth after another, until a stop comes or there is nothing more to find.
async function runAlone(line) {
    if (line === 'stop' || line === 'ponderhit')
        return;                     // what they speak of is over
    if (!/^go\b/.test(line) || !/\b(infinite|ponder)\b/.test(line)) {
        run(line);
        return;
    }
    endless = {answer: 'bestmove (none)'};
    const only = /\bsearchmoves .*/.exec(line)?.[0] ?? '';
    for (let depth = 1; depth <= DEPTH_MAX; depth++) {
        run(`go depth ${depth} ${only}`);
        await turn();
        if (waiting.some(message => message.line === 'stop' || /^go\b|^position\b/.test(message.line ?? '')))
            break;
    }
    while (!waiting.some(message => message.line))
        await new Promise(done => setTimeout(done, 5));
    const {answer} = endless;
    endless = null;
    postMessage({line: answer});
}

function bench({bench: name, threads = 1}) {
    const started = performance.now(), nodes = engine.ccall('web_bench', 'number', ['string', 'string'], [name, String(threads)]);
    postMessage({bench: name, nodes, ms: performance.now() - started});
}
