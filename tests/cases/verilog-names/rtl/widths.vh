`define WIDTH 4
`define CHECKED(x) checked: assert property (@(posedge clk) started |-> x); reg started = 0; always @(posedge clk) started <= 1;
