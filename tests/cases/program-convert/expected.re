safe .*
unsafe .*
safe .*
unsafe .*
; Parameters are .*
digraph
sat
unsat
unsupported: floating-point .*style=dashed
