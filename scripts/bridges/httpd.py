# SPDX-License-Identifier: MIT
"""A small HTTP server for programs on the same machine: one thread, one request a connection, everything bounded.

A request is a GET or HEAD of at most 8 KiB, read within ten seconds; what it carries beyond its head is thrown away. No
more than `connections` are open: a new one then takes the place of the oldest. Nobody gets more than `rate` answers a
second. Requests made by a foreign web page are told apart by the names they use for us (Host) and by what the browser says
of where they come from (Origin, Sec-Fetch-Site), and are refused where they could change something.
"""

import ipaddress
import re
import selectors
import socket
import time
from dataclasses import dataclass, field

HEAD_LIMIT = 8192
HEADER_LINES = 64
DEADLINE = 10.0             # seconds for a request to come and for its answer to go
LINGER = 1.0                # seconds a client has to take the answer before its connection is closed for good
PEERS = 1024                # addresses whose rate is remembered
REQUEST_LINE = re.compile(rb"([A-Z]{1,16}) (/[\x21-\x7e]{0,1000}) HTTP/1\.[01]")
# The blanks around a value are taken off afterwards: a pattern that does it tries every way to share thousands of them out.
HEADER = re.compile(rb"([A-Za-z0-9_-]{1,64}):([^\x00-\x08\x0a-\x1f\x7f]*)")
REASONS = {200: "OK", 303: "See Other", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
           405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 413: "Content Too Large",
           421: "Misdirected Request", 422: "Unprocessable Content", 429: "Too Many Requests",
           431: "Request Header Fields Too Large", 500: "Internal Server Error", 503: "Service Unavailable"}
SAFE_HEADERS = ("Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
                "X-Frame-Options: DENY\r\nContent-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; "
                "form-action 'self'; base-uri 'none'; frame-ancestors 'none'\r\n")


class BadRequest(Exception):
    """A request that is not to be understood; status and sentence."""

    def __init__(self, status, text):
        """Keeps both."""
        super().__init__(text)
        self.status = status


@dataclass
class Request:
    """What a client asked for."""

    method: str
    path: str
    query: str
    headers: dict
    peer: str


@dataclass
class Response:
    """What it gets."""

    status: int = 200
    body: str = ""
    kind: str = "text/plain"
    more: dict = field(default_factory=dict)

    def bytes(self, with_body=True):
        """As it goes over the wire."""
        body = self.body.encode("utf-8", "replace")
        head = (f"HTTP/1.1 {self.status} {REASONS[self.status]}\r\nContent-Type: {self.kind}; charset=utf-8\r\n"
                f"Content-Length: {len(body)}\r\nConnection: close\r\n{SAFE_HEADERS}")
        head += "".join(f"{name}: {value}\r\n" for name, value in self.more.items())
        return head.encode() + b"\r\n" + (body if with_body else b"")


def parse(head, peer):
    """A Request from the bytes before the empty line; BadRequest says what is wrong with them."""
    lines = head.split(b"\r\n")
    found = REQUEST_LINE.fullmatch(lines[0])
    if not found:
        raise BadRequest(400, "this is not an HTTP request for a path")
    if len(lines) > HEADER_LINES:
        raise BadRequest(431, "too many header lines")
    headers = {}
    for line in lines[1:]:
        header = HEADER.fullmatch(line)
        if not header:
            raise BadRequest(400, "a header line makes no sense")
        name = header.group(1).decode().lower()
        if name in headers and name in ("host", "origin", "content-length", "transfer-encoding"):
            raise BadRequest(400, f"{name} is said twice")
        headers[name] = header.group(2).strip(b" \t").decode("latin-1")
    method = found.group(1).decode()
    if method not in ("GET", "HEAD"):
        raise BadRequest(405, "only GET is known here")
    if headers.get("content-length", "0") != "0" or "transfer-encoding" in headers:
        raise BadRequest(413, "a request has no body here")
    path, _, query = found.group(2).decode().partition("?")
    return Request(method, path, query, headers, peer)


def host_of(text):
    """(name, port or None) of a Host header, or None when it is none."""
    found = re.fullmatch(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9.-]{1,253})(?::([0-9]{1,5}))?", text)
    return (found.group(1).strip("[]").lower(), int(found.group(2)) if found.group(2) else None) if found else None


def is_address(name):
    """True for an IP address in numbers, which no foreign site can make its own name point to."""
    try:
        return bool(ipaddress.ip_address(name))
    except ValueError:
        return False


@dataclass
class Limits:
    """What one server bears."""

    connections: int = 128
    rate: float = 50.0          # answers a second to one address, over some seconds
    names: tuple = ()           # names besides numbers and localhost by which we may be called


