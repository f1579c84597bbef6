# SPDX-License-Identifier: MIT
"""Requests that mean harm to the HTTP game server. Each must be refused: a status of 400 or more, or a closed connection."""

import random
import socket
import time

LONG = "9" * 5000
TARGETS = ("/create_session/g", "/move/3/2/g/B", "/turn/g", "/")


def request(path="/", host=None, method="GET", version="HTTP/1.1", headers=(), port=0, body=b""):
    """The bytes of a request."""
    lines = [f"{method} {path} {version}"]
    if host is not False:
        lines.append(f"Host: {host or f'127.0.0.1:{port}'}")
    lines += [f"{name}: {value}" for name, value in headers]
    return "\r\n".join(lines).encode("latin-1", "replace") + b"\r\n\r\n" + body


def foreign_hosts(port):
    """Names that are not ours: a page of another site whose name points to us, and plain nonsense."""
    for host in ("example.org", f"example.org:{port}", "127.0.0.1", "127.0.0.1:1", f"10.0.0.1:{port}", f"0.0.0.0:{port}",
                 f"localhost.example.org:{port}", f"127.0.0.1.example.org:{port}", f"[::2]:{port}", "", " ", ":", f":{port}",
                 f"127.0.0.1:{port}:1", f"127.0.0.1:{port}, example.org", f"user@127.0.0.1:{port}", f"127.1:{port}",
                 f"2130706433:{port}", f"0x7f000001:{port}", "127.0.0.1:" + LONG, "[" + "1:" * 200 + "]", f"\u00b9:{port}"):
        for path in TARGETS:
            yield request(path, host)
    for path in TARGETS:
        yield request(path, False)
        yield request(path, port=port, headers=[("Host", f"127.0.0.1:{port}")])


