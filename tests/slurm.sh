#!/bin/bash
# integrations/slurm/ on a cluster of three simulated nodes, one of which dies: tests/slurm.sh PROGRAM
# As root, with slurmctld, slurmd, slurm-client and munge, where the kernel has network namespaces; else, and without
# INDUCT_LONG=1, it is skipped. Five minutes, in which little is computed: Slurm waits before it starts a job again.
set -uo pipefail
program=$(readlink -f "${1:?usage: tests/slurm.sh PROGRAM}")
cd "$(dirname "$(readlink -f "$0")")"
. ./tap.sh
. cluster/lab.sh
skip() {
    echo "ok 1 # SKIP $1"
    echo 1..1
    exit 0
}
[ "${INDUCT_LONG:-0}" != 0 ] || skip "a long test"
for tool in slurmctld slurmd sbatch munged redis-server; do command -v $tool > /dev/null || skip "no $tool"; done
[ "$(id -u)" = 0 ] || skip "not root"
scratch=$(mktemp -d)
chmod 755 "$scratch"
export SLURM_CONF=$scratch/slurm.conf INDUCT=$program
daemons=()
declare -A nodes
down() {
    local pid
    for pid in "${nodes[@]}" "${daemons[@]}"; do kill -KILL "$pid" 2> /dev/null; done
    wait 2> /dev/null
    [[ $lab_name ]] && namespaces_down
    rm -rf "$scratch"
}
trap down EXIT
namespaces_up || skip "no network namespaces"
slurm() { ip netns exec $lab_name-hub "$@"; }

