#!/bin/sh
# SPDX-License-Identifier: MIT
# protocol_readme.sh - the commands in protocol/README.md are those of the program: what stands between its two
# marks is what `outflank help` says of every protocol. `protocol_readme.sh write` brings it up to date.
set -eu
cd "$(dirname "$0")/.."
outflank=${OUTFLANK:-./outflank}
page=protocol/README.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Every word of the program's help that takes a game and options is a protocol.
"$outflank" --help | sed -n 's/^  outflank \([a-z][a-z0-9]*\) .*/\1/p' >"$work/words"
count=0
while read -r word; do
    "$outflank" help "$word" >"$work/help" 2>/dev/null || continue
    grep -q '^outflank .*--option NAME=VALUE' "$work/help" || continue
    count=$((count + 1))
    title=$(sed -n 2p "$work/help")
    printf '\n### `outflank %s`: %s\n\n```\n' "$word" "$title"
    sed -e '1,3d' -e '/^Options:/,$d' "$work/help" | sed -e '/^$/d' -e 's/^  //'
    printf '```\n'
done <"$work/words" >"$work/commands"
[ "$count" -gt 1 ] || { echo "protocol_readme: the help lists no protocols" >&2; exit 1; }
{
    cat "$work/commands"
    printf '\n### Options, the same in all of them\n\n```\n'
    "$outflank" help gtp | sed -e '1,/^Options:/d' -e 's/^  //'
    printf '```\n\n'
} >"$work/tables"

{
    sed '/^<!-- from outflank help -->$/q' "$page"
    cat "$work/tables"
    sed -n '/^<!-- to here -->$/,$p' "$page"
} >"$work/page"
if [ "${1:-}" = write ]; then
    cat "$work/page" >"$page"
elif ! diff "$page" "$work/page" >"$work/difference"; then
    cat "$work/difference" >&2
    echo "protocol_readme: protocol/README.md is not what the program says; sh tests/protocol_readme.sh write" >&2
    exit 1
fi
# Every GUI that setup knows has its place on the page.
"$outflank" setup | while read -r _ _ gui _; do
    grep -q "outflank setup $gui" "$page" || { echo "protocol_readme: nothing about $gui" >&2; exit 1; }
done
echo "protocol_readme: $count protocols as in the program"
