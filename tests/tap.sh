# For test scripts: TAP output, one line per test. Source it, call `ok NAME CONDITION...` per test, then `finish`.
tap_count=0
tap_failed=0

# Runs the command; the test passes when it succeeds.
ok() {
    local name=$1
    shift
    tap_count=$((tap_count + 1))
    if "$@"; then
        echo "ok $tap_count - $name"
    else
        echo "not ok $tap_count - $name"
        tap_failed=$((tap_failed + 1))
    fi
}

# The plan comes last; a script that dies before it fails by its exit status.
finish() {
    echo "1..$tap_count"
    exit $((tap_failed > 0))
}
