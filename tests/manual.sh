#!/bin/sh
# SPDX-License-Identifier: MIT
# manual.sh - the manual page and the completions: well formed, and with every word the program knows.
set -eu
cd "$(dirname "$0")/.."
outflank=${OUTFLANK:-./outflank}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
fail() { echo "manual: $*" >&2; bad=1; }

for form in man bash zsh fish; do
    "$outflank" help "$form" >"$work/$form"
done

# ---- the page, as whichever program is here reads it ----
checked=no
if command -v mandoc >/dev/null; then
    mandoc -T lint -W warning "$work/man" >"$work/said" 2>&1 || fail "mandoc: $(cat "$work/said")"
    checked=mandoc
elif command -v groff >/dev/null; then
    groff -man -ww -Tascii "$work/man" 2>"$work/said" >"$work/page" || fail "groff can't read it"
    [ -s "$work/said" ] && fail "groff: $(cat "$work/said")"
    grep -q 'plays and solves' "$work/page" || fail "groff shows no page"
    checked=groff
fi

# ---- every word of every table stands in every form that has a place for it ----
"$outflank" --help | sed -n 's/^  outflank \([a-z][a-z0-9]*\) .*/\1/p' | grep -v '^help$' >"$work/words"
[ "$(wc -l <"$work/words")" -gt 8 ] || fail "the help lists no words"
sed 's/\\-/-/g; s/\\&//g; s/\\fI[A-Z]*\\fP//g' "$work/man" >"$work/plain"
while read -r word; do
    for form in plain bash zsh fish; do
        grep -qw -- "$word" "$work/$form" || fail "$word is not in $form"
    done
    "$outflank" help "$word" | sed -n 's/^  \(-[a-z]\)\{0,1\} *\(--[a-z-]*\) .*/\2/p' >"$work/flags"
    while read -r flag; do
        for form in plain bash zsh; do
            grep -q -- "$flag" "$work/$form" || fail "$word $flag is not in $form"
        done
        grep -q -- "-l ${flag#--}" "$work/fish" || fail "$word $flag is not in fish"
    done <"$work/flags"
done <"$work/words"
"$outflank" help gtp | sed -n '1,/^Options:/d; s/^  \([A-Z][A-Za-z_]*\( [A-Z][a-z]*\)\{0,1\}\)  .*/\1/p' >"$work/options"
[ "$(wc -l <"$work/options")" -gt 15 ] || fail "the help lists no options"
while read -r option; do
    for form in plain bash fish; do
        grep -q "$option" "$work/$form" || fail "option $option is not in $form"
    done
done <"$work/options"
# Commands of protocols are for the page alone.
for word in $(cat "$work/words"); do
    "$outflank" help "$word" | grep -q '^outflank .*--option NAME=VALUE' || continue
    "$outflank" help "$word" | sed -e '1,3d' -e '/^Options:/,$d' | sed -n 's/^  \([^ ][^ ]*\).*/\1/p' |
        while read -r command; do
            grep -qF -- ".B $command" "$work/plain" || echo "manual: $word's $command is not on the page"
        done
done >"$work/missing"
[ -s "$work/missing" ] && { cat "$work/missing" >&2; bad=1; }

# ---- completion tried in bash ----
# complete LINE...: what bash would offer after these words, the last of them half typed.
completes() {
    bash -c '
        source "$1"; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); compopt() { :; }
        _outflank; printf "%s\n" "${COMPREPLY[@]}"' bash "$work/bash" "$@" | tr '\n' ' '
}
expect() {
    want=$1
    shift
    got=$(completes "$@")
    [ "$got" = "$want " ] || fail "bash: $* gives '$got', not '$want'"
}
if command -v bash >/dev/null; then
    expect 'solve' outflank sol
    expect 'connect4' outflank play -g conn
    expect '--json' outflank analyze --j
    expect 'learn' outflank book le
    expect '--ply-cost' outflank book learn x.book --ply
    expect '--resume' outflank solve in --res
    expect 'Move\ Overhead=' outflank gtp --option Mov
    expect 'man' outflank help m
fi
[ "$bad" = 0 ] && echo "manual: the page ($checked), bash, zsh and fish have every word"
exit "$bad"
