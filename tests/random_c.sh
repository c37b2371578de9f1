#!/bin/bash
# Random C programs: verdicts against exhaustive execution of the same program.
#
#     random_c.sh INDUCT GENERATOR [FIRST [COUNT]]
#
# generate.c makes a program, truth.c (compiled with it by gcc, not by the compiler behind the front end) executes all
# its runs. The default engine and one other for programs, in turns, must not contradict that, and for every fourth
# program one for systems or circuits; undecided within the limit is allowed, but not often of the former. INDUCT_LONG=1
# runs the full count. Programs that fail stay in the folder that is named.
induct=$(readlink -f "$1") generator=$(readlink -f "$2")
cd "$(dirname "$0")" && . ./tap.sh
first=${3:-1} count=${4:-25}
[ "${INDUCT_LONG:-0}" = 0 ] || count=${4:-3000}
engines=($("$induct" engines | awk '$2 ~ /program/ {print $1}'))
encoded=($("$induct" engines | awk '/^[a-z]/ && $2 !~ /program/ {print $1}')) # these see a program counter, and are often slow
models=(lp64 ilp32) machines=(-m64 -m32)
work=$(mktemp -d) decided=0 skipped=0 checks=0

# check EXPECTED MODEL LIMIT [OPTIONS]: false when the verdict is wrong, or evidence was rejected, or the call failed
check() {
    local expected=$1 model=$2 limit=$3 answer verdict
    shift 3
    answer=$("$induct" check "$program" --data-model "$model" --timeout "$limit" "$@" 2> "$work/stderr")
    verdict=${answer%% *}
    case "$verdict" in
    "$expected") answered=1 ;;
    unknown) answered=0 && [[ $answer == *"timeout)"* || $answer == *"(unsupported: "* || $answer == *"(bound reached)"* ||
        $answer == *"(All-SMT needs"* ]] ;;
    *) false ;;
    esac || { echo "# $program $model $*: expected $expected, got: $answer" && tail -3 "$work/stderr" | sed 's/^/# /'; return 1; }
}

trial() {
    local seed=$1 program=$work/program-$1.c kind=$(($1 % 2)) truth engine answered who
    "$generator" "$seed" > "$program" || return 1
    gcc "${machines[kind]}" -O0 -fwrapv -w -DTRUTH -Dmain=program_main -c "$program" -o "$work/program.o" &&
        gcc "${machines[kind]}" -O0 "$work/program.o" random_c/truth.c -o "$work/truth" || return 1
    truth=$(timeout 20 "$work/truth" 2> /dev/null) || { skipped=$((skipped + 1)) && rm "$program" && return 0; }
    for engine in "" "${engines[seed % ${#engines[@]}]}"; do
        # by default a portfolio, whose processes tell each other lemmas
        if [ "$engine" ]; then who=(--engine "$engine"); else who=(--jobs 2); fi
        check "$truth" "${models[kind]}" 10 "${who[@]}" || return 1
        checks=$((checks + 1)) decided=$((decided + answered))
    done
    ((seed % 4)) || check "$truth" "${models[kind]}" 3 --engine "${encoded[seed / 4 % ${#encoded[@]}]}" || return 1
    rm "$program"
}

for ((seed = first; seed < first + count; seed++)); do
    ok "random C program $seed" trial $seed
done
echo "# $checks checks, $decided decided, $skipped programs skipped"
ok "most are decided" test $((decided * 10)) -ge $((checks * 6 + 1))
ok "few are skipped" test $((skipped * 5)) -le "$count"
[ $tap_failed -gt 0 ] || rm -rf "$work"
finish
