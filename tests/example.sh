#!/bin/bash
# The worked example of induct.h compiles, links and says what it should: tests/example.sh BUILD-DIRECTORY
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
        -L "$build" -linduct -lcadical -lstdc++ -lgmp -lz -lm -ldl -pthread
}

answers() {
    cp examples/counter-unsafe.aag "$scratch/model.aig"
    [[ $(cd "$scratch" && ./example) == "unsafe overflow" ]] && grep -q enddefinitions "$scratch/counterexample.vcd"
}

ok "the example of induct.h compiles" compiles
ok "and it finds a counterexample" answers
finish
