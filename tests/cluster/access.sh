# Part of tests/cluster.sh: accounts with few rights, and TLS through stunnel, on a server of its own.

# What the documentation says a server should be given; docs/CLUSTER.md shows the same lines.
acl_lines() { sed -n '/^    user /s/^    //p' ../docs/CLUSTER.md; }

secured_server() {
    server_dies
    sed -i '/^user /d' "$scratch/redis.conf"
    acl_lines | sed -e 's/ADMIN-PASSWORD/admin-secret/' -e 's/CLIENT-PASSWORD/client-secret/' \
        -e 's/WORKER-PASSWORD/worker-secret/' >> "$scratch/redis.conf"
    (($(grep -c '^user ' "$scratch/redis.conf") == 4)) && on_server redis-server "$scratch/redis.conf" > /dev/null && sleep 0.5
}
as() { # USER COMMAND...
    local user=$1
    shift
    on_server redis-cli -h "${address%:*}" -p "${address#*:}" --user "$user" --pass "$user-secret" --no-auth-warning "$@" 2>&1 | head -1
}
refused() { [[ $(as "$@") == *NOPERM* ]] || { echo "# not refused: $*: $(as "$@")" && return 1; }; }
nobody_enters() { [[ $(cli PING) != PONG ]]; }
few_rights() {
    [[ $(as worker PING) == PONG ]] && refused worker FLUSHALL && refused worker CONFIG GET dir && refused worker GET other &&
        refused worker HDEL induct:j:results x && refused worker SREM induct:j:barred x && refused worker DEL induct:j:closed &&
        refused worker CLIENT LIST && refused worker SET induct:j:closed 1 && refused client FLUSHALL && refused client CONFIG GET dir
}
works_with_accounts() {
    local status
    job=accounts url=redis://$address/accounts
    rm -rf "$scratch/out"
    declare -gA pids=()
    printf 'worker-secret\n' > "$scratch/password"
    INDUCT_REDIS_USER=worker INDUCT_REDIS_PASSWORD_FILE=$scratch/password worker 1 w1
    INDUCT_REDIS_USER=client INDUCT_REDIS_PASSWORD=client-secret serve 60
    status=$?
    sort "$scratch/verdicts" > "$scratch/sorted"
    [[ $status == 1 && $(< "$scratch/sorted") == "$(expected)" ]] || { echo "# $status" && sed 's/^/# /' "$scratch/serve.log" "$scratch/w1.log" && return 1; }
    ends "${pids[@]}"
}
wrong_password_ends() {
    INDUCT_REDIS_PASSWORD=wrong on 1 "$program" worker --join "redis://worker@$address/j" --patience 1 > "$scratch/out.log" 2>&1
    [[ $? == 3 ]] && grep -q WRONGPASS "$scratch/out.log"
}
ok "a server with accounts" secured_server
ok "nobody enters without a password" nobody_enters
ok "accounts have few rights" few_rights
ok "a job with accounts" works_with_accounts
ok "a wrong password ends a worker" wrong_password_ends

# TLS: the client library of Debian has none, so stunnel stands between, with certificates on both sides.
certificate() { # NAME
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout "$scratch/$1.key" -out "$scratch/$1.csr" -subj "/CN=$1" &&
        openssl x509 -req -in "$scratch/$1.csr" -CA "$scratch/ca.crt" -CAkey "$scratch/ca.key" -CAcreateserial -days 2 -out "$scratch/$1.crt"
}
tls_up() {
    local host=${address%:*} tls=$((lab_port + 1))
    server_dies
    {
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout "$scratch/ca.key" -out "$scratch/ca.crt" -days 2 -subj /CN=ca
        certificate server && certificate worker
    } > "$scratch/openssl.log" 2>&1 || return 1
    sed -e '/^user /d' -e 's/^port .*/port 0/' "$scratch/redis.conf" > "$scratch/tls.conf"
    printf '%s\n' "tls-port $tls" "tls-cert-file $scratch/server.crt" "tls-key-file $scratch/server.key" "tls-ca-cert-file $scratch/ca.crt" \
        "tls-auth-clients yes" "requirepass secret" >> "$scratch/tls.conf"
    on_server redis-server "$scratch/tls.conf" > /dev/null && sleep 0.5
    printf '%s\n' 'foreground = yes' 'pid =' '[redis]' 'client = yes' "accept = 127.0.0.1:$lab_port" "connect = $host:$tls" \
        "cert = $scratch/worker.crt" "key = $scratch/worker.key" "CAfile = $scratch/ca.crt" 'verifyChain = yes' > "$scratch/stunnel.conf"
    on_server stunnel4 "$scratch/stunnel.conf" > "$scratch/stunnel.log" 2>&1 &
    stunnel=$!
    sleep 1
    ! on_server redis-cli -h "$host" -p $tls -a secret --no-auth-warning PING 2> /dev/null | grep -q PONG &&
        ! on_server redis-cli -h "$host" -p $tls --tls --cacert "$scratch/ca.crt" -a secret --no-auth-warning PING 2> /dev/null | grep -q PONG
}
works_over_tls() {
    local status
    job=tls url=redis://127.0.0.1:$lab_port/tls
    rm -rf "$scratch/out"
    declare -gA pids=()
    INDUCT_REDIS_PASSWORD=secret on_server "$program" worker --join "$url" --name w1 --patience 10 > "$scratch/w1.log" 2>&1 &
    pids[w1]=$!
    INDUCT_REDIS_PASSWORD=secret on_server timeout -s KILL 60 "$program" serve "${models[@]}" --join "$url" -o "$scratch/out" \
        --strategy kind --timeout 60 > "$scratch/verdicts" 2> "$scratch/serve.log"
    status=$?
    sort "$scratch/verdicts" > "$scratch/sorted"
    [[ $status == 1 && $(< "$scratch/sorted") == "$(expected)" ]] || { echo "# $status" && sed 's/^/# /' "$scratch/serve.log" "$scratch/w1.log" "$scratch/stunnel.log" && return 1; }
    ends "${pids[@]}"
}
if command -v stunnel4 > /dev/null; then
    ok "TLS: who has no certificate is refused" tls_up
    ok "TLS: a job through stunnel" works_over_tls
    kill $stunnel
else
    echo "# no stunnel4: TLS was not tested"
fi
