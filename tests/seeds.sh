#!/bin/bash
# Every engine reads --seed: tests/seeds.sh PROGRAM
# With the same seed a run is the same, with others there are others: statistics or counterexamples. INDUCT_LONG=1: on
# programs, too.
set -uo pipefail
program=$(readlink -f "${1:?usage: tests/seeds.sh PROGRAM}")
cd "$(dirname "$(readlink -f "$0")")"
. ./tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# What a run did, without times.
fingerprint() { # ENGINE FILE SEED
    local trace=$scratch/trace.txt
    case $2 in *.aag | *.aig.gz) trace=$scratch/trace.aiw ;; esac
    rm -f "$trace"
    "$program" check "../examples/$2" --engine "$1" --seed "$3" --quiet --stats "$scratch/stats" --witness "$trace" \
        --set lockstep=0 --set walks=off > "$scratch/out" 2> /dev/null
    { tr ',' '\n' < "$scratch/stats" | grep -oE '"(queries|conflicts|decisions|propagations|obligations|lemma-literals|smt-queries|smt-sat|tree-queries|proof-steps|local-[a-z]*)": [0-9]+' && cat "$scratch/out" "$trace"; } 2> /dev/null | md5sum
}
differ() {
    local seed same
    same=$(fingerprint "$1" "$2" 0)
    [[ $(fingerprint "$1" "$2" 0) == "$same" ]] || { echo "# $1 is not the same twice" && return 1; }
    for seed in 1 2 3 4 5 6; do [[ $(fingerprint "$1" "$2" $seed) == "$same" ]] || return 0; done
    echo "# $1 does the same with every seed" && return 1
}
for engine in ic3 bmc kind imc ipdr ic3-local; do ok "$engine" differ $engine peterson-unsafe.aig.gz; done
for engine in ic3ia ic3-smt ctigar bmc kind; do ok "$engine, words" differ $engine fischer-unsafe.vmt; done
if [ "${INDUCT_LONG:-0}" != 0 ]; then
    for engine in ic3cfa tree-ic3 tree-itp tree-ic3ia; do ok "$engine" differ $engine ring-buffer-safe.c; done
fi
finish
