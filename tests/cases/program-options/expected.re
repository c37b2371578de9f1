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
unknown .* \(unsupported: .*\) .*
