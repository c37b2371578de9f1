// Yosys takes u.q for a new wire of one bit, and would prove this.
module counter(input logic clk, output logic [3:0] q);
  initial q = 0;
  always_ff @(posedge clk) q <= q + 1;
endmodule
module top(input logic clk);
  counter u(.clk(clk), .q());
  always_ff @(posedge clk) a: assert (u.q < 10);
endmodule
