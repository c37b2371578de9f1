unsafe toggles depth=1
safe 2 induction=1 conjuncts=[0-9]+
