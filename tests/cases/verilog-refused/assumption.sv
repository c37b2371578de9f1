module top(input logic clk, input logic d);
  a: assume property (@(posedge clk) d |-> ##[1:2] !d);
  b: assert property (@(posedge clk) d);
endmodule
