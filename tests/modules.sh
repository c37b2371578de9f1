#!/bin/bash
# Which libraries the program opens, by the dynamic loader's own account: tests/modules.sh PROGRAM
# A circuit needs neither Z3 nor LLVM nor libyaml, a system no LLVM, and no check on one machine
# hiredis. That the account shows them at all is seen where
# they are needed.
set -uo pipefail
program=$(readlink -f "${1:?usage: tests/modules.sh PROGRAM}")
cd "$(dirname "$(readlink -f "$0")")"
. ./tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
examples=../examples

# opened ARGUMENTS...: those of the five that the program itself opens, with its worker; not the compiler that it
# starts.
opened() {
    local pid
    LD_DEBUG=files LD_DEBUG_OUTPUT=$scratch/account "$program" "$@" > "$scratch/out" 2> "$scratch/err" &
    pid=$!
    wait "$pid"
    grep -oE 'lib(z3|LLVM|yaml|hiredis|jansson)' "$scratch/account.$pid" | sort -u | xargs
}

# opens LIBRARIES VERDICT ARGUMENTS...: the first word of the output shows that the work was done.
opens() {
    local wanted=$1 verdict=$2 got
    shift 2
    got=$(opened "$@")
    [[ $(cut -d' ' -f1 "$scratch/out" | sort -u | xargs) == "$verdict" ]] || { echo "# said: $(< "$scratch/out") $(< "$scratch/err")"; return 1; }
    [[ $got == "$wanted" ]] || { echo "# opened '$got', not '$wanted'"; return 1; }
}

for engine in ic3 ic3-local imc ipdr bmc kind; do
    verdict=safe model=$examples/decade-counter-safe.aag
    [[ $engine == bmc || $engine == kind ]] && verdict=unsafe model=$examples/counter-unsafe.aag
    ok "a circuit needs neither: $engine" opens "" $verdict check "$model" --engine $engine --timeout 60
done
ok "a circuit needs neither: certificate" opens "" safe check $examples/peterson-safe.aag --certificate "$scratch/proof.aag"
ok "a circuit needs neither: verify" opens "" accepted verify $examples/peterson-safe.aag "$scratch/proof.aag"
ok "a bit-vector system needs neither" opens "" "safe unsafe" check $examples/fifo-properties.btor2
ok "engines for systems need Z3" opens libz3 safe check $examples/lock-step-safe.btor2 --engine kind
ok "a system of numbers needs Z3" opens libz3 safe check $examples/thermostat-safe.vmt
ok "a program needs both" opens "libLLVM libz3" safe check $examples/ring-buffer-safe.c --certificate "$scratch/proof.yml"
ok "a witness in YAML needs libyaml" opens "libLLVM libyaml libz3" accepted verify $examples/ring-buffer-safe.c "$scratch/proof.yml"
ok "a design needs jansson" opens libjansson safe check $examples/fifo.sv --reset rst --property in_bounds
ok "a worker needs hiredis" opens libhiredis "" worker --join redis://127.0.0.1:1/job --patience 0.1
finish
