unknown 0 \(timeout\) depth=[0-9]+
timeout
timeout
