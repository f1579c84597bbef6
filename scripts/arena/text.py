# SPDX-License-Identifier: MIT
"""Text from outside: numbers that are really numbers, and lines that a terminal can be shown.

Engines and servers may send anything. Python's own readers are too kind for that: int() takes any script's digits and
chokes on 5,000 of them, isdigit() is true for a superscript, lower() turns the Kelvin sign into k.
"""

SHOWN = 200             # characters of somebody else's text that are worth showing


def whole_number(text, low, high):
    """The number in low..high that ASCII digits, perhaps with a sign, write; None for everything else."""
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not 1 <= len(digits) <= 18 or not digits.isascii() or not digits.isdigit():
        return None
    number = int(text)
    return number if low <= number <= high else None


def printable(text, limit=SHOWN):
    """One line that is safe to show: what a terminal could act on is spelled out (\\x1b), and a long text is cut."""
    cut = len(text) - limit
    if cut > 0:
        text = text[:limit]
    if not text.isprintable():
        text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return text + (f"... ({cut} more)" if cut > 0 else "")


def printable_lines(text):
    """The same for a text of several lines, none of them cut."""
    return "\n".join(printable(line, len(line)) for line in text.split("\n"))


def tolerate_any_text(*streams):
    """Makes output streams spell out what their encoding lacks, so that a name in it never ends the program."""
    for stream in streams:
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
