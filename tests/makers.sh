#!/bin/sh
# SPDX-License-Identifier: MIT
# makers.sh - the program that makes Connect Four's lines goes on where it was broken off: what stood whole in its
# log is not solved again, wherever the log was cut, and the book is the same.
set -eu
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# make_lines BOOK: makes it with the log at hand, and says how many positions were solved for it.
make_lines() {
    "${B:-build}/connect4-lines" connect4:5x4 "$folder/log" "$folder/$1" 1 2>&1 | sed -n 's/.*entries, \([0-9]*\) solved now$/\1/p'
}

all=$(make_lines whole)
size=$(wc -c <"$folder/log")
head -c $((size / 2 + 4)) "$folder/log" >"$folder/cut"
mv "$folder/cut" "$folder/log"
some=$(make_lines cut)
none=$(make_lines again)
if [ "$all" -le "$some" ] || [ "$some" -le 0 ] || [ "$none" -ne 0 ]; then
    echo "makers: $all positions were solved, then $some, then $none" >&2
    exit 1
fi
cmp "$folder/whole" "$folder/cut"
cmp "$folder/whole" "$folder/again"
echo "makers: a log that was cut is gone on with"
