# SPDX-License-Identifier: MIT
"""The files of the page. They are listed once at the start: a path is looked up in that list and never joined to a
folder, so there is no path that leaves it."""

import functools
import gzip
import os

PACKED = (".html", ".js", ".css", ".svg", ".json", ".webmanifest")
KINDS = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json", ".wasm": "application/wasm",
         ".bin": "application/octet-stream", ".webmanifest": "application/manifest+json"}


class Site:
    """Paths of the page, such as "js/main.js", and the files they stand for."""

    def __init__(self, folders):
        """Every ordinary file of a kind we know; `folders` says under which path each folder's files stand."""
        self.files = {}
        for prefix, folder in folders.items():
            for parent, names, files in os.walk(folder):
                names[:] = [name for name in names if not name.startswith(".")]
                for name in files:
                    full = os.path.join(parent, name)
                    path = prefix + os.path.relpath(full, folder).replace(os.sep, "/")
                    if os.path.splitext(name)[1] in KINDS and os.path.isfile(full) and not os.path.islink(full):
                        self.files[path] = full

    def read(self, path, known="", packed=False):
        """(kind, headers, bytes) of a path, the bytes None when `known` is their tag already; None when there is no such
        file. Text may come packed with gzip."""
        full = self.files.get(path or "index.html")
        if full is None:
            return None
        ending = os.path.splitext(full)[1]
        packed = packed and ending in PACKED
        try:
            with open(full, "rb") as file:
                status = os.fstat(file.fileno())
                tag = f'"{status.st_mtime_ns:x}-{status.st_size:x}{"-z" if packed else ""}"'
                body = None if known == tag else file.read()
        except OSError:
            return None
        if packed and body is not None:
            body = self.pack(tag, body)
        return KINDS[ending], [("ETag", tag), ("Vary", "Accept-Encoding"), *([("Content-Encoding", "gzip")] if packed else [])], body

    @functools.lru_cache(maxsize=100)
    def pack(self, tag, body):
        """The bytes packed, done once a version of a file."""
        del tag
        return gzip.compress(body, 6)
