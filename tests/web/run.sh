#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh - the tests of the board in the browser; scripts/test web makes sure of what they need.
set -eu
cd "$(dirname "$0")/../.."

# part SECONDS COMMAND...: tells what is run and how long it took; nothing runs for ever.
part() {
    seconds=$1 begun=$(date +%s)
    shift
    if timeout -k 10 "$seconds" "$@"; then
        echo "$* took $(($(date +%s) - begun)) s"
    else
        echo "FAILED after $(($(date +%s) - begun)) of at most $seconds s: $*" >&2
        exit 1
    fi
}
part 420 python3 tests/web/test_server.py
for name in rules facts records texts pictures; do
    part 300 node "tests/web/$name.mjs"
done
part 1200 node tests/web/page.mjs
part 900 node tests/web/wasm.mjs
