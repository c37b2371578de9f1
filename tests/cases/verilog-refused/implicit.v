module top(input clk, input d);
  assign ready = d;
  always @(posedge clk) a: assert (ready == d);
endmodule