class Gate:
    """Decides which requests are looked at at all."""

    def __init__(self, port, limits, local, clock=time.monotonic):
        """`local` says that only this machine can reach us, so only its own names are ours."""
        self.port, self.limits, self.local, self.clock = port, limits, local, clock
        self.buckets = {}

    def check(self, request):
        """Raises when a request is not to be answered."""
        self.count(request.peer)
        host = host_of(request.headers.get("host", ""))
        if host is None or not self.is_ours(*host):
            raise BadRequest(421, "this server is not called that")
        origin = request.headers.get("origin")
        if origin is not None and host_of(origin.partition("://")[2]) != host:
            raise BadRequest(403, "requests from other sites are not answered")

    def is_ours(self, name, port):
        """True when a Host header names us."""
        if name in self.limits.names:
            return True
        if (port or 80) != self.port:
            return False
        if self.local:
            return name == "localhost" or (is_address(name) and ipaddress.ip_address(name).is_loopback)
        return is_address(name) or name == "localhost"

    def count(self, peer):
        """Lets `rate` requests a second through for an address, and ten seconds' worth at once."""
        now = self.clock()
        full = 10 * self.limits.rate
        left, since = self.buckets.pop(peer, (full, now))
        left = min(full, left + (now - since) * self.limits.rate)
        if len(self.buckets) >= PEERS:
            del self.buckets[next(iter(self.buckets))]          # the one heard of least lately
        self.buckets[peer] = (max(left - 1, 0), now)
        if left < 1:
            raise BadRequest(429, "too many requests: come back in a moment")


def is_foreign(request):
    """True when a browser says that another site made the request."""
    return request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin")


class Connection:
    """One client: reading its request, writing the answer, or waiting for it to hang up."""

    def __init__(self, link, peer, now):
        """Just accepted."""
        self.link, self.peer = link, peer
        self.data = bytearray()
        self.out = b""
        self.state = "reading"
        self.deadline = now + DEADLINE


class Server:
    """Listens on one address and answers with handle(request) -> Response."""

    def __init__(self, address, port, handle, limits=None, clock=time.monotonic):
        """Begins to listen; OSError when that cannot be."""
        self.handle, self.limits, self.clock = handle, limits or Limits(), clock
        family, _, _, _, where = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        self.listener = socket.create_server(where[:2], family=family, backlog=128)
        self.listener.setblocking(False)
        self.address, self.port = self.listener.getsockname()[:2]
        local = ipaddress.ip_address(self.address.partition("%")[0]).is_loopback
        self.gate = Gate(self.port, self.limits, local, clock)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.listener, selectors.EVENT_READ)
        self.open = {}              # connection -> None, the oldest first
        self.answered = self.refused = 0

    def step(self, wait):
        """Does what there is to do, within `wait` seconds."""
        for key, _ in self.selector.select(wait):
            if key.data is None:
                self.accept()
            else:
                self.serve(key.data)
        now = self.clock()
        for connection in [c for c in self.open if now > c.deadline]:
            if connection.state == "reading" and connection.data:
                self.answer(connection, Response(408, "the request took too long"))
            else:
                self.drop(connection)

    def accept(self):
        """Takes new clients; the oldest connection makes room when there are too many."""
        for _ in range(16):
            try:
                link, peer = self.listener.accept()
            except OSError:
                return
            link.setblocking(False)
            if len(self.open) >= self.limits.connections:
                self.drop(next(iter(self.open)))
            connection = Connection(link, peer[0], self.clock())
            self.open[connection] = None
            self.selector.register(link, selectors.EVENT_READ, connection)

    def serve(self, connection):
        """A connection can be read or written."""
        try:
            if connection.state == "writing":
                self.write(connection)
            elif connection.state == "reading":
                self.read(connection)
            elif not connection.link.recv(65536):
                self.drop(connection)
        except BlockingIOError:
            pass
        except OSError:
            self.drop(connection)

    def read(self, connection):
        """More of a request; when its head is whole it is answered."""
        data = connection.link.recv(4096)
        if not data:
            self.drop(connection)
            return
        connection.data += data
        end = connection.data.find(b"\r\n\r\n")
        if end < 0 and len(connection.data) > HEAD_LIMIT or end > HEAD_LIMIT:
            self.answer(connection, Response(431, "the request is too long"))
        elif end >= 0:
            self.answer(connection, *self.respond(bytes(connection.data[:end]), connection.peer))

    def respond(self, head, peer):
        """The Response to a request, and whether its body is wanted; nothing a client sends gets out of here."""
        try:
            request = parse(head, peer)
            self.gate.check(request)
            response = self.handle(request)
        except BadRequest as why:
            return Response(why.status, str(why)), True
        except Exception as why:        # a fault of ours must not end everybody's game
            return Response(500, f"a fault of the server: {type(why).__name__}"), True
        return response, request.method == "GET"

    def answer(self, connection, response, with_body=True):
        """Begins to write."""
        if response.status < 400:
            self.answered += 1
        else:
            self.refused += 1
        connection.out = response.bytes(with_body)
        connection.state = "writing"
        connection.deadline = self.clock() + DEADLINE
        self.selector.modify(connection.link, selectors.EVENT_WRITE, connection)

    def write(self, connection):
        """More of an answer; after it the client is given a moment to hang up first, or it might not see it."""
        connection.out = connection.out[connection.link.send(connection.out):]
        if not connection.out:
            connection.link.shutdown(socket.SHUT_WR)
            connection.state = "closing"
            connection.deadline = self.clock() + LINGER
            self.selector.modify(connection.link, selectors.EVENT_READ, connection)

    def drop(self, connection):
        """Closes a connection."""
        self.open.pop(connection, None)
        try:
            self.selector.unregister(connection.link)
        except (KeyError, ValueError):
            pass
        connection.link.close()

    def close(self):
        """Closes everything."""
        for connection in list(self.open):
            self.drop(connection)
        self.selector.unregister(self.listener)
        self.listener.close()
        self.selector.close()
