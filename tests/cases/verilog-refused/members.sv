// Likewise with members of elements.
module top(input logic clk, input logic d);
  typedef struct packed { logic op; logic [3:0] value; } entry_t;
  entry_t q [0:1];
  always_ff @(posedge clk) q[0] <= {d, 4'd3};
  always_ff @(posedge clk) a: assert (!q[0].op);
endmodule
