safe unreach-call .*
safe unreach-call .*
unknown unreach-call \(unsupported: division by zero at division.c:[68]\) .*