def foreign_pages(port):
    """What a browser sends for a page of another site that tries to make us do something."""
    for origin in ("http://example.org", "null", "https://example.org", f"http://example.org:{port}", "file://",
                   f"http://127.0.0.1:{port + 1}", f"http://127.0.0.1:{port}.example.org", "x"):
        for path in TARGETS:
            yield request(path, port=port, headers=[("Origin", origin)])
    for site in ("cross-site", "same-site", "CROSS-SITE", "nonsense"):
        for path in ("/create_session/g", "/move/3/2/g/B", "/play?id=g"):
            yield request(path, port=port, headers=[("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "no-cors")])


def wrong_paths(port):
    """Paths that lead nowhere, out of the server, or to nonsense."""
    bad = ["/..", "/../../etc/passwd", "/%2e%2e/etc/passwd", "//example.org/", "/etc/passwd", "/turn", "/turn/", "/turn/g/",
           "/turn/" + "x" * 33, "/turn/" + "x" * 900, "/turn/g%00", "/turn/g%0d%0aSet-Cookie:x", "/turn/\u00e9", "/turn/g;x",
           "/turn/<script>", "/turn/g'--", "/turn/unknown", "/create_session/", "/create_session/a/b", "/create_session/a.b",
           "/create_session/%41", "/create_session/" + "y" * 64, "/board_string/none", "/board_last/none", "/result/none",
           "/game/none", "/game/../g", "/play/g/" + "0" * 32, "/play/g/" + "0" * 32 + "/3/2", "/play", "/play?id=", "/play?id=a/b",
           "/play?id=%3Cscript%3E", "/play?" + "id=a&" * 60, "/favicon.ico", "/.git/config", "/index.php", "/cgi-bin/x",
           "/turn/g#x"]
    bad += [f"/move/{x}/{y}/g/{c}" for x, y, c in (
        (8, 0, "B"), (0, 8, "B"), (-1, 0, "B"), (0, 0, "X"), (0, 0, "b"), (0, 0, ""), (LONG, 0, "B"), (0, LONG, "B"), ("", 0, "B"),
        (0, 0, "BB"), ("3.0", 2, "B"), ("+3", 2, "B"), ("%33", 2, "B"), ("\u00b2", 2, "B"), ("0x3", 2, "B"), (0, 0, "W"))]
    bad += ["/move/3/2/none/B", "/move/0/0/g/B", "/move/3/2/g", "/move/3/2", "/move//2/g/B"]
    return [request(path, port=port) for path in bad]


def wrong_requests(port):
    """What is no request at all, or one too much."""
    host = f"Host: 127.0.0.1:{port}\r\n"
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get", "G", "", "X" * 20, "GET\t"):
        yield request("/create_session/g", port=port, method=method)
    for version in ("HTTP/0.9", "HTTP/2.0", "HTTP/1.2", "http/1.1", "", "HTTP/1.1 x", "HTTP/1." + LONG):
        yield request("/create_session/g", port=port, version=version)
    for name, value in (("Content-Length", "5"), ("Content-Length", "99999999999"), ("Content-Length", "-1"),
                        ("Transfer-Encoding", "chunked"), ("Content-Length", "0x5"), ("X-Outflank-Player", "abc"),
                        ("X-Outflank-Player", "g" * 32), ("X" * 70, "y"), ("X y", "z"), ("X", "a\x00b"), ("X", "a\x0bb")):
        yield request("/create_session/hostile", port=port, headers=[(name, value)], body=b"x" * 5)
    yield request("/create_session/g", port=port, headers=[("X", "y" * 8000), ("Z", "y" * 8000)])
    yield request("/create_session/g", port=port, headers=[(f"X{i}", "y") for i in range(200)])
    yield request("/create_session/g", port=port, headers=[("Content-Length", "0"), ("Content-Length", "0")])
    yield request("/" + "a" * 20000, port=port)
    yield f"GET http://127.0.0.1:{port}/create_session/g HTTP/1.1\r\n{host}\r\n".encode()
    yield f"GET /create_session/g\r\n{host}\r\n".encode()
    yield f"GET  /create_session/g HTTP/1.1\r\n{host}\r\n".encode()
    yield f"GET /create_session/g HTTP/1.1\n{host}\n".encode() + b"x" * 9000
    yield f"GET /create_session/g HTTP/1.1\r\n {host}\r\n\r\n".encode()
    yield f"GET /create_session/g HTTP/1.1\r\n{host}: x\r\n\r\n".encode()
    yield from (b"\x00" * 9000, b"\xff" * 20000, b"\r\n\r\n", b"\n\n\n\n" * 4000, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc" + b"x" * 9000,
                b"SSH-2.0-x\r\n\r\n", b"HELO x\r\n\r\n", b"uci\r\n\r\n", b"GET", b"")


def mutations(port, source):
    """Good requests with bytes changed, for ever; one that is still good is left out."""
    good = [request(path, port=port) for path in ("/move/3/2/g/B", "/create_session/g", "/turn/none", "/board_string/none")]
    while True:
        data = bytearray(source.choice(good))
        for _ in range(source.randrange(1, 6)):
            at = source.randrange(len(data))
            deed = source.randrange(4)
            if deed == 0:
                data[at] = source.randrange(256)
            elif deed == 1:
                del data[at:at + source.randrange(1, 9)]
            elif deed == 2:
                data[at:at] = bytes(source.randrange(256) for _ in range(source.randrange(1, 9)))
            else:
                data[at:at] = data[at:at + 20] * source.choice((2, 40, 900))
        yield bytes(data)


def all_kinds(port):
    """Every hand-made one."""
    return [*foreign_hosts(port), *foreign_pages(port), *wrong_paths(port), *wrong_requests(port)]


def send(port, data, source="127.0.0.2", patience=30.0, pieces=0):
    """Sends bytes and returns the status answered, 0 for a connection closed without one, None when neither came in time.

    With `pieces` it is a slow sender: so many pieces with a pause after each.
    """
    with socket.socket() as link:
        link.settimeout(patience)
        link.bind((source, 0))
        try:
            link.connect(("127.0.0.1", port))
            size = len(data) // pieces + 1 if pieces else len(data) or 1
            for at in range(0, len(data), size):
                link.sendall(data[at:at + size])
                if pieces:
                    time.sleep(0.02)
            link.shutdown(socket.SHUT_WR)
            answer = b""
            while b"\r\n" not in answer and len(answer) < 100:
                more = link.recv(200)
                if not more:
                    break
                answer += more
        except socket.timeout:
            return None
        except OSError:
            return 0
    return int(answer[9:12]) if answer.startswith(b"HTTP/1.1 ") else 0


def sample(port, count, seed):
    """`count` hostile requests: hand-made ones in a random order, then mutations."""
    source = random.Random(seed)
    made = all_kinds(port)
    source.shuffle(made)
    made = made[:count]
    extra = mutations(port, source)
    return made + [next(extra) for _ in range(count - len(made))]
