#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh - the tests of the board in the browser; scripts/test web makes sure of what they need.
set -eu
cd "$(dirname "$0")/../.."
python3 tests/web/test_server.py
for part in rules facts records texts page wasm pictures; do
    node "tests/web/$part.mjs"
done
