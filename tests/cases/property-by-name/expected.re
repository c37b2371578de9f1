safe never_both induction=1 conjuncts=[0-9]+
unsafe toggles depth=1
safe never_both induction=1 conjuncts=[0-9]+
