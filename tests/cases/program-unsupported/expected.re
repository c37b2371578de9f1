unknown unreach-call \(unsupported: .*recurs.* at recursive.c:[0-9]+\) depth=.*
safe unreach-call .*
unsafe unreach-call depth=[0-9]+
unknown unreach-call \(unsupported: .*recurs.* at recursive.c:[0-9]+\) depth=.*
unknown unreach-call \(unsupported: a read outside of all objects at outside\.c:6\) depth=.*
unknown unreach-call \(unsupported: what 'sprintf' does at library\.c:6\) depth=.*
unknown unreach-call \(unsupported: write outside of all objects at null\.c:7\) depth=.*
unknown unreach-call \(unsupported: write outside of all objects at null\.c:7\) depth=.*
unknown unreach-call \(unsupported: a read of what was freed at freed\.c:8\) depth=.*
unknown unreach-call \(unsupported: a read of what was freed at freed\.c:8\) depth=.*
unknown unreach-call \(unsupported: large\.c: the program is too large.*\) depth=-1
unknown unreach-call \(unsupported: what 'strlen' does at length\.c:7\) depth=.*
unsafe unreach-call depth=[0-9]+
safe unreach-call .*
unknown unreach-call \(unsupported: recursion: call of 'steps' at recursive.c:5\) depth=.*
unknown unreach-call \(unsupported: recursion: call of 'steps' at recursive.c:5\) depth=.*
safe unreach-call .*
