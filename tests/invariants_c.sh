#!/bin/bash
# Invariants of random C programs: what is printed for the heads of loops holds when the program runs.
#
#     invariants_c.sh INDUCT GENERATOR [FIRST [COUNT]]
#
# Programs of random_c/generate.c that are proved safe get their invariants inserted as checks, and are run 1,000 times
# with random inputs (random_c/runs.c, compiled by gcc). Several engines in turns, because invariants of bits and of
# words look different. INDUCT_LONG=1 runs the full count. Programs that fail stay in the folder that is named.
induct=$(readlink -f "$1") generator=$(readlink -f "$2")
cd "$(dirname "$0")" && . ./tap.sh
first=${3:-1} count=${4:-12}
[ "${INDUCT_LONG:-0}" = 0 ] || count=${4:-300}
engines=(ic3 tree-ic3 ic3ia ic3cfa)
models=(lp64 ilp32) machines=(-m64 -m32)
work=$(mktemp -d) proved=0 inserted=0 checked=0

# instrument INVARIANTS PROGRAM: `FILE:LINE: EXPRESSION` becomes a check before the condition of the loop in that line
instrument() {
    awk -v invariants="$1" '
        function check(e) { n++; return "check(" NR ", !!(" e "))" }
        BEGIN {
            while ((getline line < invariants) > 0) {
                match(line, /:[0-9]+: /)
                at[substr(line, RSTART + 1, RLENGTH - 3) + 0] = substr(line, RSTART + RLENGTH)
            }
            print "extern void check(int, int);"
            print "#line 1"
        }
        NR in at {
            if ((i = index($0, "while (")) && !index($0, "} while"))
                $0 = substr($0, 1, i + 6) check(at[NR]) ", " substr($0, i + 7)
            else if (index($0, "for (") && (i = index($0, "; ")))
                $0 = substr($0, 1, i) " " check(at[NR]) ", " substr($0, i + 2)
            else if (i = index($0, "do {"))
                $0 = substr($0, 1, i + 3) " " check(at[NR]) ";" substr($0, i + 4)
        }
        { print }
        END { print n + 0 > "/dev/stderr" }' "$2"
}

trial() {
    local seed=$1 kind=$(($1 % 2)) engine=${engines[$1 % 4]} program=$work/program-$1.c answer n times
    "$generator" "$seed" > "$program" || return 1
    answer=$("$induct" check "$program" --engine "$engine" --data-model "${models[kind]}" --timeout 10 --quiet \
        --certificate "$work/invariants.txt" 2> "$work/stderr")
    [[ $answer == safe* ]] || { rm "$program" && return 0; }
    proved=$((proved + 1))
    instrument "$work/invariants.txt" "$program" > "$work/checked.c" 2> "$work/inserted" || return 1
    n=$(cat "$work/inserted")
    [ "$n" -gt 0 ] || { rm "$program" && return 0; }
    gcc "${machines[kind]}" -O0 -fwrapv -w -DTRUTH -Dmain=program_main -c "$work/checked.c" -o "$work/checked.o" &&
        gcc "${machines[kind]}" -O0 "$work/checked.o" random_c/runs.c -o "$work/runs" || return 1
    times=$(timeout 20 "$work/runs" "$seed") ||
        { echo "# $program by $engine: $times" && cp "$work/checked.c" "$work/checked-$seed.c" && return 1; }
    inserted=$((inserted + n)) checked=$((checked + times))
    rm "$program"
}

for ((seed = first; seed < first + count; seed++)); do
    ok "invariants of random C program $seed" trial $seed
done
echo "# $proved programs proved, $inserted invariants inserted, $checked times checked"
ok "some programs are proved and have invariants" test "$inserted" -gt 0 -a "$checked" -gt 1000
[ $tap_failed -gt 0 ] || rm -rf "$work"
finish
