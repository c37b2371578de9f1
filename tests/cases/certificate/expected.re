safe 0 induction=1 conjuncts=[0-9]+
accepted
accepted
safe 0 induction=[0-9]+ conjuncts=[0-9]+
accepted
