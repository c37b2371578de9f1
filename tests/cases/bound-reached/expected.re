unknown 0 \(.*\) depth=4
