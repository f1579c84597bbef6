#!/bin/sh
# SPDX-License-Identifier: MIT
# structure.sh - which way things depend, read off the sources: nothing below knows what is above it, games do
# not know each other, only the session makes a search, and what a game is like is asked of its traits. And how
# long things are: no file over 700 lines, no function over 100 but one numbered search a game, no code that stands
# in two files; and that files which are named are there.
set -eu
cd "$(dirname "$0")/.."
bad=0

# none WHAT PATTERN FILE...: no line of the files may match.
none() {
    what=$1 pattern=$2
    shift 2
    if grep -nE "$pattern" /dev/null "$@"; then
        echo "structure: $what" >&2
        bad=1
    fi
}

below=$(find engine book -name '*.[ch]' -o -name '*.inc')
[ -n "$below" ] || { echo "structure: no sources" >&2; exit 1; }
none "engine and book know no protocol, script or test" '#include "(protocol|scripts|tests)/' $below
none "the public header needs the language's own alone" '#include "' engine/outflank.h
for game in engine/*/game.c; do
    name=$(basename "$(dirname "$game")")
    others=$(find engine -mindepth 2 -name '*.[ch]' ! -path "engine/$name/*" -o -mindepth 2 -name '*.inc' ! -path "engine/$name/*")
    none "no game knows $name" "#include \"engine/$name/" $others engine/*.[ch]
    # The three names stand in the game's own folder; what lists games asks the list.
    none "$name is named where the list of games should be asked" "\"$name[\":]" \
        protocol/main.c engine/options.c engine/session.c engine/notation.c $(find protocol book -name 'sgf.c')
done
none "only the session makes a search" '\(struct search\) *\{|struct search [a-z_]+ *= *\{' \
    $(find engine book protocol scripts tests -name '*.[ch]' -o -name '*.inc' | grep -v '^engine/session\.c$')
none "protocols ask for traits, not for the notation" 'notation *[!=]=|[!=]= *NOTATION_' $(find protocol -name '*.[ch]')

sources=$(find engine book protocol scripts tests -name '*.[ch]' -o -name '*.inc')
none "exit is main's alone" '(^|[^_a-z])(exit|abort)\(' $(find engine book protocol -name '*.[ch]' ! -path protocol/main.c ! -path 'book/make/*')
none "a function that reads or writes without a bound" \
    '(^|[^_a-z])(atoi|atol|strtok|strcat|strcpy|sprintf|vsprintf|gets|s?scanf|fscanf|setjmp|system|popen)\(' $(echo "$sources" | grep -v '^tests/')
none "a word that only its writer understands" \
    '(^|[^a-zA-Z])(desk|glance|glimpse|terrain|hopeful|bright|hunt|hurry|LOOKS)([^a-z]|$)' $sources $(find . -name '*.md' -not -path './build/*')
# Tables aside, which are as long as what they hold.
none_longer=$(wc -l $sources | awk '$1 > 700 && $2 != "total" && $2 !~ /\/weights\.c$/')
if [ -n "$none_longer" ]; then
    { echo "structure: files of more than 700 lines:"; echo "$none_longer"; } >&2
    bad=1
fi
# FOLDER FILE LINE of every function of more than 100 lines, braces included. A search may be longer where its steps
# are numbered, one in the folder of a game.
long=$(awk '
    FNR == 1 { start = 0 }
    /^\{/ { start = FNR; steps = 0 }
    start && /^ +\/\/ [0-9]+\. / { steps++ }
    start && /^}/ {
        if (FNR - start > 99) {
            folder = FILENAME
            sub(/^engine\//, "", folder); sub(/\/.*/, "", folder)
            print (steps >= 3 && FILENAME ~ /^engine\/[^\/]+\// ? folder : "-"), FILENAME, start
        }
        start = 0
    }' $sources)
if echo "$long" | grep '^-' || echo "$long" | cut -d' ' -f1 | sort | uniq -d | grep .; then
    echo "structure: functions of more than 100 lines, beside one numbered search a game" >&2
    bad=1
fi
# Eleven lines of code in a row that stand in two files; blanks, comments, braces and rows of tables do not count.
twice=$(awk '
    FNR == 1 { n = 0 }
    {
        gsub(/^[ \t]+|[ \t]+$/, "")
        if ($0 == "" || $0 ~ /^(\/\/|#include|[{}.\["][^(]*,?$|[{}]+[;,]*$)/)
            next
        line[++n] = $0
        run = ""
        for (i = n - 10; i <= n && n > 10; i++)
            run = run "\n" line[i]
        if (run == "")
            next
        if (run in seen && seen[run] != FILENAME)
            print FILENAME ":" FNR, seen[run]
        seen[run] = FILENAME
    }' $sources)
if [ -n "$twice" ]; then
    { echo "structure: more than ten lines of code that two files share:"; echo "$twice" | head -n 5; } >&2
    bad=1
fi
# What a page links to, and what any file names from the top of the tree, is there.
for page in $(find . -name '*.md' -not -path './build/*'); do
    for path in $(grep -oE '\]\([^):# ]+\)' "$page" | tr -d '])('); do
        [ -e "$(dirname "$page")/$path" ] || { echo "structure: $page links to $path, which is not there" >&2; bad=1; }
    done
done
endings='(c|h|py|sh|js|mjs|inc|txt|md|book|bin)'
for found in $(grep -roIE --exclude-dir=corpus --exclude-dir=__pycache__ "\<(engine|book|protocol|scripts|tests)(/[a-z0-9_]+)+\.$endings\>" \
    engine book protocol scripts tests ./*.md Makefile | sort -u); do
    [ -e "${found#*:}" ] || { echo "structure: ${found%%:*} names ${found#*:}, which is not there" >&2; bad=1; }
done
# What stands at the top was meant to stand there; asked of git, since a tree being worked in holds more.
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    strays=$(git ls-files | cut -d/ -f1 | sort -u |
        grep -vxE '\.ci|\.clang-format|\.gitignore|(CONTRIBUTING|README|RESULTS|SECURITY)\.md|LICENSE|Makefile|engine|protocol|book|tests|scripts' || true)
    [ -z "$strays" ] || { echo "structure: $strays at the top of the tree" >&2; bad=1; }
fi
[ "$bad" = 0 ] && echo "structure: $(echo "$below" | wc -l) files below the protocols, all arrows downwards"
exit "$bad"
