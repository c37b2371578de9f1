safe unreach-call induction=1 conjuncts=[0-9]+
unknown unreach-call \(unsupported: access outside of objects at index.c:2\) depth=-?[0-9]+
safe unreach-call induction=1 conjuncts=[0-9]+
unknown unreach-call \(unsupported: access outside of objects at constant.c:9\) depth=-?[0-9]+
unknown unreach-call \(unsupported: access outside of objects at constant.c:9\) depth=-?[0-9]+
unknown unreach-call \(unsupported: access outside of objects at constant.c:9\) depth=-?[0-9]+
unknown unreach-call \(unsupported: access outside of objects at constant.c:9\) depth=-?[0-9]+
unknown unreach-call \(unsupported: access outside of objects at constant.c:9\) depth=-?[0-9]+
safe unreach-call induction=1 conjuncts=[0-9]+
