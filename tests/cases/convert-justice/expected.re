unknown j0 \(unsupported: justice property with fairness constraints\) depth=-1
unknown comes_back \(unsupported: justice property with fairness constraints\) depth=-1
safe 0 induction=1 conjuncts=[0-9]+
