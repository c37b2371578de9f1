module top(input logic a, b, d, en);
  logic x, y, z;
  always_ff @(posedge a) x <= d;
`ifdef TWO
  always_ff @(posedge b) y <= x;
`elsif EDGES
  always_ff @(negedge a) y <= x;
`elsif GATED
  wire g = b && en;
  always_ff @(posedge g) y <= x;
`elsif DATA
  always_ff @(posedge a) y <= a;
`elsif ASSERTED
  always_ff @(negedge a) at_the_other: assert (x == d);
`else
  always_ff @(posedge a) y <= x;
`endif
  always_ff @(posedge a) z <= y;
  same: assert property (@(posedge a) z == z);
endmodule
