unknown \* \(unsupported: hierarchy\.sv:8:1: the hierarchical reference, or member, 'u\.q'\) depth=-1
unknown \* \(unsupported: members\.sv:6:1: the hierarchical reference, or member, 'q\[0\]\.op'\) depth=-1
unknown \* \(unsupported: bind\.sv:6:1: bind\) depth=-1
unknown \* \(unsupported: implicit\.v:2:1: the name 'ready', which is not declared\) depth=-1
safe same induction=1 conjuncts=[0-9]+
unknown \* \(unsupported: clocks\.sv: more than one clock: a, b \(--clock says that clocks may change as they like\)\) depth=-1
unknown \* \(unsupported: clocks\.sv: both edges of a clock\) depth=-1
unknown \* \(unsupported: clocks\.sv: more than one clock: a, g \(--clock says that clocks may change as they like\)\) depth=-1
unknown \* \(unsupported: clocks\.sv: a clock that is also data: a \(--clock says that clocks may change as they like\)\) depth=-1
unknown \* \(unsupported: clocks\.sv: both edges of a clock\) depth=-1
unknown \* \(unsupported: clocks\.sv: more than one clock: a, b \(--clock says that clocks may change as they like\)\) depth=-1
safe same induction=1 conjuncts=[0-9]+
unknown also \(unsupported: 's_eventually' in an assertion \(live\.sv:5\)\) depth=-1
unknown comes \(unsupported: 's_eventually' in an assertion \(live\.sv:4\)\) depth=-1
unknown ranges \(unsupported: ## with a range \(live\.sv:6\)\) depth=-1
unknown seen \(unsupported: 'until' in an assertion \(live\.sv:7\)\) depth=-1
safe stays induction=1 conjuncts=[0-9]+
unknown \* \(unsupported: assumption\.sv:2:3: ## with a range\) depth=-1
unknown \* \(unsupported: drivers\.v:2:7: the net 'x' has several drivers\) depth=-1
unknown \* \(unsupported: constant-driver\.sv:5:10: the net 'by_port' has several drivers\) depth=-1
unknown \* \(unsupported: silent-driver\.sv:2:16: the net 'q' has several drivers\) depth=-1
unsafe a depth=0
safe b induction=1 conjuncts=[0-9]+
safe c induction=1 conjuncts=[0-9]+
