unsafe .*
returns 6
returns 1
b = \{\[3\] = 7, \[6\] = -5, others 0\}
returns 200
t = \{\[1\] = 200, others 0\}
accepted
