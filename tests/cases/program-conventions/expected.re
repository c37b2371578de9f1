safe unreach-call .*
unsafe unreach-call depth=[0-9]+ \(interpreted\)
safe unreach-call .*
unsafe unreach-call depth=[0-9]+ \(interpreted\)
safe unreach-call .*
safe unreach-call .*
safe unreach-call .*
unsafe unreach-call depth=[0-9]+ \(interpreted\)
safe unreach-call .*
unsafe unreach-call depth=[0-9]+ \(interpreted\)
unsafe unreach-call depth=[0-9]+ \(interpreted\)
safe unreach-call .*
safe unreach-call .*
unsafe unreach-call depth=[0-9]+ \(interpreted\)
unsafe unreach-call depth=[0-9]+ \(interpreted\)
safe unreach-call .*
unsafe unreach-call depth=[0-9]+ \(interpreted\)
safe unreach-call .*
unsafe unreach-call depth=[0-9]+ \(interpreted\)
safe unreach-call .*
safe unreach-call .*
safe unreach-call .*
unsafe unreach-call depth=[0-9]+ \(interpreted\)
safe unreach-call .*
unsafe unreach-call depth=[0-9]+ \(interpreted\)
unsafe unreach-call depth=[0-9]+ \(interpreted\)
safe unreach-call .*
safe unreach-call .*
unsafe unreach-call depth=[0-9]+ \(interpreted\)
unsafe unreach-call depth=[0-9]+ \(interpreted\)
safe unreach-call .*
unsafe unreach-call depth=[0-9]+ \(interpreted\)
unsafe unreach-call depth=[0-9]+ \(interpreted\)
