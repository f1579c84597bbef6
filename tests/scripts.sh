#!/bin/sh
# SPDX-License-Identifier: MIT
# scripts.sh - the tests of what is written in Python, and of what needs node; `long` adds the slow ones.
# Each part is skipped by name where its interpreter is missing.
set -eu
cd "$(dirname "$0")/.."
# Whoever compiles through something else has a compiler all the same.
(
    . scripts/setup.sh
    CC="env ${CC:-cc}" can_compile stdio.h
) || { echo "scripts: setup.sh takes 'env ${CC:-cc}' for no compiler" >&2; exit 1; }
suite() {
    python3 -m unittest discover -q -s "$1"
}
if ! command -v python3 >/dev/null 2>&1; then
    echo "skipped: tests/arena, tests/bridges, tests/train (no python3)"
else
    # They mostly wait, for engines that do not answer, servers that have gone and seconds of training: together.
    status=0
    suite tests/bridges &
    bridges=$!
    suite tests/train &
    train=$!
    suite tests/arena || status=1
    wait "$bridges" || status=1
    wait "$train" || status=1
    if [ "${1:-short}" = long ]; then
        python3 tests/bridges/check_long.py || status=1
    fi
    [ "$status" = 0 ] || exit "$status"
fi
if command -v node >/dev/null 2>&1; then
    sh tests/ffish.sh "${1:-short}"
else
    echo "skipped: tests/ffish.sh (no node)"
fi
