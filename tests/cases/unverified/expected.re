unsafe 0 depth=7 \(unverified\)
