module sub (input i, output o);
    assign o = 1'b1;
endmodule
module constant_driver (input clk, input x, output logic q);
    wire by_port, zero;
    sub u (.i(x), .o(by_port));
    always @(posedge clk) q <= x;
    assign by_port = q;
    p: assert property (@(posedge clk) !by_port || q);
endmodule
