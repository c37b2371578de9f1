safe unreach-call induction=1 conjuncts=[0-9]+
unknown unreach-call \(unsupported: access outside of objects at index.c:2\) depth=-?[0-9]+
safe unreach-call induction=1 conjuncts=[0-9]+
unknown unreach-call \(unsupported: access outside of objects at constant.c:9\) depth=-?[0-9]+
unknown unreach-call \(unsupported: access outside of objects at constant.c:9\) depth=-?[0-9]+
unknown unreach-call \(unsupported: access outside of objects at constant.c:9\) depth=-?[0-9]+
unknown unreach-call \(unsupported: access outside of objects at constant.c:9\) depth=-?[0-9]+
unknown unreach-call \(unsupported: access outside of objects at constant.c:9\) depth=-?[0-9]+
safe unreach-call induction=1 conjuncts=[0-9]+
unknown unreach-call \(unsupported: access outside of objects at family.c:9\) depth=-?[0-9]+
safe unreach-call induction=1 conjuncts=[0-9]+
unknown unreach-call \(unsupported: access outside of objects at family.c:16\) depth=-?[0-9]+
safe unreach-call induction=1 conjuncts=[0-9]+
unknown unreach-call \(unsupported: access outside of an array at family.c:16\) depth=-?[0-9]+
safe unreach-call induction=1 conjuncts=[0-9]+
unknown unreach-call \(unsupported: access outside of an array at family.c:16\) depth=-?[0-9]+
safe unreach-call induction=1 conjuncts=[0-9]+
unknown unreach-call \(unsupported: access outside of an array at family.c:16\) depth=-?[0-9]+
safe unreach-call induction=1 conjuncts=[0-9]+
unknown unreach-call \(unsupported: write to a constant object at family.c:16\) depth=-?[0-9]+
safe unreach-call induction=1 conjuncts=[0-9]+
unknown unreach-call \(unsupported: access to an object after its lifetime at family.c:16\) depth=-?[0-9]+
safe unreach-call induction=1 conjuncts=[0-9]+
unknown unreach-call \(unsupported: access to an object after its lifetime at family.c:16\) depth=-?[0-9]+
safe unreach-call induction=1 conjuncts=[0-9]+
unknown unreach-call \(unsupported: access to an object after its lifetime at family.c:16\) depth=-?[0-9]+
safe unreach-call induction=1 conjuncts=[0-9]+
unknown unreach-call \(unsupported: access outside of objects at family.c:16\) depth=-?[0-9]+
safe unreach-call induction=1 conjuncts=[0-9]+
unknown unreach-call \(unsupported: access outside of objects at family.c:16\) depth=-?[0-9]+
safe unreach-call induction=1 conjuncts=[0-9]+
unknown unreach-call \(unsupported: access outside of objects at family.c:16\) depth=-?[0-9]+
safe unreach-call induction=1 conjuncts=[0-9]+
unknown unreach-call \(unsupported: accesses to memory by 'strlen', which has no body at family.c:16\) depth=-?[0-9]+
safe unreach-call induction=1 conjuncts=[0-9]+
