safe unreach-call induction=[0-9]+ conjuncts=[0-9]+ \(not executed\)
safe unreach-call induction=[0-9]+ conjuncts=[0-9]+ \(not executed\)
safe unreach-call induction=[0-9]+ conjuncts=[0-9]+
safe unreach-call induction=[0-9]+ conjuncts=[0-9]+ \(not executed\)
