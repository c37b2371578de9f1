safe unreach-call induction=1 conjuncts=[0-9]+
\["unreach-call","safe",true,1\]
safe unreach-call induction=1 conjuncts=[0-9]+
accepted
accepted
1
entry_type: .*
