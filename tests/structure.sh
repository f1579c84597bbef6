#!/bin/sh
# SPDX-License-Identifier: MIT
# structure.sh - which way things depend, read off the sources: nothing below knows what is above it, games do
# not know each other, only the session makes a search, and what a game is like is asked of its traits.
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
[ "$bad" = 0 ] && echo "structure: $(echo "$below" | wc -l) files below the protocols, all arrows downwards"
exit "$bad"
