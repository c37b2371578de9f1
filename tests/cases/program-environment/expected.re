unsafe unreach-call depth=[0-9]+
unsafe unreach-call depth=[0-9]+ \(interpreted\)
safe unreach-call .*
unsafe unreach-call depth=[0-9]+
unknown unreach-call \(unsupported: access through a pointer of unknown origin at arguments\.c:6\) depth=.*
safe unreach-call .*
unsafe unreach-call depth=[0-9]+
unsafe unreach-call depth=[0-9]+ \(interpreted\)
safe unreach-call .*
unsafe unreach-call depth=[0-9]+
