module one(input clk); always @(posedge clk) assert (1); endmodule
module two(input clk); always @(posedge clk) assert (1); endmodule
