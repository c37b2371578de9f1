#!/bin/bash
# Limits and signals, on a circuit that no engine decides: tests/limits.sh PROGRAM
# Each end must come in time, with verdict lines, statistics and the right exit status.
set -uo pipefail
program=$(readlink -f "${1:?usage: tests/limits.sh PROGRAM}")
cd "$(dirname "$(readlink -f "$0")")"
. ./tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
hard=cases/timeout-statistics/model.aag
out=$scratch/out err=$scratch/err

milliseconds() { echo $(($(date +%s%N) / 1000000)); }

# check STATUS LEAST MOST PATTERN ARGUMENTS...: the call ends with the status within the milliseconds, and its only line
# of output matches.
check() {
    local status=$1 least=$2 most=$3 pattern=$4 start took got
    shift 4
    start=$(milliseconds)
    "$program" "$@" > "$out" 2> "$err"
    got=$? took=$(($(milliseconds) - start))
    ended "$status" "$got" "$least" "$most" "$took" "$pattern"
}

ended() {
    local status=$1 got=$2 least=$3 most=$4 took=$5 pattern=$6
    ((got == status)) || { echo "# exit status $got, not $status"; sed 's/^/# /' "$err" | head; return 1; }
    ((took >= least && took <= most)) || { echo "# took $took ms, not $least to $most"; return 1; }
    [[ $(< "$out") =~ ^$pattern$ ]] || { echo "# output: $(< "$out")"; return 1; }
}

statistics() { grep -q '^  total-us ' "$err"; }

# signalled SIGNAL: a run that gets the signal after half a second ends within a second.
signalled() {
    local pid start got took
    "$program" check "$hard" > "$out" 2> "$err" &
    pid=$!
    sleep 0.5
    start=$(milliseconds)
    kill "-$1" "$pid"
    wait "$pid"
    got=$? took=$(($(milliseconds) - start))
    ended 3 "$got" 0 1000 "$took" 'unknown 0 \(interrupted\) depth=[0-9]+' && statistics
}

# The worker is the only child of the program.
worker_of() { tr -d ' ' < "/proc/$1/task/$1/children"; }

# killed SIGNAL PATTERN: what is said when the worker dies.
killed() {
    local pid
    "$program" check "$hard" > "$out" 2> "$err" &
    pid=$!
    sleep 0.5
    kill "-$1" "$(worker_of "$pid")"
    wait "$pid"
    ended 3 $? 0 0 0 "$2"
}

worker_dies_with_its_supervisor() {
    local pid worker
    "$program" check "$hard" > "$out" 2> "$err" &
    pid=$!
    sleep 0.5
    worker=$(worker_of "$pid")
    kill -KILL "$pid"
    wait "$pid" 2> /dev/null
    sleep 0.2
    [[ $worker ]] || return 1
    [[ ! -e /proc/$worker || $(cut -d' ' -f3 "/proc/$worker/stat") == Z ]]
}

# A small file that decompresses to far more than the limit, so that an allocation fails while reading.
reading_needs_too_much() {
    head -c 400M /dev/zero | gzip -1 > "$scratch/zeros.aig.gz"
    check 3 0 5000 'unknown \* \(memory\) depth=-1' check "$scratch/zeros.aig.gz" --memory 60 &&
        check 3 0 5000 '' convert "$scratch/zeros.aig.gz" --to aiger --memory 60 &&
        grep -q "zeros.aig.gz: not converted: memory" "$err"
}

# An input that never comes: reading it must be stopped too.
reading_takes_too_long() {
    mkfifo "$scratch/pipe"
    check 3 900 2000 'unknown 0 \(timeout\) depth=-1' check "$scratch/pipe" --timeout 1 --property 0 --stats "$scratch/none.json" &&
        [[ $(jq -c '.properties[0] | [.reason, .depth]' "$scratch/none.json") == '["timeout",null]' ]] &&
        check 3 400 1500 '' convert "$scratch/pipe" --to aiger --timeout 0.5 && grep -q "pipe: not converted: timeout" "$err"
}

stats_file_after_timeout() {
    check 3 200 1200 'unknown 0 \(timeout\) depth=[0-9]+' check "$hard" --timeout 0.2 --stats "$scratch/s.json" --quiet &&
        [[ $(jq -c '[.exit, .properties[0].verdict, .properties[0].reason, .statistics.latches]' "$scratch/s.json") == '[3,"unknown","timeout",48]' ]]
}

