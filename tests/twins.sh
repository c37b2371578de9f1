#!/bin/bash
# Twins: a program with a call of reach_error at a place that a run was seen to get to is not safe, whatever the program
# was.
#
#     twins.sh INDUCT TOOLS [OPTION]... [FILE]...
#
#     --model lp64|ilp32             of the files; without it lp64
#     --manifest FILE [--sample N]   the programs of a table with columns path and data_model, all or some of them,
#                                    chosen by the seed
#     --generator NAME --from SEED --count N      random programs: language, calls, memory or loops
#     --seed N, --twins N            which places, and how many of each program
#     --timeout SECONDS, --jobs N, --keep DIR, --options "OPTIONS OF INDUCT"
#
# TOOLS is the folder of twin-places and random-programs. Runs with random inputs, under sanitizers, find the places
# (twins/runs.c). Without files: examples and the programs of the whole-program cases. Twins that fail stay in DIR.
induct=$(readlink -f "$1") tools=$(readlink -f "$2")
shift 2
here=$(dirname "$(readlink -f "$0")")
. "$here/tap.sh"
model=lp64 manifest= sample=1000000 generator= first=1 count=10 seed=1 twins=2 limit=5 jobs=1 keep= options= files=()
while [ $# -gt 0 ]; do
    case $1 in
    --model) model=$2 ;;
    --manifest) manifest=$2 ;;
    --sample) sample=$2 ;;
    --generator) generator=$2 ;;
    --from) first=$2 ;;
    --count) count=$2 ;;
    --seed) seed=$2 ;;
    --twins) twins=$2 ;;
    --timeout) limit=$2 ;;
    --jobs) jobs=$2 ;;
    --keep) keep=$2 ;;
    --options) options=$2 ;;
    -*) echo "unknown option $1" >&2 && exit 2 ;;
    *) files+=("$(readlink -f "$1")") && shift && continue ;;
    esac
    shift 2
done
work=$(mktemp -d)
keep=${keep:-$work/kept}
mkdir -p "$keep"
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1

# The jobs: data model, file, definitions.
random_order() { awk -v seed="$seed" 'BEGIN { srand(seed) } { print rand() "\t" $0 }' | sort -n | cut -f2-; }
{
    for file in "${files[@]}"; do printf '%s\t%s\t\n' "$model" "$file"; done
    [ -z "$manifest" ] || awk -F, -v folder="$(dirname "$(readlink -f "$manifest")")" '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        { print tolower($column["data_model"]) "\t" folder "/" $column["path"] "\t" }' "$manifest" | random_order | head -n "$sample"
    if [ "$generator" ]; then
        for ((s = first; s < first + count; s++)); do
            if [ "$generator" = loops ]; then
                "$tools/random-program" $s
            else
                echo 'extern void reach_error(void); static void observe(unsigned value) { if (value == 12345) reach_error(); }'
                "$tools/random-programs" "$generator" $s
            fi > "$work/$generator-$s.c"
            printf '%s\t%s\t\n' "$( ((s % 2)) && echo ilp32 || echo lp64)" "$work/$generator-$s.c"
        done
    fi
    if [ ${#files[@]} = 0 ] && [ -z "$manifest$generator" ]; then
        for file in "$here"/../examples/*.c; do printf 'lp64\t%s\t\n' "$file"; done
        for case in "$here"/cases/program-*/; do # calls without other options than definitions
            awk -v folder="$case" '$1 == "check" && $2 ~ /\.c$/ {
                model = "lp64"; definitions = ""
                for (i = 3; i <= NF; i++)
                    if ($i ~ /^-D/) definitions = definitions " " $i
                    else if ($i == "--data-model") model = tolower($++i)
                    else if ($i !~ /^--(quiet|json)$/) next
                print model "\t" folder $2 "\t" definitions }' "$case/args"
        done | sort -u | random_order | head -n 12
    fi
} > "$work/jobs"

# twin_of MODEL FILE DEFINITIONS: prints a line per twin, tab-separated: FILE, place, verdict
twin_of() {
    local machine=-m64 file=$2 name place verdict extension=${2##*.}
    [ "$1" = ilp32 ] && machine=-m32
    name=$(basename "$file" ".$extension")
    "$tools/twin-places" "$file" > "$dir/probes.c" &&
        gcc $machine -x c -O1 -w -std=gnu11 -fwrapv -fno-strict-aliasing -fsanitize=address,undefined -fno-sanitize-recover=all -I "$(dirname "$file")" $3 -Dmain=program_main -c "$dir/probes.c" -o "$dir/program.o" 2> "$dir/compiler" &&
        gcc $machine -O1 -w -no-pie -fsanitize=address,undefined -Wl,--unresolved-symbols=ignore-all "$dir/program.o" "$here/twins/runs.c" -lm -o "$dir/runs" 2> "$dir/compiler" ||
        { printf '%s\t-\tdoes not compile\n' "$file" && return; }
    { "$dir/runs" "$seed" 30 > "$dir/reached"; } 2> /dev/null # a program may break what runs it
    for place in $(random_order < "$dir/reached" | head -n "$twins"); do
        "$tools/twin-places" "$file" "$place" > "$dir/$name.twin-$place.$extension"
        verdict=$("$induct" check "$dir/$name.twin-$place.$extension" --data-model "$1" -I "$(dirname "$file")" $3 $options --timeout "$limit" 2> "$dir/stderr")
        case "$? $verdict" in
        "1 unsafe "* | "3 unknown "*) [[ $verdict != *"evidence rejected"* ]] ;;
        *) false ;;
        esac || {
            cp "$dir/$name.twin-$place.$extension" "$keep/"
            { echo "$1 $3 $options" && echo "$verdict" && cat "$dir/stderr"; } > "$keep/$name.twin-$place.txt"
            verdict="WRONG $verdict"
        }
        printf '%s\t%s\t%s\n' "$file" "$place" "$verdict"
        rm -f "$dir/$name.twin-$place.$extension"
    done
}

share() {
    local dir=$work/$1
    mkdir -p "$dir"
    awk -v n="$jobs" -v k="$1" 'NR % n == k' "$work/jobs" | while IFS=$'\t' read -r model file definitions; do
        twin_of "$model" "$file" "$definitions"
    done > "$work/results-$1"
}
for ((job = 0; job < jobs; job++)); do share $job & done
wait
cat "$work"/results-* > "$keep/twins.tsv"
while IFS=$'\t' read -r file place verdict; do
    right() { [[ $verdict != WRONG* ]] || { echo "# kept in $keep: ${verdict#WRONG }" && false; }; }
    [ "$place" = - ] || ok "$(basename "$file"), place $place: ${verdict%% *}" right
done < "$keep/twins.tsv"
awk -F '\t' '{ v = $3; if (v ~ /^unknown/) { sub(/^unknown [^ ]* \(/, "unknown ", v); sub(/[:)].*/, "", v) } else if (v !~ /compile/) sub(/ .*/, "", v); n[v]++; f[$1] = 1 }
    END { for (v in n) printf "# %s: %d\n", v, n[v]; k = 0; for (x in f) k++; printf "# %d programs\n", k }' "$keep/twins.tsv"
ok "there are twins" grep -q "unsafe" "$keep/twins.tsv"
[ $tap_failed -gt 0 ] || rm -rf "$work"
finish
