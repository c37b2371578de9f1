unsafe unreach-call depth=100003
accepted
accepted
accepted
unsafe unreach-call depth=100003 \(interpreted\) \(not executed\)
unsafe unreach-call depth=30003
accepted
"walks": 1
"walks": 0
"walks": 0
"walks": 1
