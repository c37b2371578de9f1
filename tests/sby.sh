#!/bin/bash
# The engine for sby: recorded dialogues, and sby itself where it is installed (in PATH or named by SBY).
# usage: tests/sby.sh PROGRAM
set -uo pipefail
export INDUCT
INDUCT=$(readlink -f "${1:?usage: tests/sby.sh PROGRAM}")
cd "$(dirname "$(readlink -f "$0")")/.."
. tests/tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# dialogue MODELS ENGINE MODE DEPTH: standard input has what it must print, as regular expressions.
dialogue() {
    python3 tests/sby/dialogue.py integrations/sby "tests/sby/models/$1" "$2" "$3" "$4" > "$scratch/said" 2>&1
    local line pattern
    exec 3< "$scratch/said"
    while IFS= read -r pattern; do
        IFS= read -r line <&3 || { echo "# missing: $pattern"; return 1; }
        [[ $line =~ ^$pattern$ ]] || { echo "# '$line' is not '$pattern'"; return 1; }
    done
    IFS= read -r line <&3 && { echo "# too much: $line"; return 1; }
    return 0
}
counterexample() { dialogue "$@" << END
unsafe (0|a_small) depth=4
status FAIL
engine_0: Status returned by engine: FAIL
terminated
engine_0/trace.vcd
END
}
proof() { dialogue "$@" << END
safe (0|a_low) .*
status PASS
engine_0: Status returned by engine: PASS
terminated
END
}
bound() { dialogue "$@" << END
unknown (0|a_small) \(bound reached\) depth=2
status PASS
engine_0: Status returned by engine: PASS
terminated
END
}
# A time-out is never PASS, whatever the mode.
limit() { dialogue "$@" << END
unknown (0|a_far) \(timeout\) depth=[0-9]+
engine_0: (0|a_far): timeout, nothing up to depth [0-9]+
status UNKNOWN
engine_0: Status returned by engine: UNKNOWN
terminated
END
}
covers() { dialogue covers "btor induct" cover 20 << END
unreachable c_never .*
covered c_big depth=4
engine_0: c_never is unreachable
status FAIL
engine_0: Status returned by engine: FAIL
terminated
engine_0/trace-c_big.vcd
END
}
covers_in_time() { dialogue covers "btor --seed 3 induct --property c_big" cover 20 << END
covered c_big depth=4
status PASS
engine_0: Status returned by engine: PASS
terminated
engine_0/trace.vcd
END
}
wrong_call() { dialogue bad "btor induct --engine nothing" prove 20 << END
induct check: no engine is called 'nothing'; .*
COMMAND NOT FOUND OR FAILED: 2
END
}
if ! command -v python3 > /dev/null; then
    ok "the engine needs python3, which is not here # SKIP" true
    finish
fi
for kind in aiger btor; do
    ok "$kind, bmc: a counterexample" counterexample bad "$kind induct" bmc 20
    ok "$kind, prove: a counterexample" counterexample bad "$kind --keep-going induct" prove 20
    ok "$kind, prove: a proof" proof good "$kind induct" prove 20
    ok "$kind, bmc: the bound" bound bad "$kind induct" bmc 3
    ok "$kind, bmc: a time-out" limit long "$kind induct --timeout 0.3" bmc 100000000
done
ok "btor, cover: one is covered, one is not" covers
ok "btor, cover: covered" covers_in_time
ok "a wrong call is an error" wrong_call

with_sby() {
    cp tests/sby/cnt.sby tests/sby/cnt.sv "$scratch" &&
        (cd "$scratch" && "$OLDPWD/integrations/sby/sby-induct" -f cnt.sby) > "$scratch/log" 2>&1 || {
        tail -3 "$scratch/log" | sed 's/^/# /'
        return 1
    }
}
if [[ -n ${SBY:-} ]] || command -v sby > /dev/null; then
    ok "sby itself: every task ends as expected" with_sby
else
    ok "sby itself is not here # SKIP" true
fi
finish
