safe settled induction=1 conjuncts=[0-9]+
safe equal induction=1 conjuncts=[0-9]+
safe bounded induction=1 conjuncts=[0-9]+
accepted
accepted
accepted
rejected: property: what the checker asks does not hold
safe settled induction=2 conjuncts=[0-9]+
accepted
1
accepted
rejected: property: what the checker asks does not hold
rejected: property: what the checker asks does not hold
rejected: reset: what the checker asks does not hold
rejected: transition: what the checker asks does not hold
rejected: step: what the checker asks does not hold
rejected: base: what the checker asks does not hold
rejected: '=6#8' is no line of the model, and no other name begins with '='
rejected: '=7': the model has no input or state in that line
rejected: '=5' has another sort than what it stands for
rejected: '=x' is no line of the model, and no other name begins with '='
rejected: the certificate has no property
