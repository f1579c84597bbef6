// SPDX-License-Identifier: MIT
// transport.js - lines to an engine and back, over one of two ends.
//
//      open(onLine, onEnd)   starts an engine; resolves when lines may be sent
//      send(line)            one line; kept in order
//      close()               ends the engine
//
// onEnd({reason, detail}) is called once when the engine is gone without close(): reason is a key of the texts.
// Both ends look the same from above, so everything else of the page knows only these three.

// The local server (scripts/web/serve): lines come as server-sent events of one long answer, whose end is the
// engine's end; lines go by POST, one at a time, those that came up meanwhile together.
export class ServerTransport {
    constructor(base = new URL('api/', document.baseURI)) {
        this.base = base;
        this.waiting = [];
        this.posting = false;
        this.abort = new AbortController();
        this.over = false;
    }

    // What the server says of itself, or null when there is none.
    static async hello(base = new URL('api/', document.baseURI)) {
        try {
            const answer = await fetch(new URL('hello', base), {cache: 'no-store', signal: AbortSignal.timeout(20000)});
            const hello = answer.ok ? await answer.json() : null;
            return hello?.server === 'outflank' ? hello : null;
        } catch {
            return null;
        }
    }

    async open(onLine, onEnd) {
        this.onLine = onLine;
        this.onEnd = onEnd;
        let answer;
        try {
            answer = await fetch(new URL('engine', this.base), {cache: 'no-store', signal: this.abort.signal});
        } catch {
            throw Object.assign(new Error('unreachable'), {key: 'errorServer'});
        }
        if (!answer.ok)
            throw Object.assign(new Error('refused'), {key: 'errorRefused', detail: (await answer.text()).trim()});
        await new Promise((ready, fail) => {
            this.read(answer.body.getReader(), ready).then(detail => {
                fail(Object.assign(new Error('ended'), {key: 'errorDied'}));
                this.end('errorDied', detail);
            });
        });
    }

    // Reads events to the end of the answer; what the last one said of the engine's end.
    async read(reader, ready) {
        const decoder = new TextDecoder();
        let rest = '', detail = '';
        try {
            for (;;) {
                const {value, done} = await reader.read();
                if (done)
                    return detail;
                const events = (rest + decoder.decode(value, {stream: true})).split('\n\n');
                rest = events.pop();
                for (const text of events)
                    detail = this.event(text, ready) ?? detail;
            }
        } catch {
            return detail;
        }
    }

    event(text, ready) {
        const lines = text.split('\n'), kind = lines.find(line => line.startsWith('event: '))?.slice(7);
        const data = lines.filter(line => line.startsWith('data: ')).map(line => line.slice(6));
        if (kind === 'hello') {
            this.id = JSON.parse(data[0]).id;
            ready();
        } else if (kind === 'end')
            return String(JSON.parse(data[0]).status);
        else
            data.forEach(line => this.onLine(line));
        return null;
    }

    send(line) {
        this.waiting.push(line);
        this.post();
    }

    async post() {
        if (this.posting || this.over)
            return;
        this.posting = true;
        while (this.waiting.length && !this.over) {
            const lines = this.waiting.splice(0, 32);
            try {
                const answer = await fetch(new URL(`engine/${this.id}`, this.base),
                    {method: 'POST', headers: {'Content-Type': 'text/plain'}, body: lines.join('\n')});
                if (answer.status === 429) {
                    this.waiting.unshift(...lines);
                    await new Promise(done => setTimeout(done, 250));
                } else if (answer.status === 400)
                    this.onLine(`info string error: ${(await answer.text()).trim()}`);
                else if (!answer.ok)
                    this.end('errorDied', '');
            } catch {
                this.end('errorServer', '');
            }
        }
        this.posting = false;
    }

    end(reason, detail) {
        if (this.over)
            return;
        this.over = true;
        this.abort.abort();
        this.onEnd({reason, detail});
    }

    close() {
        this.over = true;
        this.abort.abort();
    }
}
