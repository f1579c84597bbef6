# SPDX-License-Identifier: MIT
"""The server: who may ask, what is answered.

    GET  /TOKEN/                  the page, and below it its files
    GET  /TOKEN/api/hello         {"server": "outflank", "engines": 1, "hash_max": ..., "threads_max": ..., "cores": ...}
    GET  /TOKEN/api/engine        starts an engine; its lines come as server-sent events until the connection ends,
                                  and with the connection the engine ends
                                      event: hello   data: {"id": ID}
                                      data: a line of the engine (several in one event)
                                      event: end     data: {"status": -9}
    POST /TOKEN/api/engine/ID     lines for that engine, text/plain

Every request must name this server in its Host header and, if it has one, in its Origin; a page of another site that
guessed the port cannot do that, nor know the token.
"""

import asyncio
import json
import os
import secrets

from . import wire
from .engines import Engines, LineRefused, check_line, LINES_MAX
from .site import Site

CONNECTIONS_MAX = 100
REQUESTS_A_CONNECTION = 1000
BEAT_SECONDS = 15.0


class App:
    """One server on 127.0.0.1."""

    def __init__(self, command, folders, port=0, hash_max=1024, threads_max=64, token=None):
        self.engines = Engines(command, hash_max, threads_max)
        self.site = Site(folders)
        self.token = token or secrets.token_urlsafe(16)
        self.port = port
        self.server = None
        self.connections = set()

    # ---- starting and ending ----

    async def start(self):
        """Listens; the port is then known. OSError when it is taken."""
        self.server = await asyncio.start_server(self.connected, "127.0.0.1", self.port, limit=wire.HEAD_MAX, backlog=64)
        self.port = self.server.sockets[0].getsockname()[1]

    async def stop(self):
        """Ends everything: no engine and no connection is left."""
        self.server.close()
        for task in list(self.connections):
            task.cancel()
        await asyncio.gather(*self.connections, return_exceptions=True)
        await self.engines.end_all()
        await self.server.wait_closed()

    def address(self):
        """Where the page is."""
        return f"http://127.0.0.1:{self.port}/{self.token}/"

    # ---- connections ----

    async def connected(self, reader, writer):
        """Serves one connection to its end."""
        task = asyncio.current_task()
        self.connections.add(task)
        try:
            if len(self.connections) > CONNECTIONS_MAX:
                await wire.answer(writer, 503, b"too many connections\n")
            else:
                await self.serve(reader, writer)
        except (wire.Gone, asyncio.CancelledError):
            writer.transport.abort()    # closing would wait, with no end, until a page that reads nothing has it all
        finally:
            self.connections.discard(task)
            writer.close()

    async def serve(self, reader, writer):
        """Answers request after request."""
        for _ in range(REQUESTS_A_CONNECTION):
            request = None
            try:
                request = await wire.read_request(reader)
                path = self.admit(request)
                if not await self.route(request, path, reader, writer):
                    return
            except wire.Refusal as why:
                # What follows a request that could not be read is not to be trusted.
                keep = request is not None and request.keep
                await wire.answer(writer, why.status, (why.words + "\n").encode(), keep=keep)
                if not keep:
                    return

    def admit(self, request):
        """The path below the token, or a Refusal."""
        ours = [name + port for name in ("127.0.0.1", "localhost") for port in (f":{self.port}", *[""][:self.port == 80])]
        if request.headers.get("host") not in ours:
            raise wire.Refusal(403, "this server answers for 127.0.0.1 only")
        origin = request.headers.get("origin")
        if origin is not None and origin not in [f"http://{host}" for host in ours]:
            raise wire.Refusal(403, "another site's page may not ask here")
        first, _, rest = request.path[1:].partition("/")
        if not secrets.compare_digest(first.encode(), self.token.encode()):
            raise wire.Refusal(403, "the address has another key: use the one scripts/web/serve printed last")
        if not request.path[1 + len(first):].startswith("/"):
            raise wire.Refusal(404, "the page's address ends in a slash")
        return rest

    async def route(self, request, path, reader, writer):
        """Answers an admitted request. False when the connection is used up."""
        if path == "api/engine" and request.method == "GET":
            await self.stream(request, reader, writer)
            return False
        if path.startswith("api/engine/") and request.method == "POST":
            await self.post(request, path[len("api/engine/"):])
            await wire.answer(writer, 204, keep=request.keep)
        elif request.method not in ("GET", "HEAD"):
            raise wire.Refusal(405, "GET the page, POST lines to its engine")
        elif path == "api/hello":
            hello = {"server": "outflank", "cores": os.cpu_count() or 1, **self.engines.bounds}
            await wire.answer(writer, 200, json.dumps(hello).encode(), "application/json", keep=request.keep)
        else:
            await self.file(request, path, writer)
        return request.keep

    async def file(self, request, path, writer):
        """A file of the page."""
        takes = [word.strip() for word in request.headers.get("accept-encoding", "").split(",")]
        found = self.site.read(path, request.headers.get("if-none-match", ""), "gzip" in takes)
        if found is None:
            raise wire.Refusal(404, "there is no such file in the page")
        kind, headers, body = found
        await wire.answer(writer, 304 if body is None else 200, body or b"", kind, headers, request.keep,
                          request.method == "HEAD")

    # ---- engines ----

    async def post(self, request, name):
        """Hands a page's lines to its engine."""
        engine = self.engines.running.get(name)
        if engine is None:
            raise wire.Refusal(404, "there is no such engine")
        if request.headers.get("content-type", "").split(";")[0].strip() != "text/plain":
            raise wire.Refusal(415, "lines come as text/plain")
        if not engine.posts.take():
            raise wire.Refusal(429, "too many lines: slow down")
        try:
            lines = request.body.decode("ascii").split("\n")
            lines = [line.rstrip("\r") for line in lines if line.strip()]
            if not lines or len(lines) > LINES_MAX:
                raise LineRefused(f"expected one to {LINES_MAX} lines")
            for line in lines:
                check_line(line, engine.bounds)
        except UnicodeDecodeError:
            raise wire.Refusal(400, "a line is printable ASCII") from None
        except LineRefused as why:
            raise wire.Refusal(400, str(why)) from None
        if not await engine.say(lines):
            raise wire.Refusal(409, "the engine has ended")

    async def stream(self, request, reader, writer):
        """An engine's whole life: from this request to the end of its connection, or its own."""
        full = self.engines.room()
        if full:
            raise wire.Refusal(429, full)
        try:
            engine = await self.engines.start()
        except OSError as why:
            raise wire.Refusal(500, f"the engine cannot be started: {why.strerror}") from None
        gone = asyncio.ensure_future(self.wait_gone(reader))
        pump = asyncio.ensure_future(self.pump(engine, writer))
        status = None
        try:
            await asyncio.wait((gone, pump), return_when=asyncio.FIRST_COMPLETED)
        finally:
            ended = pump.done() and not pump.cancelled() and pump.exception() is None
            for task in (gone, pump):
                task.cancel()
            await asyncio.gather(gone, pump, return_exceptions=True)
            status = await self.engines.end(engine)
        if not ended:
            raise wire.Gone
        await wire.send(writer, event(json.dumps({"status": status}), "end"))

    @staticmethod
    async def wait_gone(reader):
        """Returns when the page has closed its end. What it sends meanwhile is no request."""
        try:
            while await reader.read(4096):
                pass
        except OSError:
            pass

    @staticmethod
    async def pump(engine, writer):
        """Sends the engine's lines as they come, and a sign of life where none comes. Returns at the engine's end."""
        head = [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("Connection", "close")]
        await wire.send(writer, wire.head_of(200, head) + event(json.dumps({"id": engine.id}), "hello"))
        lines = asyncio.ensure_future(engine.hear())
        try:
            while True:
                done, _ = await asyncio.wait((lines,), timeout=BEAT_SECONDS)
                if not done:
                    await wire.send(writer, b": alive\n\n")
                    continue
                if not lines.result():
                    return
                await wire.send(writer, event("\n".join(lines.result())))
                lines = asyncio.ensure_future(engine.hear())
        finally:
            lines.cancel()


def event(data, name=None):
    """A server-sent event of one or more lines."""
    head = f"event: {name}\n" if name else ""
    return (head + "".join(f"data: {line}\n" for line in data.split("\n")) + "\n").encode()
