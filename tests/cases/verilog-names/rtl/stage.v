module stage(input clk, input [`WIDTH-1:0] d, output reg [`WIDTH-1:0] q);
  initial q = 0;
  always @(posedge clk) q <= d;
  always @(posedge clk) never_seven: assert (q != 7);
endmodule
