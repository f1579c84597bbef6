# SPDX-License-Identifier: MIT
# setup.sh - sourced by scripts/run and scripts/test: makes sure of tools, by package where it can.

# True when a C program including this header compiles and links with these libraries.
can_compile() {
    printf '#include <%s>\nint main(void) { return 0; }\n' "$1" >"${TMPDIR:-/tmp}/outflank-$$.c"
    shift
    # CC may be two words, such as ccache gcc.
    # shellcheck disable=SC2086
    ${CC:-cc} "${TMPDIR:-/tmp}/outflank-$$.c" -o "${TMPDIR:-/tmp}/outflank-$$" "$@" >/dev/null 2>&1
    found=$?
    rm -f "${TMPDIR:-/tmp}/outflank-$$.c" "${TMPDIR:-/tmp}/outflank-$$"
    return $found
}

# bounded SECONDS COMMAND...: ends it then, where there is a way to.
bounded() {
    command -v timeout >/dev/null 2>&1 || shift
    case $1 in
    [0-9]*) timeout "$@" ;;
    *) "$@" ;;
    esac
}

# need PACKAGES COMMAND...: unless the command succeeds, installs the packages, and checks again. `lean` may hold
# apt-get's --no-install-recommends.
need() {
    packages=$1
    shift
    "$@" >/dev/null 2>&1 && return 0
    install=""
    if command -v apt-get >/dev/null 2>&1; then
        if [ "$(id -u)" = 0 ]; then
            install="apt-get"
        elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
            install="sudo apt-get"
        fi
    fi
    if [ -n "$install" ]; then
        echo "installing $packages ..." >&2
        log=${TMPDIR:-/tmp}/outflank-install-$$.log
        # A network that is down is tried for a while, not for ever.
        # shellcheck disable=SC2086
        { bounded 120 $install -o Acquire::Retries=2 update -qq &&
            DEBIAN_FRONTEND=noninteractive bounded 420 $install -o Acquire::Retries=2 install -y -qq ${lean:-} $packages; } \
            >"$log" 2>&1 && "$@" >/dev/null 2>&1 && rm -f "$log" && return 0
        tail -n 5 "$log" >&2
        rm -f "$log"
    fi
    echo "outflank needs: $packages" >&2
    echo "Install it with your package manager, on Debian or Ubuntu:" >&2
    echo "    sudo apt-get install $packages" >&2
    exit 1
}

need_compiler() {
    need "gcc libc6-dev" can_compile stdio.h
    need "make" command -v make
}