# The daemon of a node, with processes of its own: who kills unshare kills the node.
node_up() {
    setsid nsenter --net=/run/netns/$lab_name-$1 unshare --uts --mount --pid --fork --kill-child --mount-proc \
        sh -c "hostname node$1; exec slurmd -D -N node$1 -f $SLURM_CONF" > "$scratch/node$1.out" 2>&1 &
    nodes[$1]=$!
}
cluster_up() {
    local i
    mkdir -p "$scratch"/{state,munge,log} && chown -R munge:munge "$scratch/munge" && chmod 755 "$scratch/munge"
    head -c 1024 /dev/urandom > "$scratch/munge/key" && chown munge:munge "$scratch/munge/key" && chmod 400 "$scratch/munge/key"
    runuser -u munge -- munged --foreground --socket="$scratch/munge/socket" --key-file="$scratch/munge/key" --force \
        --pid-file="$scratch/munge/pid" --log-file="$scratch/munge/log" --seed-file="$scratch/munge/seed" > "$scratch/munged.out" 2>&1 &
    daemons+=($!)
    {
        printf '%s\n' ClusterName=lab "SlurmctldHost=hub(10.77.0.254)" AuthType=auth/munge "AuthInfo=socket=$scratch/munge/socket" \
            CredType=cred/munge SlurmUser=root SlurmdUser=root "StateSaveLocation=$scratch/state" "SlurmdSpoolDir=$scratch/spool.%n" \
            "SlurmctldPidFile=$scratch/ctld.pid" "SlurmdPidFile=$scratch/slurmd.%n.pid" "SlurmctldLogFile=$scratch/log/ctld" \
            "SlurmdLogFile=$scratch/log/%n" SlurmctldPort=26817 SlurmdPort=26818 ProctrackType=proctrack/linuxproc TaskPlugin=task/none \
            JobAcctGatherType=jobacct_gather/none AccountingStorageType=accounting_storage/none SelectType=select/cons_tres \
            SelectTypeParameters=CR_CPU SchedulerType=sched/backfill SchedulerParameters=batch_sched_delay=1,sched_interval=2,bf_interval=2 \
            MpiDefault=none ReturnToService=2 SlurmdTimeout=10 SlurmctldTimeout=30 JobRequeue=1 SlurmdParameters=config_overrides
        for i in 1 2 3; do mkdir -p "$scratch/spool.node$i"; echo "NodeName=node$i NodeHostname=node$i NodeAddr=10.77.0.$i CPUs=2 State=UNKNOWN"; done
        echo "PartitionName=p Nodes=node[1-3] Default=YES MaxTime=INFINITE State=UP"
    } > "$SLURM_CONF"
    sleep 1
    setsid ip netns exec $lab_name-hub unshare --uts sh -c "hostname hub; exec slurmctld -D -f $SLURM_CONF" > "$scratch/ctld.out" 2>&1 &
    daemons+=($!)
    sleep 2
    for i in 1 2 3; do node_up $i; done
    for ((i = 0; i < 40; i++)); do
        [[ $(slurm sinfo -h -o %D -t idle 2> /dev/null) == 3 ]] && return
        sleep 0.5
    done
    slurm sinfo | sed 's/^/# /'
    tail -3 "$scratch"/log/* "$scratch"/*.out | sed 's/^/# /'
    return 1
}
ended() { # SECONDS: until no job is left
    local i
    for ((i = 0; i < $1; i++)); do
        [[ -z $(slurm squeue -h) ]] && return
        sleep 1
    done
    slurm squeue | sed 's/^/# /'
    return 1
}

# Sixty files, half of them with a counterexample; each takes a moment, without needing the processor.
make_campaign() {
    local value
    mkdir -p "$scratch/files"
    echo "path,expected" > "$scratch/files/MANIFEST.csv"
    for ((value = 1; value <= 60; value++)); do
        if ((value % 2)); then
            counter 8 $value > "$scratch/files/c$value.aag" && echo "c$value.aag,unsafe"
        else
            sed "s/.*/&/" ../examples/decade-counter-safe.aag > "$scratch/files/c$value.aag" && echo "c$value.aag,safe"
        fi
    done >> "$scratch/files/MANIFEST.csv"
    settings=("$scratch/files/MANIFEST.csv" --timeout 20 --tool "t:induct=sleep 1; exec $program check {} --engine ic3 --quiet")
}
# What a summary says, but for times, memory, the machine, and how many runs at a time.
without_times() { awk -F'|' '/^\| t \|/ { print $2 "|" $3 "|" $4 "|" $5 "|" $6 "|" $7 "|" $8 "|" $9 "|" $10 "|" $11 }
    /^\| [^|]* \| [0-9]+ \| [0-9]+ \| [0-9.]+ \|$/ { print $2 "|" $3 "|" $4 } /^# |^- manifest|Incomplete|WRONG|DISAGREE/' "$1"; }
campaign_with_a_dead_node() {
    make_campaign
    "$program" bench "${settings[@]}" --jobs 30 -o "$scratch/alone" > "$scratch/alone.log" 2>&1 || return 1
    slurm ../integrations/slurm/campaign 3 "$scratch/campaign" "${settings[@]}" > "$scratch/job" || return 1
    sleep 8
    kill -KILL ${nodes[2]}
    sleep 3
    ended 400 || return 1
    without_times "$scratch/alone/summary.md" > "$scratch/expected"
    without_times "$scratch/campaign/all/summary.md" > "$scratch/merged"
    [[ $(wc -l < "$scratch/expected") -ge 3 ]] && diff "$scratch/expected" "$scratch/merged" | sed 's/^/# /'
    ((PIPESTATUS[0] == 0)) || { sed 's/^/# /' "$scratch"/campaign/*.log; return 1; }
    grep -h 'restart' "$scratch"/campaign/part-*.log | sed 's/^/# /'
}
was_requeued() { grep -q 'restart [1-9]' "$scratch"/campaign/part-*.log; }

# One job: its second node dies, then it is requeued as a whole, as when the first one dies.
job_survives() {
    local models=() value job
    for value in 301 302 303 304 305 306 307 308; do
        counter 12 $value > "$scratch/files/k$value.aag"
        models+=("$scratch/files/k$value.aag")
    done
    job=$(slurm sbatch --parsable --nodes=3 --output="$scratch/job.log" ../integrations/slurm/job.sbatch "$scratch/job-dir" "${models[@]}" \
        --strategy kind --timeout 60 --lease 2 --jobs 1) || return 1
    for ((i = 0; i < 60; i++)); do
        grep -q ',unsafe,' "$scratch/job-dir/out/results.csv" 2> /dev/null && break
        sleep 0.2
    done
    slurm scontrol requeue "$job" || return 1
    slurm scontrol update JobId="$job" StartTime=now 2> /dev/null
    ended 300 || return 1
    [[ $(grep -c ',unsafe,' "$scratch/job-dir/out/results.csv") == 8 ]] && grep -q 'restart 1' "$scratch/job.log" && grep -q 'exit status 1' "$scratch/job.log" ||
        { sed 's/^/# /' "$scratch/job.log" "$scratch"/job-dir/workers*.log; return 1; }
}
ok "a cluster of three nodes" cluster_up
if ((tap_failed == 0)); then
    mkdir -p "$scratch/files"
    ok "a job with a server of its own goes on after a requeue" job_survives
    ok "a campaign on three nodes, one of which dies, is that of one machine" campaign_with_a_dead_node
    ok "the part of the dead node was run again" was_requeued
fi
finish
