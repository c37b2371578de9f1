`define CHECK(x, y = 1) assert property (@(posedge clk) disable iff (r) x |-> ##2 y)
module m #(parameter N = 3) (input clk, r, input [3:0] a);
  typedef enum {A, B} t;
  t s; int i, j = 2;
  struct packed { bit x; logic [2:0] y; } q;
  sequence two(x); x ##1 x[*2]; endsequence
  property p; two(a) |=> not (a == 2); endproperty
  clocking k @(negedge clk); endclocking
  always @(posedge clk) begin : b
    unique case (a) 1, 2: s <= A; default: s <= B; endcase
    if (a[0]) l: assert (s != B) else $error("no"); else cover (s == A);
    for (int n = 0; n < N; n++) i <= i + n;
  end
  `CHECK(a == 3);
  x: cover property (@k a ##0 a);
  y: assert property (p) else $fatal;
  z: assume property (@(posedge clk) a[*3] |=> a[->1]);
endmodule
