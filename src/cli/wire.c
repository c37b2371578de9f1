#include "cli/wire.h"

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

void wire_send_text(int pipe, enum wire_kind kind, uint32_t property, uint64_t number, const char *text) {
    wire_send(pipe, (struct wire_message){kind, property, number, strlen(text), text});
}

bool wire_next(const struct text *received, size_t *offset, struct text *scratch,
               struct wire_message *message) {
    struct header header;
    if (received->size - *offset < sizeof header) return false;
    memcpy(&header, received->data + *offset, sizeof header);
    if (received->size - *offset - sizeof header < header.size) return false;
    text_clear(scratch);
    text_bytes(scratch, received->data + *offset + sizeof header, header.size);
    *offset += sizeof header + header.size;
    *message = (struct wire_message){header.kind, header.property, header.number, header.size, scratch->data};
    return true;
}
