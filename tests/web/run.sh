#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh [wasm] - the tests of the board in the browser, with the engine on this machine or in the browser itself;
# scripts/test web and wasm make sure of what they need.
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
if [ "${1:-}" = wasm ]; then
    part 900 node tests/web/wasm.mjs
    exit 0
fi
# The server's tests mostly wait: for slow senders, and for engines to end.
part 420 python3 tests/web/test_server.py &
server=$!
for name in rules facts records values texts; do
    part 300 node "tests/web/$name.mjs"
done
wait "$server"
part 300 node tests/web/pictures.mjs
part 1200 node tests/web/page.mjs
