#!/bin/bash
# The portfolio: tests/portfolio.sh PROGRAM
# Verdicts are the same for any number of processes; whichever of them is killed at whatever time, the others' verdicts
# come; nothing is left behind. INDUCT_LONG=1: 200 kills.
set -uo pipefail
program=$(readlink -f "${1:?usage: tests/portfolio.sh PROGRAM}")
cd "$(dirname "$(readlink -f "$0")")"
. ./tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TMPDIR=$scratch/tmp
mkdir "$TMPDIR"
out=$scratch/out err=$scratch/err
kills=12
[ "${INDUCT_LONG:-0}" = 0 ] || kills=200

verdicts() { "$program" check "$@" --quiet 2> "$err" | sed 's/^\([a-z]* [^ ]*\).*/\1/' | sort; }

agree() {
    local jobs expected engine=default
    [[ $1 != *lock-step* ]] || engine=ic3ia # bit by bit it takes long
    expected=$(verdicts "$1" --engine $engine)
    for jobs in 1 2 4; do
        verdicts "$1" --jobs $jobs > "$out"
        [[ $(< "$out") == "$expected" ]] || { echo "# with $jobs jobs: $(< "$out")" && return 1; }
    done
}
for model in ../examples/*-{safe,unsafe,properties,latch}.{aag,btor2,vmt,c}; do
    [ -f "$model" ] && ok "$(basename "$model"): the same verdicts" agree "$model"
done

statistic() { sed -n 's/.*"'"$1"'": \([0-9]*\).*/\1/p' "$scratch/stats"; }

# --engine decides whether there is a portfolio at all.
counts_jobs() {
    local jobs=$1
    shift
    "$program" check ../examples/peterson-safe.aag --quiet --stats "$scratch/stats" "$@" > "$out" &&
        [[ $(statistic portfolio-jobs) == "$jobs" ]]
}
ok "three jobs" counts_jobs 3 --jobs 3
ok "auto is a portfolio" counts_jobs 2 --engine auto --jobs 2
ok "by default, too" counts_jobs "$(nproc)"
ok "default is none" counts_jobs 0 --engine default --jobs 2
ok "an engine is none" counts_jobs 0 --engine bmc --engine ic3 --jobs 2
as_many_as_allowed() { taskset -c 0 "$program" check ../examples/peterson-safe.aag --quiet --stats "$scratch/stats" > "$out" && [[ $(statistic portfolio-jobs) == 1 ]]; }
ok "no more than the processors that it may use" as_many_as_allowed

# With one process strategies take turns by the work that they count: everything is the same each time.
turns_are_repeatable() {
    local model first= now
    for model in ../examples/{lock-step-safe.btor2,ring-buffer-safe.c}; do
        for _ in 1 2 3; do
            "$program" check "$model" --jobs 1 --quiet --stats "$scratch/stats" > "$out" || return 1
            [ "$(statistic portfolio-turns)" -gt 1 ] || { echo "# $model needs no turns" && return 1; }
            now=$(cat "$out" && for name in portfolio-turns portfolio-interrupted propagations queries smt-queries lemmas; do echo "$name $(statistic $name)"; done)
            [[ -z $first || $now == "$first" ]] || { diff <(echo "$first") <(echo "$now") | sed 's/^/# /' && return 1; }
            first=$now
        done
        first=
    done
}
ok "turns are the same each time" turns_are_repeatable

