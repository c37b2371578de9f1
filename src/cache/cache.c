#define _GNU_SOURCE
#include "cache/cache.h"

#include "base/mem.h"
#include "base/replace.h"
#include "evidence/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC "induct-cache 1\n"
enum { HEAD = sizeof MAGIC - 1 + SHA256_HEX /* the hash, and the end of its line */, LARGEST = 1 << 28 };

bool cache_open(const char *folder) {
    struct stat info;
    if (mkdir(folder, 0777) && errno != EEXIST) return false;
    if (stat(folder, &info)) return false;
    if (!S_ISDIR(info.st_mode)) {
        errno = ENOTDIR;
        return false;
    }
    return !access(folder, R_OK | W_OK | X_OK);
}

static char *path_of(const char *folder, const char *key) {
    return mem_format("%s/%s", folder, key);
}

/* A regular file of a reasonable size, whatever else may have the name. */
static bool read_whole(const char *path, struct text *out) {
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat info;
    bool good = file >= 0 && !fstat(file, &info) && S_ISREG(info.st_mode) && info.st_size <= LARGEST;
    char block[1 << 16];
    while (good) {
        ssize_t got = read(file, block, sizeof block);
        if (got < 0 && errno == EINTR) continue;
        good = got >= 0 && out->size + (size_t)got <= LARGEST;
        if (got <= 0) break;
        if (good) text_bytes(out, block, (size_t)got);
    }
    if (file >= 0) close(file);
    return good;
}

bool cache_read(const char *folder, const char *key, struct text *evidence) {
    struct text all = {0};
    char *path = path_of(folder, key), hash[SHA256_HEX];
    bool good = read_whole(path, &all) && all.size > HEAD && !memcmp(all.data, MAGIC, sizeof MAGIC - 1);
    if (good) {
        sha256_hex(all.data + HEAD, all.size - HEAD, hash);
        good = !memcmp(all.data + sizeof MAGIC - 1, hash, SHA256_HEX - 1) && all.data[HEAD - 1] == '\n';
    }
    if (good) text_bytes(evidence, all.data + HEAD, all.size - HEAD);
    text_fini(&all);
    mem_free(path);
    return good;
}

bool cache_write(const char *folder, const char *key, const struct text *evidence) {
    struct text all = {0};
    char *path = path_of(folder, key), hash[SHA256_HEX];
    sha256_hex(evidence->data, evidence->size, hash);
    text_format(&all, MAGIC "%s\n", hash);
    text_bytes(&all, evidence->data, evidence->size);
    bool good = replace_file(path, all.data, all.size);
    int reason = errno;
    text_fini(&all);
    mem_free(path);
    errno = reason;
    return good;
}

bool cache_find(const char *folder, const char *key, struct model about, uint32_t property,
                struct evidence *e) {
    struct text bytes = {0}, why = {0};
    bool good = cache_read(folder, key, &bytes) &&
                evidence_unpack(bytes.data, bytes.size, about, e, &why) == STATUS_OK;
    if (good && e->property != property) {
        evidence_free(e);
        good = false;
    }
    text_fini(&bytes);
    text_fini(&why);
    return good;
}

void cache_join(struct evidence *lemmas, struct evidence older) {
    u32s clause = {0};
    if (!older.refutes && !lemmas->any) {
        *lemmas = older;
        return;
    }
    for (uint32_t i = 0;
         older.level == LEVEL_CIRCUIT && !older.refutes && i < older.invariant->conjuncts.size; i++)
        if (invariant_clause(older.invariant, older.invariant->conjuncts.data[i], &clause))
            invariant_add_clause(lemmas->invariant, clause.data, clause.size);
    vec_free(&clause);
    evidence_free(&older);
}
