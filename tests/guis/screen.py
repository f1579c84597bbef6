# SPDX-License-Identifier: MIT
"""A screen nobody sees: Xvfb and a window manager, windows by name, the mouse, the keys and pictures.

Nothing sleeps for long: whatever is waited for is asked for again and again, and fails by name after PATIENCE seconds,
which is far more than an idle machine needs.
"""

import os
import select
import shutil
import subprocess
import sys
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
OUTFLANK = os.path.abspath(os.environ.get("OUTFLANK", os.path.join(ROOT, "outflank")))
PICTURES = os.path.join(ROOT, "build", "guis")
PATIENCE = 60


def wait_for(what, ask, patience=PATIENCE):
    """The first true answer; an AssertionError that says what was waited for when there is none."""
    end = time.monotonic() + patience
    while True:
        answer = ask()
        if answer:
            return answer
        if time.monotonic() > end:
            raise AssertionError(f"waited {patience} s for {what}")
        time.sleep(0.1)


def read(path):
    """The text of a file, empty when there is none yet."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except FileNotFoundError:
        return ""


class Screen:
    """Xvfb with openbox, a home of its own, and the programs started on it; all of them end with it."""

    def __init__(self, name):
        os.makedirs(PICTURES, exist_ok=True)
        self.home = os.path.join(PICTURES, name)
        shutil.rmtree(self.home, ignore_errors=True)
        os.makedirs(self.home)
        self.name = name
        self.programs = []
        self.env = dict(os.environ, HOME=self.home, LC_ALL="C.UTF-8",
                        PATH=os.environ.get("PATH", "") + ":/usr/games")
        try:
            self.show()
            self.manage()
        except BaseException:
            self.end()
            raise

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind:
            self.picture("failed")
        self.end()

    def show(self):
        """Starts Xvfb, which chooses a free number and tells it. Without -noreset it would begin anew whenever its
        only client leaves, and with it would go whoever was just coming in."""
        get, give = os.pipe()
        with os.fdopen(get) as pipe:
            self.start("Xvfb", "-displayfd", str(give), "-screen", "0", "1024x800x24", "-nolisten", "tcp", "-noreset",
                       pass_fds=[give])
            os.close(give)
            if not select.select([pipe], [], [], PATIENCE)[0]:
                raise AssertionError(f"waited {PATIENCE} s for Xvfb: {self.said('Xvfb')}")
            number = pipe.readline().strip()
        if not number:
            raise AssertionError(f"Xvfb has no screen: {self.said('Xvfb')}")
        self.env["DISPLAY"] = ":" + number

    def manage(self):
        """Starts openbox and waits until it manages the windows."""
        openbox = self.start("openbox")
        wait_for("the window manager",
                 lambda: self.xdotool("get_num_desktops") not in ("", "0") or openbox.poll() is not None)
        if openbox.poll() is not None:
            raise AssertionError(f"openbox ended with {openbox.returncode}: {self.said('openbox')}")

    def said(self, program):
        """What a program printed."""
        return read(os.path.join(self.home, program + ".log"))

    def end(self):
        """Ends every program, the last one first."""
        for program in reversed(self.programs):
            if program.poll() is None:
                program.terminate()
            try:
                program.wait(10)
            except subprocess.TimeoutExpired:
                program.kill()
                program.wait()

    def start(self, *words, **more):
        """Starts a program; what it says goes to a file in its home."""
        with open(os.path.join(self.home, os.path.basename(words[0]) + ".log"), "w", encoding="utf-8") as log:
            program = subprocess.Popen(words, env=self.env, cwd=self.home, stdin=subprocess.DEVNULL, stdout=log,
                                       stderr=log, **more)
        self.programs.append(program)
        return program

    def xdotool(self, *words):
        """What xdotool answers, empty when it finds nothing."""
        done = subprocess.run(["xdotool", *map(str, words)], env=self.env, capture_output=True, text=True, check=False,
                              timeout=PATIENCE)
        return done.stdout.strip()

    def window(self, title):
        """The window with this in its title, once it is there."""
        return wait_for(f"a window '{title}'",
                        lambda: self.xdotool("search", "--onlyvisible", "--name", title)).split()[-1]

    def size(self, window):
        """Width and height of a window."""
        shape = dict(line.split("=") for line in self.xdotool("getwindowgeometry", "--shell", window).splitlines())
        return int(shape["WIDTH"]), int(shape["HEIGHT"])

    def no_window(self, title):
        """Waits until there is none any more."""
        wait_for(f"the end of the window '{title}'",
                 lambda: not self.xdotool("search", "--onlyvisible", "--name", title))

    def keys(self, window, *keys):
        """Presses keys in a window."""
        self.xdotool("windowactivate", window)
        wait_for("the keyboard", lambda: self.xdotool("getactivewindow") == window)
        self.xdotool("key", "--delay", 50, *keys)

    def click(self, window, x, y):
        """Moves there, rests, presses and lets go: quarry takes no shorter click."""
        self.xdotool("mousemove", "--window", window, x + 8, y + 8, "sleep", 0.2, "mousemove", "--window", window, x, y,
                     "sleep", 0.3, "mousedown", 1, "sleep", 0.1, "mouseup", 1)

    def drag(self, window, start, end):
        """Carries what lies at one place of a window to another, by way of the middle."""
        middle = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
        self.xdotool("mousemove", "--window", window, *start, "sleep", 0.3, "mousedown", 1, "sleep", 0.3, "mousemove",
                     "--window", window, *middle, "sleep", 0.2, "mousemove", "--window", window, *end, "sleep", 0.3,
                     "mouseup", 1)

    def picture(self, what):
        """Keeps what is on the screen as build/guis/NAME-WHAT.png."""
        subprocess.run(["import", "-window", "root", os.path.join(PICTURES, f"{self.name}-{what}.png")], env=self.env,
                       check=False, timeout=PATIENCE)
