safe same induction=1 conjuncts=[0-9]+
unsafe same_1 depth=1
