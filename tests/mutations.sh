#!/bin/bash
# Defects of the front end, planted one at a time: what finds them?
#
#     mutations.sh --check           whether every defect still fits its file; nothing is built
#     mutations.sh [OPTION]...       builds the program with each of them, and says what caught it
#
#     --from N, --count N            some of them, by their place in the list
#     --only lockstep|twins|tests    one way of catching; without it each for what those before it missed
#     --timeout SECONDS              for one program; 6
#     --work DIR                     where the copy of the sources is built; build/mutations
#
# Lockstep: a program of mutations/programs, in either data model, whose automaton is found to differ from its runs
# ("evidence rejected"). Replay: the same of a counterexample. Twins: twins.sh on these programs, which does without
# runs. Tests: the unit tests of format/c, and the cases. A verdict of a program that is wrong without anything noticing
# is said, too.
here=$(dirname "$(readlink -f "$0")")
root=$(dirname "$here")
check= from=1 count=1000 only= limit=6 work=$root/build/mutations
while [ $# -gt 0 ]; do
    case $1 in
    --check) check=1 && shift && continue ;;
    --from) from=$2 ;;
    --count) count=$2 ;;
    --only) only=$2 ;;
    --timeout) limit=$2 ;;
    --work) work=$2 ;;
    *) echo "unknown option $1" >&2 && exit 2 ;;
    esac
    shift 2
done

# The list: files, sentences, lines and what takes their place, by number.
files=() breaks=() old=() new=()
while IFS= read -r line; do
    case $line in
    '@ '*) line=${line#@ } && files+=("${line%%: *}") && breaks+=("${line#*: }") ;;
    -*) old+=("${line#-}") ;;
    +*) new+=("${line#+}") ;;
    esac
done < "$here/mutations/defects"

if [ "$check" ]; then
    . "$here/tap.sh"
    fits() {
        [ -n "${old[$1]}" ] && [ "${old[$1]}" != "${new[$1]}" ] &&
            [ "$(grep -cxF -e "${old[$1]}" "$root/src/format/c/${files[$1]}")" = 1 ]
    }
    ok "40 defects, each with a line and another one" [ "${#files[@]} ${#old[@]} ${#new[@]}" = "40 40 40" ]
    for ((i = 0; i < ${#files[@]}; i++)); do ok "${files[i]}: ${breaks[i]}" fits $i; done
    finish
fi

set -u
mkdir -p "$work/tree"
work=$(readlink -f "$work")
tree=$work/tree
if command -v ccache > /dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=/ CCACHE_NOHASHDIR=1
fi
refresh() { # a file that is the same keeps its time, so that it is not compiled again
    (cd "$root" && git ls-files -z | while IFS= read -r -d '' f; do
        if [ -f "$f" ] && ! cmp -s "$f" "$tree/$f"; then mkdir -p "$tree/$(dirname "$f")" && cp "$f" "$tree/$f"; fi
    done)
}
build() { (cd "$tree" && scripts/build release -DINDUCT_TESTS=ON -- "$@") > "$work/build.log" 2>&1; }
refresh
build induct twin-places random-programs || { cat "$work/build.log" && exit 1; }
cp "$tree/build/induct" "$work/right"

verdict_of() { # PROGRAM-FILE MODEL: the verdict, and why its evidence is rejected, in one line
    "$tree/build/induct" check "$1" --data-model "$2" --timeout "$limit" 2>&1 | grep -E '^(safe|unsafe|unknown) |rejected the evidence' | sort | paste -sd ' '
}

# What the runs of the programs say: lockstep, replay, or "-"; and wrong verdicts.
by_lockstep() {
    local result=- wrong= model program verdict
    for model in lp64 ilp32; do
        for program in "$here"/mutations/programs/*.c; do
            verdict=$(verdict_of "$program" $model)
            case $verdict in
            *"as it is read differs"*) echo "lockstep ($(basename "$program" .c), $model)" && return ;;
            *"evidence rejected"* | *"rejected the evidence"*) [ "$result" != - ] || result="replay ($(basename "$program" .c), $model)" ;;
            *"unsafe "*) wrong=" WRONG: $(basename "$program" .c) $model unsafe" ;;
            esac
        done
    done
    echo "$result$wrong"
}
by_twins() {
    local model
    for model in lp64 ilp32; do
        "$here/twins.sh" "$tree/build/induct" "$tree/build/tests" --model $model --timeout "$limit" \
            --twins 6 --options --no-replay "$here"/mutations/programs/*.c > "$work/twins.log" 2>&1
        if grep -q '^not ok .*place' "$work/twins.log"; then echo "twins ($model)" && return; fi
    done
    echo -
}
by_tests() {
    build || { echo "does not build" && return; }
    (cd "$tree/build" && timeout 900 ctest -R 'format-c|^cases$|lockstep' --timeout 300 --stop-on-failure) > "$work/tests.log" 2>&1 && echo - && return
    echo "tests ($(sed -n 's/^[ \t]*[0-9]* - \([^ ]*\) (.*/\1/p' "$work/tests.log" | head -n 2 | paste -sd ' '))"
}

caught=0 all=0
for ((i = from - 1; i < ${#files[@]} && i < from - 1 + count; i++)); do
    file=$tree/src/format/c/${files[i]}
    OLD=${old[i]} NEW=${new[i]} awk '$0 == ENVIRON["OLD"] { $0 = ENVIRON["NEW"] } { print }' "$root/src/format/c/${files[i]}" > "$file"
    if build induct; then
        result=-
        for way in lockstep twins tests; do
            [ "$result" = - ] || [[ $result == -* ]] || break
            [ -z "$only" ] || [ "$only" = $way ] || continue
            result=$(by_$way)
        done
    else
        result="does not build"
    fi
    all=$((all + 1))
    case $result in lockstep* | replay* | twins* | tests*) caught=$((caught + 1)) ;; esac
    printf '| %d | `%s` | %s | %s |\n' $((i + 1)) "${files[i]}" "${breaks[i]}" "$result"
    cp "$root/src/format/c/${files[i]}" "$file"
done
echo "$caught of $all caught"
[ $caught = $all ]
