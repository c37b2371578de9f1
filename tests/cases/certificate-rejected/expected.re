rejected: .*
rejected: .*
rejected: .*
rejected: other\.aiw:2:1: the circuit has no property b7
