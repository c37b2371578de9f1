covered gets_full depth=10
safe in_bounds induction=1 conjuncts=[0-9]+
safe positions induction=1 conjuncts=[0-9]+
safe push_fills induction=1 conjuncts=[0-9]+
safe two_pushes induction=1 conjuncts=[0-9]+
unsafe in_bounds depth=12
accepted
rejected: the property holds in the last step
rejected: constraint 0 is violated in step 3
safe in_bounds induction=1 conjuncts=[0-9]+
accepted
rejected: safety: the invariant does not imply the property
safe in_bounds induction=1 conjuncts=[0-9]+
unsafe in_bounds depth=0
safe positions induction=1 conjuncts=[0-9]+
safe positions induction=1 conjuncts=[0-9]+
safe positions induction=1 conjuncts=[0-9]+ \(unverified\)
