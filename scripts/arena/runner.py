# SPDX-License-Identifier: MIT
"""Several games at a time: one thread per game slot, each with its own engine processes.

Threads are enough: a slot sleeps in poll() while an engine thinks, and needs a fraction of a millisecond of Python
between two moves. The switch interval is short so that a slot with an answer never waits long for the interpreter.
"""

import queue
import sys
import threading
import time

from .adjudicate import Rules
from .clock import Clock
from .engines import make_driver
from .play import Game
from .process import as_fault
from .referee import new_game

SWITCH_INTERVAL = 0.0005
START_FAILURES = 3          # in a row, after which a match is given up


class MatchAborted(Exception):
    """The match cannot go on; the text says why."""


class Runner:
    """Plays a schedule's games and hands out their records in the order they finish."""

    def __init__(self, specs, schedule, concurrency, patience, log=None, rules=Rules()):
        """Nothing starts before `records` is asked for; `rules` end games by their scores."""
        self.specs, self.schedule, self.concurrency = specs, schedule, concurrency
        self.patience, self.log, self.rules = patience, log, rules
        self.lock = threading.Condition()
        self.results = queue.Queue()
        self.stopping = False
        self.failures = {}
        self.drivers = set()
        self.started = {}           # slot -> task now playing
        self.threads = []

    def try_engines(self, game, start=""):
        """Starts every engine once on a board, so that a wrong command is told at once; returns warnings."""
        warnings = []
        for side, spec in enumerate(self.specs):
            position = new_game(game, start)
            driver = make_driver(spec, self.patience, self.log)
            if position.kind not in driver.games:
                raise MatchAborted(f"{spec.name}: the protocol {spec.protocol} cannot carry {position.kind}")
            try:
                driver.new_game(position, [Clock(spec.limits)] * 2, side % 2)
            except BaseException as why:
                driver.kill()
                if not isinstance(why, Exception):      # an interruption
                    raise
                raise MatchAborted(f"{spec.name}: {as_fault(why)}") from None
            warnings += [f"{spec.name}: {text}" for text in driver.warnings]
            if not driver.scores and self.rules != Rules():
                warnings.append(f"{spec.name}: {spec.protocol.upper()} tells no scores to adjudicate by")
            driver.quit()
        return warnings

    def records(self, tick=None):
        """Yields a GameRecord for each finished game, and None after `tick` seconds without one, until all are played."""
        sys.setswitchinterval(SWITCH_INTERVAL)
        self.threads = [threading.Thread(target=self.slot, args=(index,), daemon=True)
                        for index in range(self.concurrency)]
        for thread in self.threads:
            thread.start()
        alive = len(self.threads)
        while alive:
            try:
                item = self.results.get(timeout=tick)
            except queue.Empty:
                yield None
                continue
            if item is None:
                alive -= 1
            elif isinstance(item, BaseException):
                self.stop()
                raise item
            else:
                yield item
        for thread in self.threads:
            thread.join()

    def stop(self):
        """No new games; those being played are dropped and their engines killed."""
        with self.lock:
            self.stopping = True
            self.lock.notify_all()
        for driver in list(self.drivers):
            process = driver.process
            if process is not None:
                process.strike()

    def close(self, patience=5.0):
        """Ends what still plays and waits until its engines have gone, so many seconds at most."""
        deadline = time.monotonic() + patience
        for thread in self.threads:
            while thread.is_alive() and time.monotonic() < deadline:
                self.stop()             # again, for an engine may just have been starting
                thread.join(0.05)

    def next_task(self, index):
        """Waits for a game to play; None when there will be none."""
        with self.lock:
            while not self.stopping:
                task = self.schedule.next()
                if task is not None:
                    self.started[index] = task
                    return task
                self.started.pop(index, None)
                if not self.started:        # nobody plays, so no result can bring a new game
                    return None
                self.lock.wait()
        return None

    def slot(self, index):
        """A thread's life: game after game, keeping engines alive between them."""
        drivers = {}
        try:
            while True:
                task = self.next_task(index)
                if task is None:
                    break
                self.keep_only(drivers, (task.first, task.second))
                record = self.play(task, drivers)
                with self.lock:
                    if self.stopping:
                        break
                    score = record.score()
                    self.schedule.finished(task.number, 1 - score if record.swapped else score)
                    self.started.pop(index, None)
                    self.lock.notify_all()
                self.results.put(record)
        except BaseException as why:        # a fault of the arena itself must not look like a quiet end
            self.results.put(why)
        finally:
            with self.lock:
                self.started.pop(index, None)
                self.lock.notify_all()
            self.keep_only(drivers, ())
            self.results.put(None)

    def play(self, task, drivers):
        """Plays one game with the slot's drivers."""
        chosen = []
        for which in (task.first, task.second):
            if which not in drivers:
                drivers[which] = make_driver(self.specs[which], self.patience, self.log)
                self.drivers.add(drivers[which])
            if self.specs[which].fresh:
                drivers[which].quit()
            chosen.append(drivers[which])
        record = Game(task, chosen, [driver.spec.limits for driver in chosen], self.rules).play()
        self.count_failures(record, [driver.spec.name for driver in chosen])
        return record

    def count_failures(self, record, names):
        """Gives a match of two up when one of them does not start any more; among several the others go on."""
        with self.lock:
            if record.kind != "start":
                for name in names:
                    self.failures[name] = 0
                return
            self.failures[record.faulty] = self.failures.get(record.faulty, 0) + 1
            if self.failures[record.faulty] >= START_FAILURES and len(self.specs) == 2:
                raise MatchAborted(f"{record.faulty} did not start {START_FAILURES} times in a row: {record.reason}")

    def keep_only(self, drivers, wanted):
        """Ends the engines of this slot that are not needed for the next game."""
        for which in [w for w in drivers if w not in wanted]:
            driver = drivers.pop(which)
            if self.stopping:
                driver.kill()
            else:
                driver.quit()
            self.drivers.discard(driver)
