module top(input clk, input a, input b);
  reg x;
  always @(posedge clk) x <= a;
  always @(posedge clk) x <= b;
  always @(posedge clk) assert (x == a);
endmodule
