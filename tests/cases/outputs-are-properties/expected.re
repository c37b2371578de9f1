safe first induction=1 conjuncts=[0-9]+
unsafe 1 depth=0
