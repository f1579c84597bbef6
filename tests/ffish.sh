#!/bin/sh
# SPDX-License-Identifier: MIT
# ffish.sh - our legal moves against a second, independent referee (npm ffish), over random games.
# The package is put under build/; where it can't be had the test is skipped by name.
set -eu
cd "$(dirname "$0")/.."
if [ ! -d build/npm/node_modules/ffish ]; then
    mkdir -p build/npm
    if ! npm install --silent --no-audit --no-fund --prefix build/npm ffish@0.7.10 >/dev/null 2>&1; then
        echo "skipped: tests/ffish.js (npm cannot install ffish)"
        exit 0
    fi
fi
node tests/ffish.js "${1:-short}"