decided_before_the_limit() {
    check 1 200 1200 $'unsafe quick depth=0\nunknown 1 \\(timeout\\) depth=[0-9]+' check "$scratch/two.aag" --timeout 0.3 --quiet
}

# The hard circuit with a second property that is violated at once.
awk '/^aag/ { $7 = 2 } NF == 1 { print 1 } { print } END { print "b0 quick" }' "$hard" > "$scratch/two.aag"

# Clang needs many seconds for it, and is gone when we are.
program_takes_too_long() {
    awk 'BEGIN { for (i = 0; i < 60000; i++) printf "int f%d(int x) { int a = x * %d; while (a < x) { a += x; if (a == %d) x--; } return a; }\n", i, i, i
                 print "void reach_error(void); int main(void) { if (f3(1)) reach_error(); }" }' > "$scratch/large.c"
    check 3 900 2000 'unknown unreach-call \(timeout\) depth=-1' check "$scratch/large.c" --timeout 1 || return 1
    ! pgrep -f -- "-- $scratch/large.c" > /dev/null
}

# nothing_left SIGNAL: a program whose replay takes long, ended in the midst of it by the signal, leaves no files and no
# processes.
nothing_left() {
    local pid i
    mkdir -p "$scratch/temporary"
    awk 'BEGIN { print "int g(int), __VERIFIER_nondet_int(void); void reach_error(void);"
                 for (i = 0; i < 8000; i++) printf "int f%d(int x) { int a = x * %d; while (a < x) { a += x; if (a == %d) x--; } return a; }\n", i, i, i
                 print "int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); }" }' > "$scratch/replayed.c"
    TMPDIR=$scratch/temporary "$program" check "$scratch/replayed.c" --timeout 60 > "$out" 2> "$err" &
    pid=$!
    for ((i = 0; i < 3000; i++)); do
        compgen -G "$scratch/temporary/induct-replay-*/program.ll*" > /dev/null && break
        sleep 0.01
    done
    compgen -G "$scratch/temporary/induct-replay-*" > /dev/null || { echo "# no replay was seen"; return 1; }
    kill "-$1" "$pid"
    wait "$pid"
    (($? == 3)) || { echo "# output: $(< "$out")"; return 1; }
    [[ -z $(ls -A "$scratch/temporary") ]] || { find "$scratch/temporary" | sed 's/^/# left: /'; return 1; }
    ! pgrep -f -- "$scratch/temporary" > /dev/null
}

