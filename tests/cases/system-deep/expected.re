unknown 0 \(timeout\) depth=-?[0-9]+
unknown 0 \(timeout\) depth=-?[0-9]+
