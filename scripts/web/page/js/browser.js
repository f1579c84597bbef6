// SPDX-License-Identifier: MIT
// browser.js - the engine as WebAssembly in a Web Worker: the other end of transport.js.
//
// `make wasm` leaves three builds beside worker.js, and engine.json, which names their version. One build is fetched, with
// its weights inside, kept in the browser's cache under its version, and compiled once a page:
//
//      threads   where the page is cross-origin isolated     simd   everywhere else     plain   without SIMD
const FOLDER = new URL('engine/', document.baseURI), CACHE = 'outflank-engine', STOP_MS = 150, START_MS = 60000;

// A function with one SIMD instruction: browsers that know it accept the module.
const SIMD = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

export function buildFor() {
    if (globalThis.crossOriginIsolated && typeof SharedArrayBuffer === 'function')
        return 'threads';
    return WebAssembly.validate(SIMD) ? 'simd' : 'plain';
}

// What `make wasm` left, or null.
export async function manifest() {
    try {
        const answer = await fetch(new URL('engine.json', FOLDER), {cache: 'no-cache', signal: AbortSignal.timeout(8000)});
        return answer.ok ? await answer.json() : null;
    } catch {
        return null;
    }
}

// ---- the file -------------------------------------------------------------------------------------------------------

// The answer with this engine in it, from the cache or from the host; older versions leave the cache.
async function fetchEngine(build, version) {
    const url = new URL(`${build}.wasm?${version}`, FOLDER).href;
    const cache = await globalThis.caches?.open(CACHE).catch(() => null);
    const kept = await cache?.match(url);
    if (kept)
        return {answer: kept};
    const answer = await fetch(url);
    if (!answer.ok)
        throw Object.assign(new Error('fetch'), {key: 'errorFetch', detail: `${answer.status} ${build}.wasm`});
    for (const old of await cache?.keys() ?? [])
        await cache.delete(old);
    return {answer, keep: copy => cache?.put(url, copy).catch(() => {})};
}

// Compiles an answer as it comes, and says how far it is.
async function compile({answer, keep}, onProgress) {
    const total = Number(answer.headers.get('content-length')) || 0, headers = {'Content-Type': 'application/wasm', 'Content-Length': String(total)};
    let done = 0;
    const counted = answer.body.pipeThrough(new TransformStream({
        transform(chunk, out) {
            done += chunk.length;
            onProgress(done, total);
            out.enqueue(chunk);
        },
    }));
    const [use, copy] = keep ? counted.tee() : [counted];
    const kept = keep?.(new Response(copy, {headers}));
    const module = await WebAssembly.compileStreaming(new Response(use, {headers}));
    await kept;
    return module;
}

let compiled = null;            // {build, version, module}: a promise of it

async function load(build, version, onProgress) {
    if (compiled?.build !== build || compiled.version !== version)
        compiled = {build, version, module: fetchEngine(build, version).then(found => compile(found, onProgress))};
    try {
        return await compiled.module;
    } catch (error) {
        compiled = null;
        throw error.key ? error : Object.assign(new Error('load'), {key: 'errorFetch', detail: String(error.message ?? error)});
    }
}

// ---- the transport --------------------------------------------------------------------------------------------------

export class BrowserTransport {
    constructor({build, version, threads, onProgress = () => {}}) {
        Object.assign(this, {build, version, threads, onProgress, over: false, options: new Map(), place: '', thinking: false, last: ''});
    }

    async open(onLine, onEnd) {
        this.onLine = onLine;
        this.onEnd = onEnd;
        this.module = await load(this.build, this.version, this.onProgress);
        if (!this.over)
            await this.startWorker();
    }

    startWorker() {
        return new Promise((done, fail) => {
            const worker = this.worker = new Worker(new URL('worker.js', FOLDER));
            const late = setTimeout(() => fail(Object.assign(new Error('late'), {key: 'errorSilent'})), START_MS);
            worker.onmessage = ({data}) => {
                if (worker !== this.worker)
                    return;
                if (data.line !== undefined)
                    this.hear(data.line);
                else if (data.ready !== undefined) {
                    clearTimeout(late);
                    if (data.ready)
                        done();
                    else
                        fail(Object.assign(new Error('start'), {key: 'errorMemory', detail: data.why ?? ''}));
                } else if (data.bench)
                    this.measured?.(data);
            };
            worker.onerror = event => {
                event.preventDefault();
                clearTimeout(late);
                fail(Object.assign(new Error('worker'), {key: 'errorDied', detail: event.message}));
                if (worker === this.worker)
                    this.end('errorDied', event.message ?? '');
            };
            worker.postMessage({module: this.module, build: this.build, threads: this.threads});
        });
    }

    send(line) {
        const option = /^setoption name (.+?) value /.exec(line);
        if (option)
            this.options.set(option[1], line);
        if (line.startsWith('position'))
            this.place = line;
        if (/^go\b/.test(line))
            Object.assign(this, {thinking: true, last: ''});
        if (line === 'stop' && this.thinking && this.build !== 'threads')
            this.timer = setTimeout(() => this.cutOff(), STOP_MS);
        this.worker?.postMessage({line});
    }

    hear(line) {
        if (line.startsWith('bestmove')) {
            this.thinking = false;
            clearTimeout(this.timer);
        } else if (line.startsWith('info depth')) {
            const words = line.split(' ');
            if (words[words.indexOf('multipv') + 1] === '1' && words.includes('pv'))
                this.last = words[words.indexOf('pv') + 1];
        }
        this.onLine(line);
    }

    // An engine without threads hears nothing while it thinks. Its worker is ended, another takes its place with the same
    // options and position, and the best move so far is the answer.
    async cutOff() {
        if (!this.thinking || this.over)
            return;
        const old = this.worker;
        this.worker = null;
        old.terminate();
        try {
            await this.startWorker();
            for (const line of [...this.options.values(), this.place].filter(Boolean))
                this.worker.postMessage({line});
            this.hear(`bestmove ${this.last || '(none)'}`);
        } catch (error) {
            this.end(error.key ?? 'errorDied', error.detail ?? '');
        }
    }

    // Nodes and milliseconds of a suite.
    bench(name, threads = 1) {
        return new Promise(done => {
            this.measured = done;
            this.worker.postMessage({bench: name, threads});
        });
    }

    end(reason, detail) {
        if (this.over)
            return;
        this.close();
        this.onEnd({reason, detail});
    }

    close() {
        this.over = true;
        clearTimeout(this.timer);
        this.worker?.terminate();
        this.worker = null;
    }
}