# The worker is the only child of the program; its children are the members.
children_of() { cat "/proc/$1/task"/*/children 2> /dev/null; }
descendants_of() {
    local child
    for child in $(children_of "$1"); do echo "$child" && descendants_of "$child"; done
}

# One of the members dies at some time.
survives_a_kill() {
    local pid worker members victim
    "$program" check ../examples/fischer-unsafe.vmt --jobs 3 --quiet > "$out" 2> "$err" &
    pid=$!
    sleep "0.$((RANDOM % 4))$((RANDOM % 10))"
    worker=$(children_of $pid)
    members=($([ "$worker" ] && children_of $worker))
    victim=
    [ ${#members[@]} = 0 ] || victim=${members[RANDOM % ${#members[@]}]}
    [ -z "$victim" ] || kill -KILL "$victim" 2> /dev/null
    wait $pid
    [[ $? == 1 && $(< "$out") == "unsafe 0 depth=8" ]] || { echo "# after the death of ${victim:-nobody}: $(< "$out")" && return 1; }
}
all_survive() {
    local k
    for ((k = 0; k < kills; k++)); do survives_a_kill || return 1; done
}
ok "members die at any time" all_survive

# All of them go with the supervisor, and nothing is left of them.
gone() {
    local pid=$1 signal=$2 all process tries
    for ((tries = 0; tries < 100; tries++)); do
        sleep 0.1
        all=$(descendants_of "$pid")
        [ "$(wc -w <<< "$all")" -lt 3 ] || break
    done
    [ "$(wc -w <<< "$all")" -ge 3 ] || { echo "# there are no members" && return 1; }
    kill "-$signal" "$pid"
    wait "$pid" 2> /dev/null
    sleep 0.5
    for process in $all; do
        [[ ! -e /proc/$process || $(cut -d' ' -f3 "/proc/$process/stat") == Z ]] || { echo "# $process is still there" && return 1; }
    done
}
goes_with_its_supervisor() {
    "$program" check cases/timeout-statistics/model.aag --jobs 2 > "$out" 2> "$err" &
    gone $! "$1"
}
for signal in KILL TERM INT; do ok "they go on SIG$signal" goes_with_its_supervisor $signal; done
ends_in_time() {
    local start=$(date +%s%N)
    "$program" check cases/timeout-statistics/model.aag --jobs "$1" --timeout 1 > "$out" 2> "$err"
    [[ $? == 3 && $(< "$out") =~ ^unknown\ 0\ \(timeout\)\ depth=[0-9]+$ && $((($(date +%s%N) - start) / 1000000)) -lt 2000 ]] ||
        { echo "# $(< "$out")" && return 1; }
}
for jobs in 1 3; do ok "a time-out with $jobs jobs" ends_in_time $jobs; done

# What one needs too much of, the others have.
one_goes_for_memory() {
    "$program" check cases/timeout-statistics/model.aag --jobs 4 --memory 60 --timeout 6 --stats "$scratch/stats" > "$out" 2> "$err"
    [[ $(< "$out") =~ ^unknown\ 0\ \((timeout|memory)\) ]] || { echo "# $(< "$out")" && return 1; }
    [ "$(statistic memory-kb)" -lt $(((60 + 64) * 1024)) ] || { echo "# $(statistic memory-kb) KB" && return 1; }
}
ok "memory is bounded for all together" one_goes_for_memory

# Many properties, each about a latch of its own, of which every third is bad: decided once, whoever comes first.
many_properties() {
    local n=120 i
    {
        echo "aag $((3 * n)) 0 $n $n $((2 * n))"
        for ((i = 0; i < n; i++)); do echo "$((2 * i + 2)) $((2 * (n + 2 * i + 1)))"; done
        for ((i = 0; i < n; i++)); do echo $((i % 3 ? 2 * (n + 2 * i + 2) : 2 * i + 2)); done
        for ((i = 0; i < n; i++)); do
            echo "$((2 * (n + 2 * i + 1))) $((i % 3 == 2 ? 2 * i + 2 : i ? 2 * i + 1 : 1)) $((2 * i + 3))"
            echo "$((2 * (n + 2 * i + 2))) $((2 * i + 2)) $((2 * i + 3))"
        done
    } > "$scratch/many.aag"
    verdicts "$scratch/many.aag" --engine default > "$scratch/expected"
    [ "$(wc -l < "$scratch/expected")" = $n ] && grep -q ^safe "$scratch/expected" && grep -q ^unsafe "$scratch/expected" ||
        { echo "# not as planned: $(sort "$scratch/expected" | cut -d' ' -f1 | uniq -c)" && return 1; }
    for i in 2 4; do
        verdicts "$scratch/many.aag" --jobs $i > "$out"
        cmp -s "$out" "$scratch/expected" || { echo "# with $i jobs: $(diff "$out" "$scratch/expected" | head -3)" && return 1; }
    done
}
ok "many properties" many_properties

shared_memory() { { ls -A /dev/shm 2> /dev/null && ipcs -m 2> /dev/null | grep -c 0x; } | sort; }
leaves_no_shared_memory() {
    local before pid
    before=$(shared_memory)
    "$program" check cases/timeout-statistics/model.aag --jobs 3 --quiet > "$out" 2> "$err" &
    pid=$!
    sleep 0.5
    kill -KILL $pid
    wait $pid 2> /dev/null
    sleep 0.3
    [[ $(shared_memory) == "$before" ]]
}
ok "no shared memory is left" leaves_no_shared_memory

no_leftovers() { sleep 0.2 && [ -z "$(ls -A "$TMPDIR")" ] || { echo "# $(ls "$TMPDIR" | head -3)" && return 1; }; }
ok "no files are left" no_leftovers
finish
