// A memory of four words that is read where nothing was written yet.
module memory(input logic clk, rst, write, input logic [1:0] at, input logic [7:0] data, output logic [7:0] seen);
    logic [7:0] words [0:3];
    logic [1:0] last;
    assign seen = words[last];
    always_ff @(posedge clk)
        if (rst) begin
            last <= 0;
            words[0] <= 0; words[1] <= 0; words[2] <= 0; words[3] <= 0;
        end else if (write) begin
            words[at] <= data;
            last <= at;
        end
    small: assert property (@(posedge clk) disable iff (rst) seen + words[0] + words[1] != 200);
endmodule
