`include "widths.vh"
module top(input logic clk, input logic [`WIDTH-1:0] d);
  logic [`WIDTH-1:0] q [0:2];
  generate
    for (genvar i = 0; i < 2; i++) begin : g
      stage u(.clk(clk), .d(i ? q[0] : d), .q(q[i]));
    end
  endgenerate
  stage last(.clk(clk), .d(q[1]), .q(q[2]));
  `CHECKED(q[2] == $past(q[1]) || d == 0)
  always_ff @(posedge clk)
    assert (q[2] == q[1]);
  always_ff @(posedge clk) assert (q[0] == q[1]);  always_ff @(posedge clk) assert (q[0] != q[1]);
  \a+b : assert property (@(posedge clk)
    q[0] == 0 |->
    q[1] == 0);
endmodule
