unsafe unreach-call depth=[0-9]+
accepted
accepted
accepted
rejected: .*
safe unreach-call induction=1 conjuncts=[0-9]+
unsafe unreach-call depth=[0-9]+ \(interpreted\) \(not executed\)
unsafe unreach-call depth=[0-9]+ \(unverified\)
unsafe unreach-call depth=[0-9]+
