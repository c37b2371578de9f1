safe 0 induction=1 conjuncts=[0-9]+ \(vacuous\)
