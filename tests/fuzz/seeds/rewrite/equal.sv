// Each property against a monitor written by hand: with WAY=0 the property is assumed and the monitor asserted, with
// WAY=1 the other way round. Both safe: they hold on the same runs.
module top(input logic clk, input logic a, b, c, d, r);
  default clocking cb @(posedge clk); endclocking

  // The values of earlier steps; 0 before the first one.
  logic [3:1] a_ = 0, b_ = 0, c_ = 0, d_ = 0, r_ = 0;
  always @(posedge clk) begin
    a_ <= {a_[2:1], a};
    b_ <= {b_[2:1], b};
    c_ <= {c_[2:1], c};
    d_ <= {d_[2:1], d};
    r_ <= {r_[2:1], r};
  end
  // Whether there were so many steps before this one.
  logic [3:1] old = 0;
  always @(posedge clk) old <= {old[2:1], 1'b1};

  sequence ab; a ##1 b; endsequence
  sequence late(x, n); ##n x; endsequence
  property implied(x, y); x |=> y; endproperty

`ifdef OVERLAP
  `define P a |-> b
  `define M !a || b
`elsif NEXT
  `define P a |=> b
  `define M !a_[1] || b
`elsif DELAYED
  `define P a |-> ##2 b
  `define M !a_[2] || b
`elsif DELAYED_NEXT
  `define P a |=> ##2 b
  `define M !a_[3] || b
`elsif ANTECEDENT
  `define P a ##1 b |-> c
  `define M !(a_[1] && b) || c
`elsif SEQUENCE
  `define P a ##1 b |=> c ##1 d
  `define M !(a_[2] && b_[1] && !c) && !(a_[3] && b_[2] && c_[1] && !d)
`elsif REPEATED
  `define P a[*3] |=> b
  `define M !(a_[3] && a_[2] && a_[1]) || b
`elsif REPEATED_SEQUENCE
  `define P (a ##1 b)[*2] |-> c
  `define M !(a_[3] && b_[2] && a_[1] && b) || c
`elsif CONSEQUENT_REPEATED
  `define P a |-> b[*2] ##1 c
  `define M !(a && !b) && !(a_[1] && b_[1] && !b) && !(a_[2] && b_[2] && b_[1] && !c)
`elsif FUSED
  `define P a ##0 b ##1 c |-> d
  `define M !(a_[1] && b_[1] && c) || d
`elsif ALONE
  `define P a ##1 b
  `define M a && (!old[1] || b)
`elsif NAMED
  `define P ab |=> late(c, 1)
  `define M !(a_[3] && b_[2]) || c
`elsif NAMED_PROPERTY
  `define P implied(a ##1 b, c)
  `define M !(a_[2] && b_[1]) || c
`elsif NESTED
  `define P a |=> (b |-> c)
  `define M !(a_[1] && b) || c
`elsif NEGATED
  `define P not (a ##1 b)
  `define M !(a_[1] && b)
`elsif NEGATED_CONSEQUENT
  `define P a |=> not (b ##1 c)
  `define M !(a_[2] && b_[1] && c)
`elsif DISABLED
  `define P disable iff (r) a |=> b
  `define M r || r_[1] || !a_[1] || b
`elsif DISABLED_LONG
  `define P disable iff (r) a |-> ##2 b
  `define M r || r_[1] || r_[2] || !a_[2] || b
`elsif CLOCKED
  `define P @(posedge clk) disable iff (r && a) b ##1 c |-> ##1 d
  `define M (r && a) || (r_[1] && a_[1]) || (r_[2] && a_[2]) || !(b_[2] && c_[1]) || d
`elsif PAST
  `define P a && old[2] |-> $past(b) == $past(c, 2)
  `define M !(a && old[2]) || b_[1] == c_[2]
`endif

`ifdef ASSUMED
  assume property (`P);
  same: assert property (@(posedge clk) `M);
`else
  assume property (@(posedge clk) `M);
  same: assert property (`P);
`endif
endmodule
