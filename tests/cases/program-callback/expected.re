safe unreach-call .*
