# For tests/cluster.sh: a server and hosts. Source it; $scratch is a folder of the caller's.
#
#   lab_up LONG            starts the server; with LONG, hosts are network namespaces where the kernel allows them
#   on HOST COMMAND...     hub, 1, 2, 3 or 4
#   cli WORD...            redis-cli
#   server_dies, server_up, host_dies NAME, cut_off HOST, heal HOST
#   counter BITS VALUE     an ASCII AIGER file of a counter that is bad at that value
#   $lab_kind              what hosts are; $address, where the server is
lab_kind= address= lab_name= lab_port=

on() {
    local host=$1
    shift
    if [[ $lab_name ]]; then
        exec_on "$host" "$@"
    else
        "$@"
    fi
}
# With processes of its own, so that the host can die with all of them.
exec_on() {
    local name=$lab_name-$1
    shift
    ip netns exec "$name" unshare --pid --fork --kill-child --mount-proc "$@"
}

namespaces_up() {
    local i
    lab_name=induct$$
    ip netns add $lab_name-hub 2> /dev/null && ip -n $lab_name-hub link set lo up &&
        ip -n $lab_name-hub link add br0 type bridge && ip -n $lab_name-hub addr add 10.77.0.254/24 dev br0 &&
        ip -n $lab_name-hub link set br0 up || return 1
    for i in 1 2 3 4; do
        ip netns add $lab_name-$i && ip -n $lab_name-$i link set lo up &&
            ip -n $lab_name-hub link add v$i type veth peer name eth0 netns $lab_name-$i &&
            ip -n $lab_name-hub link set v$i master br0 up && ip -n $lab_name-$i addr add 10.77.0.$i/24 dev eth0 &&
            ip -n $lab_name-$i link set eth0 up || return 1
    done
    unshare --pid --fork --mount-proc true 2> /dev/null
}
namespaces_down() {
    local host
    for host in hub 1 2 3 4; do ip netns del $lab_name-$host 2> /dev/null; done
    lab_name=
}

server_up() {
    local i
    on_server redis-server "$scratch/redis.conf" > /dev/null
    for ((i = 0; i < 100; i++)); do
        [[ $(cli PING 2> /dev/null) == PONG ]] && return
        sleep 0.05
    done
    echo "# the server does not start" && return 1
}
on_server() { if [[ $lab_name ]]; then ip netns exec $lab_name-hub "$@"; else "$@"; fi; }
server_dies() { kill -KILL "$(< "$scratch/redis.pid")" 2> /dev/null; rm -f "$scratch/redis.pid"; }
cli() { on_server redis-cli -h "${address%:*}" -p "${address#*:}" "$@" 2> /dev/null; }

lab_up() {
    local host=127.0.0.1
    lab_kind="processes of this machine, on loopback"
    if [ "$1" != 0 ]; then
        if namespaces_up; then
            lab_kind="network namespaces" host=10.77.0.254
        else
            namespaces_down
            lab_kind+=", because there are no network namespaces here: a cut is connections that are killed"
        fi
    fi
    lab_port=$((20000 + $$ % 10000))
    address=$host:$lab_port
    printf '%s\n' "bind $host" "port $lab_port" "dir $scratch" "daemonize yes" "pidfile $scratch/redis.pid" \
        "logfile $scratch/redis.log" 'save ""' "appendonly yes" "protected-mode no" > "$scratch/redis.conf"
    server_up
}
lab_down() {
    local pid
    for pid in $(jobs -p); do kill "$pid" 2> /dev/null; done
    server_dies
    [[ $lab_name ]] && namespaces_down
}

host_dies() { # the process that holds all others of the host, or the worker with what it has started
    kill -KILL "${pids[$1]}" 2> /dev/null
    [[ $lab_name ]] || kill -KILL "$(agent_of "${pids[$1]}")" 2> /dev/null
}
cut_off() {
    if [[ $lab_name ]]; then
        ip -n $lab_name-hub link set v$1 down
    else
        cli CLIENT KILL TYPE normal SKIPME yes > /dev/null
    fi
}
heal() {
    if [[ $lab_name ]]; then
        ip -n $lab_name-hub link set v$1 up
    else
        cli CLIENT KILL TYPE normal SKIPME yes > /dev/null
    fi
}

counter() {
    awk -v n="$1" -v k="$2" 'function land(a, b) { v++; gates = gates 2 * v " " a " " b "\n"; count++; return 2 * v }
    function lnot(a) { return a % 2 ? a - 1 : a + 1 }
    BEGIN {
        v = n; carry = 1
        for (i = 1; i <= n; i++) {
            a = 2 * i
            next_[i] = lnot(land(lnot(land(a, lnot(carry))), lnot(land(lnot(a), carry))))
            carry = carry == 1 ? a : land(a, carry)
        }
        bad = 1
        for (i = 1; i <= n; i++) {
            literal = int(k / 2 ^ (i - 1)) % 2 ? 2 * i : 2 * i + 1
            bad = bad == 1 ? literal : land(bad, literal)
        }
        print "aag " v " 0 " n " 0 " count " 1"
        for (i = 1; i <= n; i++) print 2 * i " " next_[i]
        print bad
        printf "%s", gates
    }'
}
