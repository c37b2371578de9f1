// Instances, also of a block of `generate`: what they count together never gets beyond what comes in.
module counter #(parameter W = 3) (
    input logic clk, take,
    output logic full
);
    logic [W-1:0] n = 0;
    assign full = n == {W{1'b1}};
    always @(posedge clk) if (take && !full) n <= n + 1;
endmodule

module tree (
    input logic clk, take
);
    logic [2:0] seen = 0;
    logic [1:0] full;
    counter u_first (.clk(clk), .take(take), .full());
    for (genvar i = 0; i < 2; i++) begin : lane
        counter u_lane (.clk(clk), .take(take), .full(full[i]));
    end
    always @(posedge clk) if (take && seen != 7) seen <= seen + 1;
    always @(posedge clk) same: assert (full[0] == full[1] && full[0] == (seen == 7));
endmodule
