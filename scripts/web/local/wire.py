# SPDX-License-Identifier: MIT
"""The little of HTTP/1.1 the page needs, read by hand so that every size and every wait has a bound.

    what                  bound            beyond it
    the request line      2 KiB            414
    the whole head        8 KiB, 40 lines  431
    the time for a head   5 s in all       the connection is closed, however slowly bytes drip in
    a body                64 KiB           413
    the time for a body   5 s in all       408
    answering             20 s a piece     the connection is closed: nobody is reading
"""

import asyncio
import re
from dataclasses import dataclass, field

LINE_MAX = 2048
HEAD_MAX = 8192
HEADERS_MAX = 40
BODY_MAX = 65536
READ_SECONDS = 5.0
WRITE_SECONDS = 20.0

REASONS = {200: "OK", 204: "No Content", 304: "Not Modified", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
           405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 411: "Length Required",
           413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type", 429: "Too Many Requests",
           431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
           503: "Service Unavailable", 505: "HTTP Version Not Supported"}

TOKEN = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
TARGET = re.compile(rb"/[!-~]*")
VALUE = re.compile(rb"[\t -~\x80-\xff]*")

# No inline script or style, no other origin; cross-origin isolation is what threads in the page need.
SECURITY = (
    ("Content-Security-Policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
     "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Embedder-Policy", "require-corp"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
)


class Refusal(Exception):
    """A request that is answered with an error: the status and a sentence for a person."""

    def __init__(self, status, words):
        super().__init__(words)
        self.status = status
        self.words = words


class Gone(Exception):
    """The other end closed the connection, or does not keep to the times above."""


@dataclass
class Request:
    """One request: the method, the path without its query, the headers by lower-case name, the body."""

    method: str
    path: str
    headers: dict = field(default_factory=dict)
    body: bytes = b""
    keep: bool = True       # whether the connection may carry another request


async def read_line(reader, room, status):
    """One line without its end; at most `room` bytes."""
    try:
        line = await reader.readuntil(b"\n")
    except asyncio.IncompleteReadError:
        raise Gone from None
    except asyncio.LimitOverrunError:
        raise Refusal(status, "a line of the request is too long") from None
    except (OSError, ValueError):
        raise Gone from None
    if len(line) > room:
        raise Refusal(status, "a line of the request is too long")
    return line[:-2] if line.endswith(b"\r\n") else line[:-1]


def parse_request_line(line):
    """Method, path and whether it is HTTP/1.1."""
    parts = line.split(b" ")
    if len(parts) != 3:
        raise Refusal(400, "the request line has three words")
    method, target, version = parts
    if version not in (b"HTTP/1.1", b"HTTP/1.0"):
        raise Refusal(505, "this server speaks HTTP/1.1")
    if not TOKEN.fullmatch(method):
        raise Refusal(400, "the method is no word")
    if not TARGET.fullmatch(target):
        raise Refusal(400, "the path begins with a slash and has no blanks")
    return method.decode("ascii"), target.split(b"?")[0].decode("ascii"), version == b"HTTP/1.1"


async def read_headers(reader):
    """The headers by lower-case name. One that stands twice is refused: which would count?"""
    headers, total = {}, 0
    while True:
        line = await read_line(reader, HEAD_MAX, 431)
        if not line:
            return headers
        total += len(line)
        name, colon, value = line.partition(b":")
        if total > HEAD_MAX or len(headers) >= HEADERS_MAX:
            raise Refusal(431, "there are too many headers")
        if not colon or not TOKEN.fullmatch(name) or not VALUE.fullmatch(value):
            raise Refusal(400, "a header has a name, a colon and printable text")
        key = name.decode("ascii").lower()
        if key in headers:
            raise Refusal(400, "a header stands there twice")
        headers[key] = value.strip(b" \t").decode("latin-1")


async def read_body(reader, headers):
    """The body as long as its header says."""
    if "transfer-encoding" in headers:
        raise Refusal(501, "a body comes with its length, not in chunks")
    length = headers.get("content-length", "0")
    if not re.fullmatch(r"[0-9]{1,12}", length):
        raise Refusal(400, "the length of the body is no number")
    if int(length) > BODY_MAX:
        raise Refusal(413, "the body is too long")
    try:
        return await asyncio.wait_for(reader.readexactly(int(length)), READ_SECONDS)
    except asyncio.TimeoutError:
        raise Refusal(408, "the body did not arrive in time") from None
    except (asyncio.IncompleteReadError, OSError):
        raise Gone from None


async def read_request(reader):
    """The next request of a connection. Refusal for one that is answered with an error, Gone at its end."""
    async def head():
        method, path, new = parse_request_line(await read_line(reader, LINE_MAX, 414))
        return method, path, new, await read_headers(reader)

    try:
        method, path, new, headers = await asyncio.wait_for(head(), READ_SECONDS)
    except asyncio.TimeoutError:
        raise Gone from None
    keep = new and headers.get("connection", "").lower() != "close"
    return Request(method, path, headers, await read_body(reader, headers), keep)


def head_of(status, headers):
    """The head of an answer."""
    lines = [f"HTTP/1.1 {status} {REASONS[status]}"]
    lines += [f"{name}: {value}" for name, value in (*headers, *SECURITY)]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


async def send(writer, data):
    """Writes and waits until the other end takes it; Gone when it does not."""
    try:
        writer.write(data)
        await asyncio.wait_for(writer.drain(), WRITE_SECONDS)
    except (asyncio.TimeoutError, OSError):
        raise Gone from None


async def answer(writer, status, body=b"", kind="text/plain; charset=utf-8", headers=(), keep=False, head_only=False):
    """A whole answer."""
    lines = [("Content-Type", kind)] if status not in (204, 304) else []
    if status not in (204, 304):
        lines.append(("Content-Length", str(len(body))))
    lines += [("Cache-Control", "no-cache"), ("Connection", "keep-alive" if keep else "close"), *headers]
    await send(writer, head_of(status, lines) + (b"" if head_only or status in (204, 304) else body))
