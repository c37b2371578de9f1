module top(input logic clk, input logic d);
endmodule
module checks(input logic clk, input logic d);
  always_ff @(posedge clk) a: assert (!d);
endmodule
bind top checks c(.*);
