safe 0 induction=[0-9]+ conjuncts=[0-9]+ simple-path=on
