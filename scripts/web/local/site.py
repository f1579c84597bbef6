# SPDX-License-Identifier: MIT
"""The files of the page. They are listed once at the start: a path is looked up in that list and never joined to a
folder, so there is no path that leaves it."""

import os

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

    def read(self, path, known=""):
        """(kind, bytes or None when `known` is its tag already, tag) of a path, or None when there is no such file."""
        full = self.files.get(path or "index.html")
        if full is None:
            return None
        try:
            with open(full, "rb") as file:
                status = os.fstat(file.fileno())
                tag = f'"{status.st_mtime_ns:x}-{status.st_size:x}"'
                return KINDS[os.path.splitext(full)[1]], None if known == tag else file.read(), tag
        except OSError:
            return None
