#!/bin/bash
# Many machines: tests/cluster.sh PROGRAM LIAR
# A job on a Redis server while something fails. Whatever it is, every verdict comes, and nothing is left behind. By
# default kill, liar and server, on loopback; INDUCT_LONG=1: all eight faults, on hosts that are network namespaces
# where the kernel allows them, a negative control that must fail, accounts with few rights, and TLS.
set -uo pipefail
program=$(readlink -f "${1:?usage: tests/cluster.sh PROGRAM LIAR}")
liar=$(readlink -f "${2:?usage: tests/cluster.sh PROGRAM LIAR}")
cd "$(dirname "$(readlink -f "$0")")"
. ./tap.sh
. cluster/lab.sh
scratch=$(mktemp -d)
export TMPDIR=$scratch/tmp
mkdir "$TMPDIR"
trap 'lab_down; rm -rf "$scratch"' EXIT
version=$("$program" --version | cut -d' ' -f2)

if ! command -v redis-server > /dev/null; then
    echo "# no redis-server: see scripts/packages.txt"
    ok "there is a Redis server" false
    finish
fi
long=${INDUCT_LONG:-0}
lab_up "$long"
echo "# hosts are $lab_kind"

# Files that take a moment each: counters, decided by k-induction.
models=()
for value in 301 302 303 304 305 306; do
    counter 12 $value > "$scratch/counter-$value.aag"
    models+=("$scratch/counter-$value.aag")
done
expected() { for model in "${models[@]}"; do echo "unsafe $model 0"; done | sort; }

worker() { # HOST NAME
    on "$1" "$program" worker --join "$url" --name "$2" --jobs 1 --patience 20 > "$scratch/$2.log" 2>&1 &
    pids[$2]=$!
}
serve() { # SECONDS [OPTION]...: the exit status of the whole job
    local seconds=$1
    shift
    on hub timeout -s KILL "$seconds" "$program" serve "${models[@]}" --join "$url" -o "$scratch/out" --strategy kind \
        --timeout 60 --lease "${lease:-1}" "$@" > "$scratch/verdicts" 2> "$scratch/serve.log"
}
busy() { # NAME: waits until the worker has a task, so that what fails does so in the midst of it
    local i
    for ((i = 0; i < 100; i++)); do
        [[ $(cli XPENDING "induct:$job:tasks" w - + 10 "$1") == ?* ]] && return
        sleep 0.1
    done
    echo "# $1 never had a task" && return 1
}
# The process that works for the pid: below the commands that put it onto its host.
agent_of() {
    local pid=$1 child
    while [[ $(cat "/proc/$pid/comm" 2> /dev/null) != induct && $(cat "/proc/$pid/comm" 2> /dev/null) != liar ]]; do
        child=$(cat "/proc/$pid/task/$pid/children" 2> /dev/null)
        [[ $child ]] || return 1
        pid=${child%% *}
    done
    echo "$pid"
}
ends() { # PID...: within ten seconds
    local pid i
    for pid in "$@"; do
        for ((i = 0; i < 100; i++)); do
            kill -0 "$pid" 2> /dev/null || break
            sleep 0.1
        done
        kill -0 "$pid" 2> /dev/null && { echo "# $pid is still there"; return 1; }
        wait "$pid" 2> /dev/null
    done
    return 0
}

fails() { # FAULT: what happens while workers work
    case $1 in
    none) ;;
    kill) kill -KILL "$(agent_of ${pids[w2]})" ;;
    host) host_dies w2 ;;
    stop) local agent; agent=$(agent_of ${pids[w2]}); kill -STOP "$agent"; sleep 4; kill -CONT "$agent" ;;
    cut) cut_off 2; sleep 5; heal 2 ;;
    server) server_dies; sleep 2; server_up ;;
    join) worker 4 w4 ;;
    esac
}

# FAULT: six files, three workers, and one thing that goes wrong.
nothing_is_lost() {
    local fault=$1 limit=${2:-90} status server
    job=$fault
    url=redis://$address/$job
    declare -gA pids=()
    rm -rf "$scratch/out"
    serve "$limit" &
    server=$!
    if [[ $fault == liar ]]; then # the first to come, so that it has something to lie about
        on 3 "$liar" "$url" w3 20 "$version" > "$scratch/w3.log" 2>&1 &
        pids[w3]=$!
        sleep 1
    else
        worker 3 w3
    fi
    worker 1 w1
    worker 2 w2
    [[ $fault == liar ]] || busy w2 || return 1
    fails "$fault"
    wait $server
    status=$?
    sort "$scratch/verdicts" > "$scratch/sorted"
    if [[ $status != 1 || $(< "$scratch/sorted") != "$(expected)" ]]; then
        echo "# exit status $status; verdicts:" && sed 's/^/# /' "$scratch/verdicts" "$scratch"/w*.log "$scratch/serve.log" && return 1
    fi
    ends "${pids[@]}" || return 1
    case $fault in
    liar) grep -q '^lied' "$scratch/w3.log" && grep -q 'w3 is barred' "$scratch/serve.log" ;;
    *) true ;;
    esac
}
accepts_evidence() {
    local model number=0
    for model in "${models[@]}"; do
        "$program" verify "$model" "$scratch"/out/evidence/$(printf %05d $number)-*.aiw --quiet > "$scratch/judged" || return 1
        number=$((number + 1))
    done
}
forgets_the_job() { [[ $(cli KEYS "induct:$job:*") == "induct:$job:closed" ]]; }

