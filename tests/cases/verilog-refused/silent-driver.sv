module silent_driver (input clk, input x);
    wire [3:0] q;
    assign q[2:0] = {3{x}};
    assign q[3:2] = 2'b00;
    p: assert property (@(posedge clk) !x);
endmodule
