# SPDX-License-Identifier: MIT
"""The local server of the board: wire (HTTP), site (the page's files), engines (processes), app (all of it)."""
