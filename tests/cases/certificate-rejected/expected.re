rejected: .*
rejected: .*
rejected: .*
