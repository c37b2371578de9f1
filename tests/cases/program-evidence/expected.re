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
rejected: proof-elsewhere\.smt2:9:.*the program has no such location
unsafe unreach-call depth=1
unsafe unreach-call depth=1 \(interpreted\) \(not executed\)
unsafe unreach-call depth=1
unsafe unreach-call depth=1 \(interpreted\) \(not executed\)
accepted
