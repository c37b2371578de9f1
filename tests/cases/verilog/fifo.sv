// A queue of eight words between a writer and a reader, with what must hold of it. With -D BUG the writer may go on
// when the queue is full.
module fifo #(parameter DEPTH = 8) (
    input  logic       clk, rst,
    input  logic       push, pop,
    input  logic [7:0] data,
    output logic       full, empty
);
    typedef enum logic [1:0] {IDLE, FILLING, DRAINING} mode_t;
    mode_t mode;
    logic [7:0] words [0:DEPTH-1];
    logic [3:0] count;
    logic [2:0] first, next;
    logic       do_push, do_pop;

    assign full = count == DEPTH;
    assign empty = count == 0;
`ifdef BUG
    assign do_push = push;
`else
    assign do_push = push && !full;
`endif
    assign do_pop = pop && !empty;

    always_ff @(posedge clk)
        if (rst) begin
            count <= 0;
            first <= 0;
            next <= 0;
            mode <= IDLE;
        end else begin
            if (do_push) words[next] <= data;
            if (do_push) next <= next + 1;
            if (do_pop) first <= first + 1;
            count <= count + do_push - do_pop;
            mode <= do_push ? FILLING : do_pop ? DRAINING : IDLE;
        end

    default clocking @(posedge clk); endclocking
    default disable iff (rst);

    in_bounds:  assert property (count <= DEPTH);
    positions:  assert property (next - first == count[2:0]);
    push_fills: assert property (do_push && !do_pop |=> count == $past(count) + 1);
    two_pushes: assert property (do_push && !do_pop ##1 do_push && !do_pop |=> count >= 2);
    gets_full:  cover property (full ##1 do_pop);
endmodule
