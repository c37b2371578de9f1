safe unreach-call .*
unsafe unreach-call .*
safe unreach-call .*
safe unreach-call .*
unsafe unreach-call .*
unsafe unreach-call .*
unsafe unreach-call .*
safe unreach-call .*
unsafe unreach-call .*
unsafe unreach-call .*
unknown unreach-call \(unsupported: termination\.prp:1:26: property termination \(F end\): .*\) depth=-1
