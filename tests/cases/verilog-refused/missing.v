module top(input clk);
  other u(clk);
  always @(posedge clk) assert (1);
endmodule
