#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh - the program in the windows of others; scripts/test guis makes sure of what they need. Pictures of
# what was to be seen are kept in build/guis. Quarry and xboard have a screen each, and play at the same time: both
# mostly wait for clocks.
set -eu
cd "$(dirname "$0")/../.."

suite() {
    timeout -k 10 600 python3 -m unittest discover -s tests/guis -p "$1"
}
suite test_xboard.py &
xboard=$!
status=0
suite test_quarry.py || status=1
wait "$xboard" || status=1
exit "$status"
