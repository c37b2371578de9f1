#!/bin/bash
# Random C programs of several generators: verdicts against what compilers make of the same program.
#
#     random_programs.sh INDUCT TOOLS [--generator NAME]... [--from SEED] [--count N] [--timeout SECONDS]
#                        [--jobs N] [--keep DIR]
#
# TOOLS is the folder of random-program, random-programs and random-assertion. A program's truth is what it does when
# gcc and clang compile it, with and without optimisation, for all its inputs; programs that a sanitizer stops, or that
# do not do the same each time, are discarded. Seeds decide everything else: odd ones are for ilp32, every other pair is
# to be proved, one in four has other options. A wrong verdict, rejected evidence, exit status 2 and any crash are
# failures; undecided is allowed, but not often. Programs that fail stay in DIR, with what induct printed;
# DIR/results.tsv has a line for each program. By default a few of each generator; INDUCT_LONG=1: 1,000 of each.
induct=$(readlink -f "$1") tools=$(readlink -f "$2")
shift 2
here=$(dirname "$(readlink -f "$0")")
. "$here/tap.sh"
generators=() first=1 count=3 limit=5 jobs=1 keep=
[ "${INDUCT_LONG:-0}" = 0 ] || count=1000 limit=10
while [ $# -gt 1 ]; do
    case $1 in
    --generator) generators+=("$2") ;;
    --from) first=$2 ;;
    --count) count=$2 ;;
    --timeout) limit=$2 ;;
    --jobs) jobs=$2 ;;
    --keep) keep=$2 ;;
    *) echo "unknown option $1" >&2 && exit 2 ;;
    esac
    shift 2
done
[ ${#generators[@]} -gt 0 ] || generators=(loops csmith language calls memory)
work=$(mktemp -d)
keep=${keep:-$work/kept}
mkdir -p "$keep"
engines=($("$induct" engines | awk '$2 ~ /program/ {print $1}'))
export ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0 UBSAN_OPTIONS=halt_on_error=1

# The program, without what observe does: generate NAME SEED MACHINE
generate() {
    local options=(--max-funcs 2 --max-block-depth 2 --max-block-size 3 --max-array-dim 1 --max-array-len-per-dim 4 --max-struct-fields 4 --max-union-fields 3 --max-expr-complexity 4 --no-argc --no-hash-value-printf --concise)
    case $1 in
    loops) "$tools/random-program" "$2" ;;
    csmith)
        (($2 % 3)) || options+=(--max-funcs 3 --max-array-dim 2 --max-array-len-per-dim 3)
        (($2 % 4)) || options+=(--builtins)
        (cd "$dir" && csmith --seed "$2" "${options[@]}") > "$dir/csmith.c" || return 1 # it leaves a file behind
        # every other program has an input: a global variable that can have other values than its initial one
        variable=$(sed -n 's/^static u\?int[0-9]*_t \(g_[0-9]*\) = .*/\1/p' "$dir/csmith.c" | sed -n "1p")
        (($2 / 8 % 2)) && [ "$variable" ] && sed -i "s/platform_main_begin();/&\n    $variable = __VERIFIER_nondet_int() \& 3;/" "$dir/csmith.c"
        sed -i "s/#include \"csmith.h\"/extern int __VERIFIER_nondet_int(void);\n#include \"csmith_runtime.h\"/" "$dir/csmith.c"
        echo "/* csmith --seed $2 ${options[*]} */"
        clang-19 "$3" -w -E -P -I "$here/random_programs" "$dir/csmith.c" ;;
    *) "$tools/random-programs" "$1" "$2" ;;
    esac
}

# runner SOURCE BUILD MACHINE: what executes programs, compiled once by each compiler; prints the object file
runner() {
    local object
    object=$dir/runner-$(tr -c '[:alnum:]\n' _ <<< "$1 $2 $3").o
    [ -f "$object" ] || $2 "$3" -c "$1" -o "$object" 2> "$dir/compiler" || return 1
    echo "$object"
}

# truth NAME MACHINE: leaves what is observed, or for loops the verdict, in $dir/observed; false when there is no one
# truth
truth() {
    local build name
    if [ "$1" = loops ]; then
        gcc "$2" -O0 -fwrapv -w -DTRUTH -Dmain=program_main -c "$dir/body.c" -o "$dir/program.o" &&
            gcc "$2" -O0 "$dir/program.o" "$(runner "$here/random_c/truth.c" "gcc -O0" "$2")" -o "$dir/truth" && timeout 20 "$dir/truth" > "$dir/observed" 2> /dev/null
        return
    fi
    { echo 'void observe(unsigned);' && cat "$dir/body.c"; } > "$dir/truth.c"
    local builds=("gcc -O1 -fsanitize=address,undefined -fno-sanitize-recover=all" "gcc -O0 -ftrivial-auto-var-init=pattern" "gcc -O2" "clang-19 -O0" "clang-19 -O2")
    [ "$2" = -m32 ] || builds+=("clang-19 -O0 -fsanitize=memory")
    rm -f "$dir/observed"
    for build in "${builds[@]}"; do
        $build "$2" -w -fno-strict-aliasing -Dmain=program_main -c "$dir/truth.c" -o "$dir/program.o" 2> "$dir/compiler" || { discarded=compiler && return 1; }
        $build "$2" "$dir/program.o" "$(runner "$here/random_programs/truth.c" "$build" "$2")" -lm -o "$dir/truth" 2> "$dir/compiler" || { discarded=compiler && return 1; }
        timeout 60 "$dir/truth" > "$dir/now" 2> "$dir/stderr" || { discarded=undefined && return 1; }
        [ -f "$dir/observed" ] || cp "$dir/now" "$dir/observed"
        cmp -s "$dir/now" "$dir/observed" || { discarded=ambiguous && return 1; }
    done
}

