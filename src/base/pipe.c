#include "base/pipe.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

enum { POLL_MS = 10 };

bool pipe_collect(int descriptor, struct text *out, size_t most, uint64_t deadline_us,
                  struct limits *limits) {
    size_t left = most;
    for (;;) {
        if (deadline_us && clock_us() >= deadline_us) return false;
        if (limits && limits_stopped_slow(limits)) return false;
        struct pollfd ready = {.fd = descriptor, .events = POLLIN};
        if (poll(&ready, 1, POLL_MS) <= 0) continue;
        char buffer[1 << 16];
        ssize_t n = read(descriptor, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return true;
        size_t kept = (size_t)n < left ? (size_t)n : left;
        text_bytes(out, buffer, kept);
        left -= kept;
    }
}
