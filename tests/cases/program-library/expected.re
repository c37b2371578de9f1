unsafe unreach-call depth=[0-9]+
unsafe unreach-call depth=[0-9]+
unsafe unreach-call depth=[0-9]+
unsafe unreach-call depth=[0-9]+
unknown unreach-call \(unsupported: what 'strlen' does at definite\.c:8\) depth=.*
unsafe unreach-call depth=[0-9]+
accepted
unsafe unreach-call depth=[0-9]+
unsafe unreach-call depth=[0-9]+
unsafe unreach-call depth=[0-9]+
unsafe unreach-call depth=[0-9]+ \(interpreted\)
unsafe unreach-call depth=[0-9]+
