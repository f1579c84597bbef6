#!/bin/sh
# SPDX-License-Identifier: MIT
# scripts.sh - the tests of what is written in Python, and of what needs node; `long` adds the slow ones.
# Each part is skipped by name where its interpreter is missing.
set -eu
cd "$(dirname "$0")/.."
if ! command -v python3 >/dev/null 2>&1; then
    echo "skipped: tests/arena, tests/train (no python3)"
else
    python3 -m unittest discover -q -s tests/arena
    python3 -m unittest discover -q -s tests/train
fi
if command -v node >/dev/null 2>&1; then
    sh tests/ffish.sh "${1:-short}"
else
    echo "skipped: tests/ffish.sh (no node)"
fi
