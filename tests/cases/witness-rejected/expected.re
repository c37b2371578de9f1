rejected: .*
rejected: .*
rejected: the witness is about property toggles
