accepted
accepted
accepted
rejected: the program ended without an error.*
rejected: the program ended without an error.*
rejected: the program ended without an error.*
rejected: the program ended without an error.*
accepted
accepted
rejected: step: .*loop_8.*
rejected: s.*loop_8.*
rejected: safety: .*loop_8.*
unsafe unreach-call depth=1
unsafe unreach-call depth=1 \(interpreted\)
unknown unreach-call \(unsupported: no run confirms the counterexample, see --no-replay: .*system call that is not allowed.*\) depth=.*
unsafe unreach-call depth=1 \(interpreted\)
