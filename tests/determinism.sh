#!/bin/sh
# SPDX-License-Identifier: MIT
# determinism.sh - one node count whatever the compiler, its optimisation and the kernel (row F4).
# A compiler that is missing is skipped by name.
set -eu
cd "$(dirname "$0")/.."
want=$(cat tests/signature.txt)
jobs=$(getconf _NPROCESSORS_ONLN)
status=0
for compiler in gcc clang; do
    if ! command -v "$compiler" >/dev/null 2>&1; then
        echo "skipped: $compiler is not here"
        continue
    fi
    for level in -O0 -O3; do
        folder=build/determinism/$compiler$level
        mkdir -p "$folder"
        make -s -j"$jobs" B="$folder" EXE="$folder/outflank" CC="${CCACHE:-} $compiler" CFLAGS="$level" >/dev/null
        for kernel in portable fast; do
            got=$("$folder/outflank" bench --kernel "$kernel" | sed -n 's/^\([0-9]*\) nodes$/\1/p')
            [ "$got" = "$want" ] && word=agrees || word=DIFFERS status=1
            echo "$compiler $level $kernel: $got nodes, $word"
        done
    done
done
exit "$status"
