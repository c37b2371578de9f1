unsafe top\.sv:13 depth=0
unsafe g\[0\]\.u\.never_seven depth=1
unsafe top\.sv:13_5 depth=1
unsafe a_b depth=2
unsafe g\[1\]\.u\.never_seven depth=2
unsafe top\.sv:12 depth=2
unsafe last\.never_seven depth=3
safe checked induction=1 conjuncts=[0-9]+
unsafe g\[1\]\.u\.never_seven depth=2
accepted
unsafe never_seven depth=1
safe never_seven induction=1 conjuncts=[0-9]+
`define WIDTH 2
`define WIDTH 2
