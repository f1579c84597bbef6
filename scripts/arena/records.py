# SPDX-License-Identifier: MIT
"""The JSON lines file: the one record a match is resumed from.

Line 1 holds the settings, every further line one finished game, or the settings again where a resumed match has others,
such as more games: the last ones count. A line is written with one write call and forced to
the disk before the game counts, so after kill -9 or a power cut at most the last line is torn; it is cut off on resume
and that game is played again. PGN, SGF and SVG are made from these lines and can always be made anew (pgnfile.py has PGN's own file).
"""

import json
import os
import shlex

from .play import GameRecord

FORMAT = "outflank-match"
VERSION = 1


class RecordError(ValueError):
    """A record file that cannot be used; the text names the file and why."""


class Journal:
    """An open JSON lines file."""

    def __init__(self, path):
        """Wraps a path; `create` or `reopen` opens it."""
        self.path = path
        self.handle = None
        self.settings = None        # as they stand in the file

    def create(self, settings):
        """Begins a new file; an existing one is never overwritten."""
        try:
            self.handle = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)
        except FileExistsError:
            raise RecordError(f"{self.path} exists: go on with --resume {shlex.quote(self.path)}, or choose another name") from None
        except OSError as why:
            raise RecordError(f"{self.path}: {why}") from None
        self.keep(settings)

    def keep(self, settings):
        """Writes the settings down unless they are what the file has: the next resume goes on with them."""
        if settings != self.settings:
            self.append({"format": FORMAT, "version": VERSION, "settings": settings})
            self.settings = dict(settings)

    def reopen(self):
        """Opens an existing file; returns its settings and games, the torn end removed."""
        settings, records, good = load(self.path)
        try:
            self.handle = os.open(self.path, os.O_WRONLY | os.O_APPEND)
            os.ftruncate(self.handle, good)
        except OSError as why:
            raise RecordError(f"{self.path}: {why}") from None
        self.settings = settings
        return settings, records

    def append(self, item):
        """Writes one line and waits until it is on the disk."""
        data = (json.dumps(item, separators=(",", ":")) + "\n").encode()
        while data:
            data = data[os.write(self.handle, data):]
        os.fsync(self.handle)

    def close(self):
        """Closes the file."""
        if self.handle is not None:
            os.close(self.handle)
            self.handle = None


def load(path):
    """(settings, records, bytes that are whole) of a file; RecordError when it is not one of ours."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as why:
        raise RecordError(f"{path}: {why}") from None
    settings, records, good, seen = None, [], 0, set()
    for raw in data.splitlines(keepends=True):
        if not raw.endswith(b"\n"):
            break
        try:
            item = json.loads(raw)
            if settings is None or "settings" in item:
                if item["format"] != FORMAT or item["version"] != VERSION:
                    raise RecordError(f"{path}: version {item['version']} of {item['format']} is not known here")
                settings = item["settings"]
            else:
                record = GameRecord(**item)
                if record.number not in seen:
                    seen.add(record.number)
                    records.append(record)
        except (ValueError, KeyError, TypeError) as why:
            if isinstance(why, RecordError):
                raise
            if good + len(raw) < len(data):
                raise RecordError(f"{path}: damaged at byte {good}, before its end") from None
            break
        good += len(raw)
    if settings is None:
        raise RecordError(f"{path}: not a match record")
    return settings, records, good


def sync(path):
    """Waits until a file, or the names in a folder, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def put_in_place(beside, path):
    """Gives a finished file its name: there is the old one or the new one, whole, whenever the power fails."""
    sync(beside)
    os.replace(beside, path)
    try:
        sync(os.path.dirname(path) or ".")
    except OSError:             # a file system that has no such thing: the old file may come back, whole
        pass


def write_whole(path, text):
    """Replaces a file by a new whole one, or leaves the old. A link stays one; what is no regular file, such as /dev/null,
    is written to and never replaced."""
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return
    path = os.path.realpath(path)
    beside = f"{path}.new"
    try:
        with open(beside, "w", encoding="utf-8") as file:
            file.write(text)
        put_in_place(beside, path)
    except BaseException:
        if os.path.isfile(beside):
            os.unlink(beside)
        raise
