unknown unreach-call \(unsupported: .*recurs.* at recursive.c:[0-9]+\) depth=.*
safe unreach-call .*
unsafe unreach-call depth=[0-9]+
unknown unreach-call \(unsupported: .*recurs.* at recursive.c:[0-9]+\) depth=.*
unknown unreach-call \(unsupported: a read outside of all objects at outside\.c:6\) depth=.*
unknown unreach-call \(unsupported: what 'sprintf' does at library\.c:6\) depth=.*
