#!/bin/bash
# Invariants as SystemVerilog, put back into the designs that they are about: a prover that is not ours (`sat` of Yosys)
# accepts them with one step of induction, and no longer when one word is changed. What cannot be said is refused.
# usage: tests/proofs.sh PROGRAM
set -uo pipefail
induct=$(readlink -f "${1:?usage: tests/proofs.sh PROGRAM}")
cd "$(dirname "$(readlink -f "$0")")/.."
. tests/tap.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# proofs DESIGN OPTIONS...: the design's proofs in $scratch.
proofs() {
    local design=$1
    shift
    rm -f "$scratch"/proof*
    "$induct" check "$design" "$@" --quiet --engine default --certificate "$scratch/proof.sv" \
        --certificate "$scratch/proof.txt" > "$scratch/said" 2>&1
}

# proven DESIGN TOP PROOF: the design is made flat first, since Yosys 0.23 does not read hierarchical names: they are
# escaped ones then. Concurrent assertions, which it does not read either, are left out; the proof says them again.
proven() {
    grep -vE '(assert|cover|assume) property|^ *default ' "$1" > "$scratch/design.sv"
    sed -E '/^ *\/\//!s/\b[a-z_][a-zA-Z0-9_]*(\[[0-9]+\])?(\.[a-z_][a-zA-Z0-9_]*(\[[0-9]+\])?)*\.[a-z_][a-zA-Z0-9_]*/\\& /g' \
        "$3" > "$scratch/text.sv"
    yosys -q -p "read_verilog -formal -sv $scratch/design.sv; hierarchy -check -top $2; proc; flatten; \
        delete t:\$assert t:\$cover; write_verilog -noattr $scratch/flat.v" > "$scratch/yosys.log" 2>&1 || return 2
    sed -i "s/^endmodule/\`include \"text.sv\"\nendmodule/" "$scratch/flat.v"
    yosys -q -p "read_verilog -formal -sv -I$scratch $scratch/flat.v; hierarchy -check -top $2; proc; opt_clean; memory; \
        async2sync; chformal -assert -assume -early; formalff -clk2ff; opt_clean; dffunmap; \
        sat -tempinduct -prove-asserts -set-assumes -maxsteps 1 -verify" > "$scratch/yosys.log" 2>&1
}
accepted() { proven "$@" || { tail -5 "$scratch/yosys.log" | sed 's/^/# /'; return 1; }; }
# changed SED-EXPRESSION DESIGN TOP PROOF
changed() {
    sed -E "$1" "$4" > "$scratch/changed.sv"
    ! cmp -s "$4" "$scratch/changed.sv" && ! proven "$2" "$3" "$scratch/changed.sv" &&
        grep -q "proof did fail" "$scratch/yosys.log"
}
says() { grep -qE -- "$1" "$2" || { sed 's/^/# /' "$2"; return 1; }; }

proofs examples/fifo.sv --reset rst
for property in in_bounds positions push_fills two_pushes; do
    ok "fifo: $property is put back" accepted examples/fifo.sv fifo "$scratch/proof-$property.sv"
done
ok "fifo: a smaller queue is not what was proved" changed "s/<= 4'd8/<= 4'd7/" examples/fifo.sv fifo \
    "$scratch/proof-in_bounds.sv"
ok "fifo: without the reset it does not hold" changed '/assume/d' examples/fifo.sv fifo "$scratch/proof-in_bounds.sv"
ok "fifo: people read what the queue has" says '^  rst \|\| count <= 8$' "$scratch/proof-in_bounds.txt"
ok "fifo: the reset at the start is described" says '^  induct\.reset: at first 0, then' "$scratch/proof-in_bounds.txt"

proofs tests/proofs/words.sv
for property in modes levels odds backs wides; do
    ok "words: $property is put back" accepted tests/proofs/words.sv words "$scratch/proof-$property.sv"
done
ok "words: a level beyond the bounds" changed "s/4'd3/4'd2/" tests/proofs/words.sv words "$scratch/proof-levels.sv"
ok "words: values have their names" says '^  mode != ' "$scratch/proof-modes.txt"

proofs tests/proofs/tree.sv
ok "tree: instances have their names" says 'lane\[1\]\.u_lane\.n' "$scratch/proof.sv"
ok "tree: same is put back" accepted tests/proofs/tree.sv tree "$scratch/proof.sv"

"$induct" verify tests/proofs/tree.sv "$scratch/proof.sv" > "$scratch/said" 2>&1
ok "verify says that the text is not for it" says 'proof.sv:1:1: this is a proof for' "$scratch/said"
"$induct" verify tests/proofs/tree.sv "$scratch/proof.txt" > "$scratch/said" 2>&1
ok "verify says so of the one for people" says 'proof.txt:1:1: this is a proof for' "$scratch/said"

"$induct" check examples/fifo.sv --reset rst -D BUG --property in_bounds --quiet --engine default \
    --witness "$scratch/trace.txt" > "$scratch/said"
ok "values of enumerations have their names in counterexamples" says '^  mode = #b[01]+ \(FILLING\)$' "$scratch/trace.txt"

# agrees DESIGN TOP WAVEFORM [DEFINE]: Yosys simulates the design with the inputs of a waveform of ours, and every
# signal that it gives a value has that value there.
agrees() {
    grep -vE '(assert|cover|assume) property|^ *default ' "$1" > "$scratch/design.sv"
    yosys -p "read_verilog -formal -sv ${4-} $scratch/design.sv; hierarchy -check -top $2; proc; memory -nomap; flatten; \
        opt_clean; sim -clock clk -r $3 -scope $2 -sim-gold" > "$scratch/yosys.log" 2>&1 &&
        grep -q "Co-simulating cycle 1 " "$scratch/yosys.log"
}
"$induct" check examples/fifo.sv --reset rst -D BUG --property in_bounds --quiet --engine default \
    --witness "$scratch/trace.vcd" > "$scratch/said"
ok "a waveform agrees with a simulator" agrees examples/fifo.sv fifo "$scratch/trace.vcd" -DBUG
sed -E '/ \(|^b1/!b; s/^b1(.*) /b0\1 /' "$scratch/trace.vcd" > "$scratch/other.vcd"
ok "another one does not" eval '! agrees examples/fifo.sv fifo "$scratch/other.vcd" -DBUG && grep -q difference "$scratch/yosys.log"'
sed 's/seen == 7)/seen == 6)/' tests/proofs/tree.sv > "$scratch/tree.sv"
"$induct" check "$scratch/tree.sv" --quiet --engine default --witness "$scratch/tree.vcd" > "$scratch/said"
ok "one with instances agrees, their clocks too" agrees "$scratch/tree.sv" tree "$scratch/tree.vcd"

# The word-level certificate of the competition's call.
folder=tests/cases/btor2-certificate
sed '/bad 19/d; /bad 39/d' "$folder/model.btor2" > "$scratch/model.btor2"
INDUCT="$induct" integrations/hwmcc/induct-hwmcc "$scratch/model.btor2" "$scratch/cert.sat" "$scratch/cert.unsat" > "$scratch/said"
ok "the competition's call has the verdict" says '^unsat$' "$scratch/said"
ok "and the certificate, whose states are the model's" says '^[0-9]+ state [0-9]+ =6$' "$scratch/cert.unsat"
ok "which is accepted" "$induct" verify "$scratch/model.btor2" "$scratch/cert.unsat" --quiet
finish
