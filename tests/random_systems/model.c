/* A random finite system as a file, with the truth about it, for tests of the whole program:
 *
 *     random-system SEED FILE.vmt
 *
 * A line "safe N" or "unsafe N" per property goes to standard output. Systems too large for explicit search are left
 * out: status 3. */
#include "format/vmt/vmt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>

#include "transform/system/testing_system.h"

static bool write_file(const char *path, struct system *system) {
    struct text text = {0};
    FILE *file = fopen(path, "w");
    vmt_write(&text, system);
    bool good = file && fwrite(text.data, 1, text.size, file) == text.size;
    if (file) good &= !fclose(file);
    text_fini(&text);
    return good;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fputs("usage: random-system SEED FILE.vmt\n", stderr);
        return 2;
    }
    uint64_t seed = strtoull(argv[1], NULL, 10);
    const struct testing_shape shape = {.states = 3,
                                        .inputs = 2,
                                        .width = 1 + (uint32_t)(seed % 3),
                                        .arrays = seed / 3 % 5 == 0,
                                        .relations = seed / 15 % 2 == 0,
                                        .mode = TERMS_SIMPLIFY};
    struct system *system = testing_random_system(seed, &shape);
    struct testing_table table;
    int status = 3;
    if (testing_state_bits(system) <= 6 && testing_input_bits(system) <= 4) {
        testing_table_init(&table, system);
        for (uint32_t p = 0; p < system->properties.size; p++)
            printf("%s %u\n", testing_shortest_system(&table, p) ? "unsafe" : "safe", p);
        testing_table_fini(&table);
        status = write_file(argv[2], system) ? 0 : 1;
    }
    system_free(system);
    return status;
}
