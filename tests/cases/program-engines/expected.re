safe unreach-call .*
safe unreach-call .*
safe unreach-call .*
safe unreach-call .*
safe unreach-call .*
safe unreach-call .*
safe unreach-call .*
safe unreach-call .*
safe unreach-call .*
safe unreach-call .*
safe unreach-call .*
safe unreach-call .*
safe unreach-call .*
safe unreach-call .*
safe unreach-call .*
unsafe unreach-call depth=[0-9]+ \(interpreted\) \(not executed\)
unsafe unreach-call depth=[0-9]+ \(interpreted\) \(not executed\)
unsafe unreach-call depth=[0-9]+ \(interpreted\) \(not executed\)
unsafe unreach-call depth=[0-9]+ \(interpreted\) \(not executed\)
unsafe unreach-call depth=[0-9]+ \(interpreted\) \(not executed\)
unsafe unreach-call depth=[0-9]+ \(interpreted\) \(not executed\)
unsafe unreach-call depth=[0-9]+ \(interpreted\) \(not executed\)
unsafe unreach-call depth=[0-9]+ \(interpreted\) \(not executed\)
unsafe unreach-call depth=[0-9]+ \(interpreted\) \(not executed\)
unsafe unreach-call depth=[0-9]+ \(interpreted\) \(not executed\)
unsafe unreach-call depth=[0-9]+ \(interpreted\) \(not executed\)
unsafe unreach-call depth=[0-9]+ \(interpreted\) \(not executed\)
unsafe unreach-call depth=[0-9]+ \(interpreted\) \(not executed\)
unsafe unreach-call depth=[0-9]+ \(interpreted\) \(not executed\)
unsafe unreach-call depth=[0-9]+ \(interpreted\) \(not executed\)
unsafe unreach-call depth=[0-9]+ \(interpreted\) \(not executed\)
safe unreach-call .*
safe unreach-call .*
safe unreach-call .*
safe unreach-call .*
unknown .* \(unsupported: the engine is for programs\) .*
