safe 2 .*
safe never_both .*
unsafe toggles depth=1
