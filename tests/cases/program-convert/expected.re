safe .*
unsafe .*
safe .*
unsafe .*
; Parameters are .*
digraph
sat
unsat
