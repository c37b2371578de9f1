#!/bin/bash
# The worked example of induct.h compiles, links and says what it should, and so do the calls in README.md:
# tests/example.sh BUILD-DIRECTORY
set -uo pipefail
build=$(readlink -f "${1:?usage: tests/example.sh BUILD-DIRECTORY}")
cd "$(dirname "$(readlink -f "$0")")/.."
. tests/tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

compiles() {
    sed -n '/A worked example:/,/^ \* Compile with/p' src/api/induct.h | sed -n 's/^ \*     //p; s/^ \*$//p' > "$scratch/example.c"
    local flags=()
    grep -q 'INDUCT_SANITIZE:BOOL=ON' "$build/CMakeCache.txt" && flags=(-fsanitize=address,undefined)
    gcc -Wall -Wextra -Werror "${flags[@]}" -I src/api -o "$scratch/example" "$scratch/example.c" \
        "$build/libinduct.a" -lcadical -lstdc++ -lgmp -lz -lm -ldl -pthread
}

answers() {
    cp examples/counter-unsafe.aag "$scratch/model.aig"
    [[ $(cd "$scratch" && ./example) == "unsafe overflow" ]] && grep -q enddefinitions "$scratch/counterexample.vcd"
}

# The lines "    $ ./induct ..." of README.md print what stands below them, but for the size of an invariant, which
# changes with every heuristic.
readme() {
    mkdir "$scratch/readme" && ln -s "$build/induct" "$PWD/examples" "$scratch/readme" || return 1
    sed -n 's/^    \$ \.\/induct /.\/induct /p' README.md > "$scratch/calls"
    sed -n '/^    \$ /,/^$/s/^    \([a-z].*\)/\1/p' README.md | sed 's/conjuncts=[0-9]*/conjuncts=N/' > "$scratch/promised"
    (cd "$scratch/readme" && . "$scratch/calls") 2> /dev/null | sed 's/conjuncts=[0-9]*/conjuncts=N/' > "$scratch/printed"
    (($(wc -l < "$scratch/calls") >= 3)) && diff "$scratch/promised" "$scratch/printed" | sed 's/^/# /'
    ((PIPESTATUS[0] == 0))
}

ok "the example of induct.h compiles" compiles
ok "and it finds a counterexample" answers
ok "the calls in README.md print what it says" readme
finish
