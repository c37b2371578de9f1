safe unreach-call induction=1 conjuncts=[01]
accepted
accepted
accepted
safe unreach-call induction=1 conjuncts=[01]
accepted
accepted
accepted
safe unreach-call induction=1 conjuncts=[01]
accepted
accepted
accepted
safe unreach-call induction=1 conjuncts=[01]
accepted
accepted
accepted
safe unreach-call induction=1 conjuncts=[01]
accepted
accepted
accepted
safe unreach-call induction=1 conjuncts=[01]
accepted
accepted
accepted
safe unreach-call induction=1 conjuncts=[01]
accepted
accepted
accepted
safe unreach-call induction=1 conjuncts=[01]
accepted
accepted
accepted
rejected: .*
undecided: its invariants do not prove the program: .*