# family PID: all processes below it.
family() {
    local pid
    for pid in $(cat "/proc/$1"/task/*/children 2> /dev/null); do echo "$pid"; family "$pid"; done
}

# memory_of PID...: the sum of their memory in kilobytes; pages that they share count once.
memory_of() { cat "${@/%//smaps_rollup}" 2> /dev/null | awk '/^Pss:/ { sum += $2 } END { print sum + 0 }'; }

# within MB FILE ARGUMENTS...: no memory but so much, and a tolerance, is used by the check and all that it starts; it
# ends for want of it.
within() {
    local limit=$1 pid peak=0 now got
    shift
    "$program" check "$@" --memory "$limit" --quiet > "$out" 2> "$err" &
    pid=$!
    while [[ -e /proc/$pid/smaps_rollup && $(cut -d' ' -f3 "/proc/$pid/stat" 2> /dev/null) != Z ]]; do
        now=$(memory_of /proc/$pid $(family $pid | sed 's:^:/proc/:'))
        ((now > peak)) && peak=$now
    done
    wait "$pid"
    got=$?
    ((peak <= (limit + (limit > 640 ? limit / 10 : 64)) * 1024)) || { echo "# $peak KB"; return 1; }
    ended 3 "$got" 0 0 0 'unknown unreach-call \(memory\) depth=-?[0-9]+'
}

# Programs that ask for much memory, at once or before they start, and write to all of it before they get to their
# errors.
greedy_replays() {
    local start='void *malloc(unsigned long); void reach_error(void); int __VERIFIER_nondet_int(void);' \
        loop='if (__VERIFIER_nondet_int() != 7) return 0; for (unsigned k = 0; k < 150000; k++) p[k * 4096] = 1; reach_error(); }'
    echo "$start int main(void) { char *p = malloc(600u << 20); $loop" > "$scratch/heap.c"
    echo "$start static char p[600u << 20]; int main(void) { $loop" > "$scratch/static.c"
    within 150 "$scratch/heap.c" && within 150 "$scratch/static.c"
}

# A judge that never has enough.
greedy_judge() {
    mkdir -p "$scratch/bin"
    printf '%s\n' '#!/bin/sh' "exec perl -e 'for (;;) { push @x, \"x\" x (1 << 20) }'" > "$scratch/bin/cvc5"
    chmod +x "$scratch/bin/cvc5"
    PATH=$scratch/bin:$PATH within 200 ../examples/ring-buffer-safe.c --verify-with cvc5
}

# The compiler needs more than there is, or even to start.
compiler_needs_too_much() {
    local mb
    for mb in 1 20 50 100; do within $mb "$scratch/large.c" || { echo "# with $mb MB"; return 1; }; done
    check 3 0 5000 'undecided: memory' verify "$scratch/large.c" "$scratch/large.c" --memory 50
}

# survivors SECONDS FILE: a check that is killed after so long leaves no process behind.
survivors() {
    local pid left i all
    TMPDIR=$scratch "$program" check "$2" > "$out" 2> "$err" &
    pid=$!
    sleep "$1"
    all=$(family "$pid")
    kill -KILL "$pid" || { echo "# it was over"; return 1; }
    wait "$pid" 2> /dev/null
    for i in 1 2 3 4 5 6 7 8 9 10; do
        sleep 0.05
        left=$(pgrep -f -- "$2|$scratch" | grep -vx $$)
        for pid in $all; do [[ -e /proc/$pid && $(cut -d' ' -f3 "/proc/$pid/stat" 2> /dev/null) != Z ]] && left+=" $pid"; done
        [[ $left ]] || break
    done
    rm -rf "$scratch"/induct-*
    [[ -z $left ]] || { ps -o pid,ppid,args -p "$(echo $left | tr ' ' ,)" | cut -c1-150 | sed 's/^/# left: /'; return 1; }
}

# full_pipe: descriptor 8 is a pipe that takes nothing more, and that nobody reads.
full_pipe() {
    rm -f "$scratch/full"
    mkfifo "$scratch/full"
    exec 8<> "$scratch/full"
    dd if=/dev/zero of=/dev/fd/8 bs=4096 oflag=nonblock 2> /dev/null
}

# stalled STATUS MOST ARGUMENTS...: a call whose output nobody takes ends all the same.
stalled() {
    local status=$1 most=$2 start took got
    shift 2
    full_pipe
    start=$(milliseconds)
    timeout 20 "$program" "$@" >&8 2>&8 8>&-
    got=$? took=$(($(milliseconds) - start))
    exec 8>&-
    ((got == status && took <= most)) || { echo "# exit status $got after $took ms"; return 1; }
}

# stalled_signal SIGNAL: nor does it keep signals from acting, before and after all is decided.
stalled_signal() {
    local pid start took
    full_pipe
    for file in "$hard" "$scratch/many.aag"; do
        "$program" check "$file" >&8 2>&8 8>&- &
        pid=$!
        sleep 0.7
        [[ -e /proc/$pid ]] || { echo "# it did not wait for its reader"; return 1; }
        start=$(milliseconds)
        kill "-$1" "$pid"
        wait "$pid" 2> /dev/null
        took=$(($(milliseconds) - start))
        ((took <= 1500)) || { echo "# $took ms"; return 1; }
    done
    exec 8>&-
}

# Everything arrives, however slowly it is taken.
slow_reader() {
    "$program" check "$scratch/many.aag" --quiet | { sleep 0.5; cat; } > "$out"
    (($(grep -c '^unsafe' "$out") == 3000)) || { echo "# $(wc -l < "$out") lines"; return 1; }
}

nobody_takes_the_statistics() {
    rm -f "$scratch/stats"
    mkfifo "$scratch/stats"
    check 3 400 2400 'unknown 0 \(timeout\) depth=[0-9]+' check "$hard" --timeout 0.4 --stats "$scratch/stats"
}

# Nobody ever reads the pipe that the counterexample is to be written to.
written_too_late() {
    mkfifo "$scratch/never.aiw"
    check 1 400 1500 'unsafe quick depth=0' check "$scratch/two.aag" --property quick --timeout 0.5 --witness "$scratch/never.aiw" || return 1
    grep -q 'property quick: not all of its evidence was written' "$err"
}

# The median of seven runs, in milliseconds of processor time: what else the machine does, and how fast it is, must not
# matter.
cpu_of() {
    local TIMEFORMAT='%3U %3S' i
    for i in 1 2 3 4 5 6 7; do { time "$@" > /dev/null 2>&1; } 2>&1; done | awk '{ printf "%d\n", ($1 + $2) * 1000 }' | sort -n | sed -n 4p
}

# starts_quickly TIMES PROGRAM.c: the check takes at most so many times what the compiler alone takes.
starts_quickly() {
    local compiler whole
    compiler=$(cpu_of clang-19 -O0 -c -emit-llvm -o /dev/null "$2")
    whole=$(cpu_of "$program" check "$2")
    ((whole <= $1 * compiler)) || { echo "# $whole ms, of which the compiler takes $compiler"; return 1; }
}

for engine in ic3 ic3-local imc ipdr bmc kind; do
    ok "$engine stops at the time limit" check 3 900 2000 'unknown 0 \(timeout\) depth=[0-9]+' check "$hard" --engine $engine --timeout 1
    ok "$engine leaves statistics" statistics
done
ok "statistics in a file after a time-out" stats_file_after_timeout
ok "what was decided before the time-out stays" decided_before_the_limit
ok "what was decided stays when its evidence cannot be written in time" written_too_late
ok "reading a file that never ends stops at the time limit" reading_takes_too_long
ok "reading a C program that is too large stops at the time limit" program_takes_too_long
ok "SIGINT" signalled INT
ok "SIGTERM" signalled TERM
ok "SIGINT during a replay leaves nothing" nothing_left INT
ok "SIGTERM during a replay leaves nothing" nothing_left TERM
ok "the system takes the memory" killed KILL 'unknown 0 \(memory\) depth=[0-9]+'
ok "a worker dies with its supervisor" worker_dies_with_its_supervisor
awk 'BEGIN { print "aag 0 0 0 0 0 3000"; for (i = 0; i < 3000; i++) print 1 }' > "$scratch/many.aag"
ok "a reader that stalls: time limit" stalled 3 3000 check "$hard" --timeout 1
ok "a reader that stalls: time limit, all decided" stalled 1 3000 check "$scratch/many.aag" --timeout 1
ok "a reader that stalls: time limit of convert" stalled 3 3000 convert "$scratch/two.aag" --to btor2 --timeout 1
ok "a reader that stalls: SIGINT" stalled_signal INT
ok "a reader that stalls: SIGTERM" stalled_signal TERM
ok "a reader that is slow" slow_reader
ok "statistics that nobody reads" nobody_takes_the_statistics
for after in 0.02 0.1 0.3 0.8; do
    ok "nothing survives a supervisor that is killed after $after s: compiler" survivors $after "$scratch/large.c"
done
for after in 0.4 1 1.5 2; do
    ok "nothing survives a supervisor that is killed after $after s: replay" survivors $after "$scratch/replayed.c"
done
if ! grep -q __asan_init "$program"; then # sanitizers catch SIGSEGV, and need all the address space there is
    ok "a crash of the worker" killed SEGV 'unknown 0 \(internal error: signal 11\) depth=[0-9]+'
    ok "memory limit while solving" check 3 0 2000 'unknown 0 \(memory\) depth=[0-9]+' check "$hard" --memory 3
    ok "memory limit leaves statistics" statistics
    ok "memory limit while reading" reading_needs_too_much
    ok "memory limit while compiling" compiler_needs_too_much
    ok "memory limit while a program is replayed" greedy_replays
    ok "memory limit while another solver judges" greedy_judge
    # read, proved, judged; compiled twice more, once by gcc with optimisation, and run sixteen times
    ok "a small program is decided at once" starts_quickly 30 ../examples/ring-buffer-safe.c
fi
finish
