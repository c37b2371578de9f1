// Names that are not simple: declared with a sign, from 1 on, upwards; a part of a structure; two-state values; an
// enumeration.
module words (
    input logic clk, rst,
    input logic up
);
    typedef enum logic [1:0] {IDLE = 0, RUN = 2, STOP = 3} mode_t;
    mode_t mode = IDLE;
    logic signed [3:0] level = 0;
    logic [4:1] odd = 1;
    logic [0:2] back = 0;
    logic [7:0] wide = 8'd1;

    always @(posedge clk) begin
        mode <= mode == IDLE ? RUN : mode == RUN ? (up ? STOP : RUN) : IDLE;
        if (up && level < 3) level <= level + 1;
        if (!up && level > -3) level <= level - 1;
        odd <= {odd[3:1], odd[4]};
        back <= back == 3'd4 ? 3'd0 : back + 3'd1;
        wide <= rst ? 8'd1 : wide[7] ? 8'd1 : wide << 1;
    end

    always @(posedge clk) begin
        modes: assert (mode != 2'd1);
        levels: assert (level <= 3 && level >= -3);
        odds: assert (odd != 0 && (odd & (odd - 4'd1)) == 0);
        backs: assert (back <= 4);
        wides: assert (wide != 0 && (wide & (wide - 8'd1)) == 0);
    end
endmodule
