module top(input logic clk, input logic d);
  // synopsys translate_off
  always_ff @(posedge clk) a: assert (d);
  // synopsys translate_on
  always_ff @(posedge clk) b: assert (d || 1);
  always_ff @(posedge clk) c: assert (d || 1);
endmodule
