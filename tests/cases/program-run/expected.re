safe unreach-call induction=1 conjuncts=0
accepted
unsafe unreach-call depth=[0-9]+
safe unreach-call induction=1 conjuncts=[0-9]+
