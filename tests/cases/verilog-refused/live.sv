module top(input logic clk, input logic d);
  logic q = 0;
  always_ff @(posedge clk) q <= 0;
  comes: assert property (@(posedge clk) s_eventually d);
  always @* also: assert property (s_eventually d);
  ranges: assert property (@(posedge clk) d |-> ##[1:2] d);
  seen: cover property (@(posedge clk) d until q);
  stays: assert property (@(posedge clk) !q);
endmodule
