unsafe unreach-call depth=[0-9]+
unsafe unreach-call depth=[0-9]+
unsafe unreach-call depth=[0-9]+
unsafe unreach-call depth=[0-9]+
safe unreach-call .*
unknown unreach-call \(unsupported: arbitrary memory of a size that is not constant at attacks.c:48\) depth=.*
unknown unreach-call \(unsupported: arbitrary memory of a size that is not constant at attacks.c:48\) depth=.*
unknown unreach-call \(unsupported: .*may call 'reach_error' at.*\) depth=.*
unknown unreach-call \(unsupported: .*may call 'reach_error' at.*\) depth=.*
unsafe unreach-call depth=[0-9]+
unsafe unreach-call depth=[0-9]+
safe unreach-call .*
safe unreach-call .*
unsafe unreach-call depth=[0-9]+
unsafe unreach-call depth=[0-9]+
unsafe unreach-call depth=[0-9]+
unsafe unreach-call depth=[0-9]+
unsafe unreach-call depth=[0-9]+
unsafe unreach-call depth=[0-9]+
unsafe unreach-call depth=[0-9]+
unsafe unreach-call depth=[0-9]+
unknown unreach-call \(unsupported: depends on unspecified behaviour at.*\) depth=.*
unknown unreach-call \(unsupported: depends on unspecified behaviour at.*\) depth=.*
unknown unreach-call \(unsupported: depends on unspecified behaviour at.*\) depth=.*
unknown unreach-call \(unsupported: depends on unspecified behaviour at.*\) depth=.*
unknown unreach-call \(unsupported: depends on unspecified behaviour at.*\) depth=.*
unknown unreach-call \(unsupported: depends on unspecified behaviour at.*\) depth=.*
unsafe unreach-call depth=[0-9]+.*
unsafe unreach-call depth=[0-9]+.*
unsafe unreach-call depth=[0-9]+.*
unsafe unreach-call depth=[0-9]+.*
unsafe unreach-call depth=.* \(interpreted\)
unsafe unreach-call depth=.* \(interpreted\)
unsafe unreach-call depth=.* \(interpreted\)
unsafe unreach-call depth=.* \(interpreted\)
safe unreach-call .*
safe unreach-call .*
unknown unreach-call \(unsupported: division by zero at attacks.c:[0-9]+\) depth=.*
unknown unreach-call \(unsupported: division by zero at attacks.c:[0-9]+\) depth=.*
unknown unreach-call \(unsupported: what 'lroundf' does at.*\) depth=.*
unknown unreach-call \(unsupported: what 'lroundf' does at.*\) depth=.*
unknown unreach-call \(unsupported: what 'iswcntrl' does at.*\) depth=.*
unknown unreach-call \(unsupported: what 'iswcntrl' does at.*\) depth=.*
unknown unreach-call \(unsupported: what 'sigismember' does at.*\) depth=.*
unknown unreach-call \(unsupported: what 'sigismember' does at.*\) depth=.*
safe unreach-call .*
safe unreach-call .*
safe unreach-call .*
safe unreach-call .*
