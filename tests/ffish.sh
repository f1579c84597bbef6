#!/bin/sh
# SPDX-License-Identifier: MIT
# ffish.sh - our legal moves against a second, independent referee (npm ffish), over random games.
# The package stands under build/ once `scripts/test referee` put it there; without it the test is skipped by name.
set -eu
cd "$(dirname "$0")/.."
if [ ! -d build/npm/node_modules/ffish ]; then
    echo "skipped: tests/ffish.js (no ffish: sh scripts/test referee installs it)"
    exit 0
fi
node tests/ffish.js "${1:-short}"
