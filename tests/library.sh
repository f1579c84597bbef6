#!/bin/sh
# SPDX-License-Identifier: MIT
# library.sh - the libraries as a stranger sees them: what they export, the header in C and C++, and the
# examples, which must all say the same. Expects them built in $B.
set -eu
cd "$(dirname "$0")/.."
B=${B:-build}
fail() {
    echo "library: $1" >&2
    exit 1
}

# Only what outflank.h declares leaves the shared library, and all of that.
seen=$(nm -D --defined-only "$B/liboutflank.so" | awk '$2 ~ /[A-Z]/ { print $3 }' | grep -v '^_\(init\|fini\)$' | sort)
declared=$(sed -n 's/^OUTFLANK_API .*[ *]\(outflank_[a-z_]*\)(.*/\1/p' engine/outflank.h | sort)
[ -n "$declared" ] || fail "no function found in outflank.h"
[ "$seen" = "$declared" ] || fail "the shared library exports
$seen
but outflank.h declares
$declared"
[ "$(nm -g --defined-only "$B/liboutflank.a" | awk 'NF == 3 { print $3 }' | sort)" = "$declared" ] ||
    fail "the archive defines more than outflank.h declares"

# The header stands alone.
printf '#include "engine/outflank.h"\n#include "engine/outflank.h"\nint main(void) { return !outflank_version(); }\n' >"$B/header.c"
$CC -std=c99 -pedantic -Wall -Wextra -Werror -I. -fsyntax-only "$B/header.c" || fail "outflank.h is no C99"
if command -v "${CXX:-c++}" >/dev/null 2>&1; then
    ${CXX:-c++} -std=c++11 -pedantic -Wall -Wextra -Werror -I. -x c++ -fsyntax-only "$B/header.c" ||
        fail "outflank.h is no C++"
else
    echo "skipped: outflank.h in C++ (no c++)"
fi

# 4x4 Othello is lost by the first player with 3 to 11 discs: -10 with the empty cells.
"$B/examples/shared" >"$B/examples/shared.txt"
"$B/examples/static" >"$B/examples/static.txt"
grep -q '^solved .* value -10 line ' "$B/examples/shared.txt" || fail "the example solved something else"
grep -q '^refused: .*vcf' "$B/examples/shared.txt" || fail "the example was not refused"
cmp "$B/examples/shared.txt" "$B/examples/static.txt" || fail "the examples differ"
if ! command -v python3 >/dev/null 2>&1; then
    echo "skipped: scripts/examples/play.py (no python3)"
else
    python3 scripts/examples/play.py "$B/liboutflank.so" >"$B/examples/python.txt"
    cmp "$B/examples/shared.txt" "$B/examples/python.txt" || fail "Python's example differs"
fi
# A package is put under DESTDIR, whatever its name, and nothing beside it.
root="$B/examples/a root"
rm -rf "$B/examples/a" "$root"
make -s B="$B" install DESTDIR="$root" PREFIX=/usr >"$B/examples/install.txt" 2>&1 || fail "make install: $(cat "$B/examples/install.txt")"
for path in bin/outflank bin/pbrain-outflank include/outflank.h lib/liboutflank.a lib/liboutflank.so lib/pkgconfig/outflank.pc \
    share/man/man6/outflank.6 share/bash-completion/completions/outflank; do
    [ -s "$root/usr/$path" ] || fail "make install leaves no $path"
done
[ ! -e "$B/examples/a" ] || fail "make install takes a blank in DESTDIR for the end of it"
rm -rf "$root"
echo "library: $(echo "$declared" | wc -l) functions, nothing else; the examples agree"
