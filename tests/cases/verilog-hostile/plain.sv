// Names of files, macros and folders get nowhere near a command: all calls prove this, and no file is written.
module top(input clk, input [3:0] d);
  reg [3:0] q = 0;
  always @(posedge clk) if (d < 5) q <= d;
  always @(posedge clk) small: assert (q < 5);
`ifdef TEXT
  initial $display(`TEXT);
`endif
endmodule
