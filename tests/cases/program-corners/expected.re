safe unreach-call induction=1 conjuncts=[0-9]+
- entry_type: invariant_set
      type: location_invariant
      type: loop_invariant
safe unreach-call induction=1 conjuncts=[0-9]+
unknown unreach-call \(unsupported: what 'strcasecmp' does at library.c:11\) depth=-?[0-9]+
unknown unreach-call \(unsupported: what '__isoc99_sscanf' does at library.c:13\) depth=-?[0-9]+
safe unreach-call induction=1 conjuncts=[0-9]+
unknown unreach-call \(unsupported: what 'bzero' does at library.c:19\) depth=-?[0-9]+
unknown unreach-call \(unsupported: what 'snprintf' does at library.c:22\) depth=-?[0-9]+
unsafe unreach-call depth=[0-9]+
unknown unreach-call \(unsupported: what 'realloc' does at library.c:28\) depth=-?[0-9]+
safe unreach-call .*
unsafe unreach-call depth=[0-9]+
accepted
unsafe unreach-call depth=[0-9]+
unknown unreach-call \(unsupported: transfer of memory as another type at uneven.c:13\) depth=-?[0-9]+
unknown unreach-call \(unsupported: transfer of memory as another type at uneven.c:15\) depth=-?[0-9]+
unknown unreach-call \(unsupported: access to memory as another type at uneven.c:18\) depth=-?[0-9]+
unknown unreach-call \(unsupported: access to memory as another type at uneven.c:21\) depth=-?[0-9]+
unknown unreach-call \(unsupported: access to memory as another type at uneven.c:24\) depth=-?[0-9]+
safe unreach-call .*
unknown unreach-call \(unsupported: transfer of memory as another type at uneven.c:[0-9]+\) depth=-?[0-9]+
unsafe unreach-call depth=[0-9]+
unsafe unreach-call depth=[0-9]+
unknown unreach-call \(unsupported: what 'div' does at results.c:9\) depth=-?[0-9]+
unknown unreach-call \(unsupported: initial value of this size or form at vector.c:10\) depth=-?[0-9]+
safe unreach-call .*
unknown unreach-call \(unsupported: transfer of memory as another type at uneven.c:[0-9]+\) depth=-?[0-9]+
safe unreach-call induction=[0-9]+ conjuncts=[0-9]+
unsafe unreach-call depth=[0-9]+
safe unreach-call induction=[0-9]+ conjuncts=[0-9]+
unsafe unreach-call depth=[0-9]+
safe unreach-call induction=[0-9]+ conjuncts=[0-9]+
unsafe unreach-call depth=[0-9]+
safe unreach-call induction=[0-9]+ conjuncts=[0-9]+
unsafe unreach-call depth=[0-9]+
