module top(input clk);
  assign x = ;
endmodule
