#!/bin/bash
# Portfolios on random circuits and systems: tests/random_auto.sh INDUCT CIRCUITS SYSTEMS [FIRST [COUNT]]
# CIRCUITS and SYSTEMS write a model and say the truth about it. With two processes that exchange lemmas every property
# is decided, rightly, once, and nothing is rejected. INDUCT_LONG=1: 1000 of each.
set -uo pipefail
induct=$(readlink -f "$1") circuits=$(readlink -f "$2") systems=$(readlink -f "$3")
cd "$(dirname "$(readlink -f "$0")")" && . ./tap.sh
first=${4:-1} count=${5:-15}
[ "${INDUCT_LONG:-0}" = 0 ] || count=${5:-1000}
work=$(mktemp -d) decided=0 of=0

verdicts() { sed 's/^\([a-z]*\) [^ ]*.*/\1/' "$1"; }

trial() { # MAKER SUFFIX SEED
    local model=$work/$2-$3.$2 left=
    "$1" "$3" "$model" > "$work/truth" || { [ $? = 3 ] && return 0; }
    "$induct" check "$model" --jobs 2 --timeout 60 > "$work/out" 2> "$work/err"
    grep -q "rejected" "$work/out" "$work/err" && echo "# $model: $(grep -h rejected "$work/out" "$work/err" | head -1)" && return 1
    # In the order of the file: verdicts come in any. Some names are p_N, the others N.
    paste -d' ' <(verdicts "$work/truth") <(sed 's/ p_/ /' "$work/out" | sort -k2,2n | sed 's/ .*//') > "$work/both"
    while read -r truth verdict; do
        of=$((of + 1))
        [ "$truth" = "$verdict" ] && decided=$((decided + 1)) && continue
        [ "$verdict" = unknown ] || left="$truth, not ${verdict:-nothing}"
    done < "$work/both"
    [ -z "$left" ] || { echo "# $model: $left" && return 1; }
    rm "$model"
}
for ((seed = first; seed < first + count; seed++)); do
    ok "random circuit $seed" trial "$circuits" aag $seed
    ok "random system $seed" trial "$systems" vmt $seed
done
echo "# $decided of $of properties decided"
ok "nearly all are decided" test $((decided * 100)) -ge $((of * 95))
[ $tap_failed -gt 0 ] || rm -rf "$work"
finish