if [ "$long" = 0 ]; then faults=(kill liar server); else faults=(none kill host stop cut server join liar); fi
for fault in "${faults[@]}"; do
    ok "nothing is lost: $fault" nothing_is_lost "$fault"
    ok "the server has forgotten the job: $fault" forgets_the_job
done
ok "all evidence is there, and good" accepts_evidence

# Killed, and called again: what was known is known, and the rest comes.
resumes() {
    local known status server i
    job=resume url=redis://$address/resume
    declare -gA pids=()
    rm -rf "$scratch/out"
    serve 60 &
    server=$!
    worker 1 w1
    for ((i = 0; i < 100; i++)); do
        known=$(grep -c ',unsafe,' "$scratch/out/results.csv" 2> /dev/null)
        [[ ${known:-0} -ge 2 ]] && break
        sleep 0.05
    done
    kill -KILL "$(agent_of $server)"
    wait $server 2> /dev/null
    cp "$scratch/verdicts" "$scratch/before"
    serve 60
    status=$?
    sort -u "$scratch/before" "$scratch/verdicts" > "$scratch/sorted"
    # Whoever is killed between the row of a result and its line has said nothing of it; the row is there.
    [[ $status == 1 && -s $scratch/before && $(grep -c ',unsafe,' "$scratch/out/results.csv") == 6 ]] &&
        [[ ! $(comm -23 "$scratch/sorted" <(expected)) && $(wc -l < "$scratch/sorted") -ge 5 ]] ||
        { echo "# exit status $status" && sed 's/^/# /' "$scratch/before" "$scratch/verdicts" "$scratch/serve.log" && return 1; }
    ends "${pids[@]}"
}
ok "a job that was killed goes on" resumes

# A single check, spread: what others find decides it, while nobody here gets anywhere; and without a server it is what
# it is alone.
descendants_of() { # PID DEPTH: those so many generations below
    local child
    for child in $(cat "/proc/$1/task"/*/children 2> /dev/null); do
        if (($2 > 1)); then descendants_of "$child" $(($2 - 1)); else echo "$child"; fi
    done
}
joins_a_check() {
    local check agent i status
    job=pool url=redis://$address/pool
    declare -gA pids=()
    on hub timeout -s KILL 60 "$program" check ../examples/fischer-unsafe.vmt --join "$url" --jobs 2 --witness "$scratch/w.txt" --quiet > "$scratch/said" 2>&1 &
    check=$!
    for ((i = 0; i < 200; i++)); do # members begin one after the other
        agent=$(agent_of $check) && for member in $(descendants_of "$agent" 2); do kill -STOP "$member" 2> /dev/null; done
        sleep 0.01
    done
    [[ ! -s $scratch/said ]] || { echo "# it was decided here" && return 1; }
    worker 1 w1
    wait $check
    status=$?
    agent=$(agent_of "${pids[w1]}") && kill "$agent"
    [[ $status == 1 && $(< "$scratch/said") =~ ^unsafe\ 0\ depth=[0-9]+$ && -s $scratch/w.txt ]] || { sed 's/^/# /' "$scratch/said" "$scratch/w1.log" && return 1; }
    ends "${pids[@]}" && grep -q 'packets sent' "$scratch/w1.log"
}
checks_without_a_server() {
    [[ $("$program" check ../examples/counter-unsafe.aag --join redis://127.0.0.1:1/pool --quiet) == "unsafe overflow depth=15" ]]
}
ok "a check that workers join is decided by them" joins_a_check
ok "without a server a check is decided here" checks_without_a_server

if [ "$long" != 0 ]; then
    # The test can fail: with a lease of ten minutes nobody takes over what a dead worker had.
    lease=600
    loses_with_a_long_lease() { ! nothing_is_lost kill 30 > "$scratch/control" && ! grep -q 'still there' "$scratch/control"; }
    ok "negative control: with a lease of 600 s, kill loses a file" loses_with_a_long_lease
    lease=1
    for pid in "${pids[@]}"; do agent=$(agent_of "$pid") && kill "$agent"; done
    . cluster/access.sh
fi

# What a worker left behind that was killed, the next one removes.
no_leftovers() {
    local i
    for ((i = 0; i < 20; i++)); do
        "$program" worker --join redis://127.0.0.1:1/none --patience 0.1 2> "$scratch/last.log"
        [ -z "$(ls -A "$TMPDIR")" ] && return
        sleep 0.5
    done
    echo "# $(ls "$TMPDIR" | head -3)" && return 1
}
ok "no files are left" no_leftovers
finish
