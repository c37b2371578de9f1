/* A random circuit as a file, with the truth about it, for tests of the whole program:
 *
 *     random-circuit SEED FILE.aag
 *
 * A line "safe N" or "unsafe N" per property goes to standard output. Circuits with reset functions, which no file can
 * have, are left out: status 3. */
#include "generate.h"
#include "oracle.h"

#include "format/aiger/aiger.h"

#include <stdio.h>
#include <stdlib.h>

static bool has_reset_functions(const struct circuit *c) {
    vec_each (const struct latch, l, &c->latches)
        if (latch_has_function(l)) return true;
    return false;
}

static bool write_file(const char *path, const struct circuit *c) {
    struct text text = {0};
    FILE *file = fopen(path, "w");
    aiger_write(&text, c, false);
    bool good = file && fwrite(text.data, 1, text.size, file) == text.size;
    if (file) good &= !fclose(file);
    text_fini(&text);
    return good;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fputs("usage: random-circuit SEED FILE.aag\n", stderr);
        return 2;
    }
    struct circuit *c = generate_circuit(strtoull(argv[1], NULL, 10));
    struct oracle oracle;
    int status = has_reset_functions(c) ? 3 : write_file(argv[2], c) ? 0 : 1;
    oracle_init(&oracle, c);
    for (uint32_t p = 0; p < c->properties.size && !status; p++)
        printf("%s %u\n", oracle.bad_depth[p] == ORACLE_NEVER ? "safe" : "unsafe", p);
    oracle_fini(&oracle);
    circuit_free(c);
    return status;
}
