unsafe 0 depth=1
safe 0 .*
trace.btorwit
