unsafe unreach-call depth=[0-9]+
safe unreach-call .* \(not bit-precise\)
safe unreach-call .* \(not bit-precise\)
safe unreach-call induction=1 conjuncts=[0-9]+
unknown unreach-call \(not reproduced in machine arithmetic\) .*
unknown unreach-call \(not reproduced in machine arithmetic\) .*
