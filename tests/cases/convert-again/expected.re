safe .*
safe .*
sat
safe .*
safe .*
sat
safe .*
safe .*
safe .*
sat
unsafe .*
unsafe .*
unsat
unsafe .*
unsafe .*
unsat
unsafe .*
unsafe .*
unsafe .*
unsat
unsat
unsat
sat
unsat
sat
unsat
unsat
unsat
unsat
sat
sat
