unsafe unreach-call depth=[0-9]+
accepted
1 1
1 1
unsafe unreach-call depth=[0-9]+
accepted
1 1
1 1
unsafe unreach-call depth=[0-9]+
1 1
1 1
