module step(input clk, input en, input [3:0] d, output reg [3:0] q);
  initial q = 4'd5;
  always @(posedge clk) if (en) q <= q + d;
endmodule
module cnt(input clk, input rst, input [3:0] d, output [3:0] y);
  reg [3:0] any;
  reg [31:0] far;
  initial far = 0;
  wire big = y > 4'd12;
  step u_s(.clk(clk), .en(!rst), .d(d), .q(y));
  always @(posedge clk) begin
    any <= any + 1;
    far <= far + 1;
    assume (d < 4'd4);
`ifdef LONG
    a_far: assert (far != 32'hfffffff0);
`elsif GOOD
    a_low: assert (d != 4'd9);
`else
    if (big) a_small: assert (y != 4'd14 || any != 4'd3);
`endif
    c_big: cover (y == 4'd13);
`ifdef NEVER
    c_never: cover (d == 4'd9);
`endif
  end
endmodule
