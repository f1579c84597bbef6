# SPDX-License-Identifier: MIT
"""One GET, bounded in time and size whatever the server does: no header, drop by drop, or without end."""

import select
import socket
import ssl
import time
from urllib.parse import urlsplit

SIZE_LIMIT = 1 << 16


class Failed(Exception):
    """No usable answer came; the text says why. `sent` is true when the request may have reached the server."""

    def __init__(self, reason, sent=False):
        """Keeps both."""
        super().__init__(reason)
        self.sent = sent


class Address:
    """Where a server is: http://HOST[:PORT][/PATH] in pieces."""

    def __init__(self, url):
        """ValueError says what is wrong with the text."""
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme not in ("http", "https"):
            raise ValueError(f"{parts.scheme}:// is not spoken here; http:// and https:// are")
        if not parts.hostname or parts.username is not None or parts.query or parts.fragment:
            raise ValueError("an address is http://HOST[:PORT][/PATH]")
        if not (parts.path + parts.hostname).isascii() or any(c <= " " for c in url):
            raise ValueError("an address has no blanks and only ASCII letters")
        self.secure = parts.scheme == "https"
        self.host, self.port = parts.hostname, parts.port or (443 if self.secure else 80)
        self.base = parts.path.rstrip("/")
        name = f"[{self.host}]" if ":" in self.host else self.host
        self.name = name if self.port == (443 if self.secure else 80) else f"{name}:{self.port}"

    def __str__(self):
        """For people."""
        return f"{'https' if self.secure else 'http'}://{self.name}{self.base}"


def get(address, path, headers=(), patience=10.0):
    """(status, text) of a path on a server; Failed when there is none within `patience` seconds."""
    deadline = time.monotonic() + patience
    try:
        link = socket.create_connection((address.host, address.port), timeout=patience)
    except OSError as why:
        raise Failed(f"no connection to {address}: {why.strerror or why}") from None
    with link:
        try:
            if address.secure:
                link = ssl.create_default_context().wrap_socket(link, server_hostname=address.host)
            more = "".join(f"{name}: {value}\r\n" for name, value in headers)
            # HTTP/1.0, so that the answer is not cut into chunks.
            link.sendall(f"GET {address.base}{path} HTTP/1.0\r\nHost: {address.name}\r\n{more}\r\n".encode())
            return read_answer(receive(link, deadline))
        except (OSError, ValueError) as why:
            raise Failed(f"{address} gave no answer: {getattr(why, 'strerror', None) or why}", sent=True) from None


def receive(link, deadline):
    """Everything the server sends until it has said all or closes."""
    data = b""
    while not is_whole(data):
        left = deadline - time.monotonic()
        pending = isinstance(link, ssl.SSLSocket) and link.pending()
        if left <= 0 or not pending and not select.select([link], [], [], left)[0]:
            raise Failed("the answer took too long", sent=True)
        link.settimeout(max(left, 0.01))
        more = link.recv(4096)
        if not more:
            break
        data += more
        if len(data) > SIZE_LIMIT:
            raise Failed("the answer is too long", sent=True)
    return data


def is_whole(data):
    """True when an answer has all the bytes it promised."""
    head, found, body = data.partition(b"\r\n\r\n")
    if not found:
        return False
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        value = value.strip()
        if name.strip().lower() == b"content-length" and value.isdigit() and len(value) < 9:
            return len(body) >= int(value)
    return False


def read_answer(data):
    """(status, text) of a raw answer."""
    head, found, body = data.partition(b"\r\n\r\n")
    words = head.split(b"\r\n")[0].split(None, 2)
    if not found or len(words) < 2 or not words[0].startswith(b"HTTP/") or len(words[1]) != 3 or not words[1].isdigit():
        raise Failed("the answer is not HTTP" if data else "the connection was closed without an answer", sent=True)
    return int(words[1]), body.decode("utf-8", "replace").strip()
