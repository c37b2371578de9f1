safe unreach-call .*
unsafe unreach-call depth=[0-9]+
safe unreach-call .*
unsafe unreach-call depth=[0-9]+
