unsafe unreach-call depth=1
unsafe unreach-call depth=1
safe unreach-call .*
safe unreach-call .*
unknown unreach-call \(unsupported: as integers: a product of variables\) depth=-1
