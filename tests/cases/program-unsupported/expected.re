unknown unreach-call \(unsupported: .*recurs.* at recursive.c:[0-9]+\) depth=.*
safe unreach-call .*
unsafe unreach-call depth=[0-9]+
unknown unreach-call \(unsupported: .*recurs.* at recursive.c:[0-9]+\) depth=.*
