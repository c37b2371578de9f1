#include "base/wire.h"

#include <errno.h>
#include <unistd.h>

struct header {
    uint32_t kind, property;
    uint64_t number, size;
};

static void write_all(int pipe, const void *data, size_t size) {
    const char *next = data;
    while (size) {
        ssize_t put = write(pipe, next, size);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) _exit(1);
        next += put;
        size -= (size_t)put;
    }
}

void wire_send(int pipe, struct wire_message message) {
    struct header header = {message.kind, message.property, message.number, message.size};
    write_all(pipe, &header, sizeof header);
    write_all(pipe, message.bytes, message.size);
}

void wire_send_text(int pipe, uint32_t kind, uint32_t property, uint64_t number, const char *text) {
    wire_send(pipe, (struct wire_message){kind, property, number, strlen(text), text});
}

bool wire_read(struct wire_inbox *in, int pipe) {
    char buffer[1 << 14];
    for (;;) {
        ssize_t got = read(pipe, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return errno == EAGAIN;
        if (!got) return false;
        text_bytes(&in->received, buffer, (size_t)got);
    }
}

bool wire_take(struct wire_inbox *in, struct wire_message *message) {
    struct header header;
    const size_t left = in->received.size - in->offset;
    if (left >= sizeof header) memcpy(&header, in->received.data + in->offset, sizeof header);
    if (left < sizeof header || left - sizeof header < header.size) {
        if (!left) {
            text_clear(&in->received);
            in->offset = 0;
        }
        return false;
    }
    text_clear(&in->scratch);
    text_bytes(&in->scratch, in->received.data + in->offset + sizeof header, header.size);
    in->offset += sizeof header + header.size;
    *message =
        (struct wire_message){header.kind, header.property, header.number, header.size, in->scratch.data};
    return true;
}

void wire_fini(struct wire_inbox *in) {
    text_fini(&in->received);
    text_fini(&in->scratch);
    in->offset = 0;
}