# One program; prints its line of the results: generator, seed, model, truth, options, outcome, seconds, reason.
judge() {
    local name=$1 seed=$2 model=lp64 machine=-m64 kind=unsafe options= discarded=- answer status outcome reason=- began
    ((seed % 2)) && model=ilp32 machine=-m32
    ((seed / 2 % 2)) && kind=safe
    case $((seed / 4 % 8)) in
    1) options="--set strict-memory=on" ;;
    3) options="--no-replay" ;;
    5) options="--engine ${engines[seed / 32 % ${#engines[@]}]}" ;;
    7) options="--set encoding=bits" ;;
    esac
    generate "$name" "$seed" "$machine" > "$dir/body.c" && truth "$name" "$machine" || { printf '%s\t%d\t%s\t-\t-\tdiscarded\t0\t%s\n' "$name" "$seed" "$model" "$discarded" && return; }
    local program=$dir/$name-$seed.c
    if [ "$name" = loops ]; then
        kind=$(cat "$dir/observed") && cp "$dir/body.c" "$program"
    else
        "$tools/random-assertion" $kind "$seed" < "$dir/observed" > "$program" || { printf '%s\t%d\t%s\t-\t-\tdiscarded\t0\tobservations\n' "$name" "$seed" "$model" && return; }
        cat "$dir/body.c" >> "$program"
    fi
    began=$(date +%s%N)
    answer=$("$induct" check "$program" --data-model $model --timeout "$limit" $options 2> "$dir/stderr")
    status=$?
    outcome=${answer%% *}
    [ "$outcome" != unknown ] || reason=$(sed 's/^unknown [^ ]* (\(.*\)) depth=.*/\1/; s/ at [^ ]*:[0-9]*$//' <<< "$answer")
    case "$outcome $status $reason" in
    "safe 0 -" | "unsafe 1 -") [ "$outcome" = "$kind" ] ;;
    "unknown 3 "*) [[ $reason != *rejected* && $reason != *"internal error"* && $reason != *"not reproduced"* ]] ;;
    *) false ;;
    esac || {
        reason="WRONG ($status) $answer"
        cp "$program" "$keep/"
        { echo "$0 --generator $name --from $seed --count 1" && echo "expected $kind: induct check $program --data-model $model --timeout $limit $options" && echo "$answer" && cat "$dir/stderr"; } > "$keep/$name-$seed.txt"
    }
    rm "$program"
    printf '%s\t%d\t%s\t%s\t%s\t%s\t%d.%02d\t%s\n' "$name" "$seed" "$model" "$kind" "${options:--}" "$outcome" $((($(date +%s%N) - began) / 1000000000)) $((($(date +%s%N) - began) / 10000000 % 100)) "$reason"
}

# Every so-manyth program.
share() {
    local dir=$work/$1 seed name
    mkdir -p "$dir"
    for ((seed = first + $1; seed < first + count; seed += jobs)); do
        for name in "${generators[@]}"; do judge "$name" $seed; done
    done > "$work/results-$1"
}
for ((job = 0; job < jobs; job++)); do share $job & done
wait
cat "$work"/results-* | sort -k1,1 -k2,2n > "$keep/results.tsv"

while IFS=$'\t' read -r generator seed model kind options outcome seconds reason; do
    right() { [[ $reason != WRONG* ]] || { echo "# $keep/$generator-$seed.c $model $options: expected $kind, got: ${reason#WRONG }" && false; }; }
    ok "$generator $seed $model: $outcome" right
done < "$keep/results.tsv"
awk -F '\t' '{ n[$1]++; if ($6 == "discarded") d[$1]++; else { t[$1] += $7; if ($6 == "unknown") { u[$1]++; r = $8; sub(/ .*'"'"'.*/, " ...", r); why[$1 ": " r]++ } else v[$1 " " $6]++ } }
    END { for (g in n) printf "# %s: %d programs, %d discarded, %d safe, %d unsafe, %d undecided, %.1f s each\n", g, n[g], d[g], v[g " safe"], v[g " unsafe"], u[g], t[g] / (n[g] - d[g] ? n[g] - d[g] : 1)
          for (w in why) printf "#     %s: %d\n", w, why[w] }' "$keep/results.tsv"
decided=$(awk -F '\t' '$6 ~ /safe$/' "$keep/results.tsv" | wc -l) undecided=$(awk -F '\t' '$6 == "unknown"' "$keep/results.tsv" | wc -l)
ok "at least a third are decided" test $((decided * 2)) -ge "$undecided"
ok "programs are judged" test $(((decided + undecided) * 2)) -ge $((count * ${#generators[@]}))
[ $tap_failed -gt 0 ] || rm -rf "$work"
finish
