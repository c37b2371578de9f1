/* A small driver for the fuzzing harnesses (LLVMFuzzerTestOneInput), for compilers without libFuzzer and for
 * short deterministic runs in the test suite:
 *
 *     smoke-NAME FILE...                      runs the harness on each file
 *     smoke-NAME --smoke N SEED DIRECTORY     runs it on the files of the directory and on N mutations of
 * them
 *
 * The second form works in a child process. When a case crashes or takes more than ten seconds, its input is
 * made again, written to crash-NUMBER in the current directory, and the exit status is 1. */
#include "base/random.h"
#include "base/text.h"
#include "base/vec.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CASE_SECONDS = 10 };

typedef VEC(struct text) texts;

/* The harness gets a copy of exactly the right size, so that a sanitizer sees any read past its end. */
static void run(const struct text *input) {
    uint8_t *copy = mem_dup(input->data, input->size);
    LLVMFuzzerTestOneInput(copy, input->size);
    mem_free(copy);
}

static struct text read_plain(const char *path) {
    struct text text = {0};
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "cannot open %s\n", path);
        exit(2);
    }
    char buffer[4096];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, file));) text_bytes(&text, buffer, n);
    fclose(file);
    return text;
}

/* Replaces input[from..to[. */
static void splice(struct text *input, size_t from, size_t to, const void *bytes, size_t size) {
    struct text result = {0};
    text_bytes(&result, input->data, from);
    text_bytes(&result, bytes, size);
    text_bytes(&result, input->data + to, input->size - to);
    text_fini(input);
    *input = result;
}

/* The word (of digits, mostly: these formats are made of numbers) around a position. */
static void word_at(const struct text *input, size_t at, size_t *from, size_t *to) {
    for (*from = at; *from && (unsigned char)input->data[*from - 1] > ' ';) --*from;
    for (*to = at; *to < input->size && (unsigned char)input->data[*to] > ' ';) ++*to;
}

static void line_at(const struct text *input, size_t at, size_t *from, size_t *to) {
    for (*from = at; *from && input->data[*from - 1] != '\n';) --*from;
    for (*to = at; *to < input->size && input->data[*to] != '\n';) ++*to;
    if (*to < input->size) ++*to;
}

static void mutate_word(struct text *input, struct random *r, size_t from, size_t to) {
    static const char *const words[] = {"",  "0", "1",  "2",     "3",          "4",          "5",         "7",
                                        "8", "9", "10", "65536", "2147483646", "4294967295", "4294967296"};
    uint32_t choice = random_below(r, 3);
    if (choice == 0) {
        const char *word = words[random_below(r, sizeof words / sizeof *words)];
        splice(input, from, to, word, strlen(word));
        return;
    }
    long long value = strtoll(input->data + from, NULL, 10);
    if (value > INT32_MAX) value = INT32_MAX;
    char number[24];
    snprintf(number, sizeof number, "%lld", choice == 1 ? value + 1 : value ^ 1);
    splice(input, from, to, number, strlen(number));
}

static void mutate(struct text *input, struct random *r, const texts *seeds) {
    size_t at = random_below(r, (uint32_t)input->size + 1), from, to;
    char byte = (char)random_below(r, 256);
    switch (random_below(r, 9)) {
    case 0: splice(input, at, at, &byte, 1); break;
    case 1:
        if (at < input->size) input->data[at] = (char)(input->data[at] ^ (1 << random_below(r, 8)));
        break;
    case 2:
        if (at < input->size) splice(input, at, at + 1, "", 0);
        break;
    case 3: splice(input, at, input->size, "", 0); break; /* truncate */
    case 4:
        line_at(input, at, &from, &to);
        splice(input, from, to, "", 0);
        break;
    case 5: { /* duplicate a line somewhere */
        line_at(input, at, &from, &to);
        char *line = mem_dup(input->data + from, to - from);
        size_t there = random_below(r, (uint32_t)input->size + 1);
        splice(input, there, there, line, to - from);
        mem_free(line);
        break;
    }
    case 6: { /* continue with the end of another seed */
        const struct text *other = &seeds->data[random_below(r, seeds->size)];
        size_t start = random_below(r, (uint32_t)other->size + 1);
        splice(input, at, input->size, other->data + start, other->size - start);
        break;
    }
    default: word_at(input, at, &from, &to); mutate_word(input, r, from, to);
    }
}

/* Case i depends on the seed and i only. The first cases are the seed files themselves. */
static struct text make_case(const texts *seeds, uint64_t seed, uint32_t i) {
    struct random r;
    random_init(&r, seed * 0x100000001b3u + i);
    random_word(&r);
    const struct text *start = &seeds->data[i < seeds->size ? i : random_below(&r, seeds->size)];
    struct text input = {0};
    text_bytes(&input, start->data, start->size);
    if (i < seeds->size) return input;
    for (uint32_t n = 1 + random_below(&r, 4); n; n--) mutate(&input, &r, seeds);
    return input;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* In the order of their names, not of the directory: runs must not depend on the machine. */
static void read_seeds(texts *seeds, const char *directory) {
    DIR *open = opendir(directory);
    if (!open) {
        fprintf(stderr, "cannot open the directory %s\n", directory);
        exit(2);
    }
    strings paths = {0};
    for (struct dirent *entry; (entry = readdir(open));)
        if (entry->d_name[0] != '.') vec_push(&paths, mem_format("%s/%s", directory, entry->d_name));
    closedir(open);
    if (paths.size) qsort(paths.data, paths.size, sizeof *paths.data, by_name);
    for (uint32_t i = 0; i < paths.size; i++) {
        vec_push(seeds, read_plain(paths.data[i]));
        mem_free(paths.data[i]);
    }
    vec_free(&paths);
}

static void run_cases(const texts *seeds, uint32_t n, uint64_t seed, volatile uint32_t *current) {
    for (uint32_t i = 0; i < n; i++) {
        *current = i;
        alarm(CASE_SECONDS);
        struct text input = make_case(seeds, seed, i);
        run(&input);
        text_fini(&input);
    }
    alarm(0);
}

static int report_crash(const texts *seeds, uint64_t seed, uint32_t i) {
    struct text input = make_case(seeds, seed, i);
    char name[32];
    snprintf(name, sizeof name, "crash-%u", i);
    FILE *file = fopen(name, "wb");
    if (file) {
        fwrite(input.data, 1, input.size, file);
        fclose(file);
    }
    fprintf(stderr, "case %u crashed or hung; its input is in %s\n", i, name);
    text_fini(&input);
    return 1;
}

static int smoke(uint32_t n, uint64_t seed, const char *directory) {
    texts seeds = {0};
    read_seeds(&seeds, directory);
    if (!seeds.size) {
        fprintf(stderr, "no seed in %s\n", directory);
        return 2;
    }
    uint32_t *current =
        mmap(NULL, sizeof *current, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (current == MAP_FAILED) return 2;
    n += seeds.size;
    int result = 2, status;
    pid_t child = fork();
    if (child == 0)
        run_cases(&seeds, n, seed, current);
    else if (child > 0 && waitpid(child, &status, 0) == child)
        result = WIFEXITED(status) && !WEXITSTATUS(status) ? 0 : report_crash(&seeds, seed, *current);
    if (child > 0 && !result) printf("%u cases\n", n);
    vec_each (struct text, s, &seeds) text_fini(s);
    vec_free(&seeds);
    return child == 0 ? 0 : result;
}

int main(int argc, char **argv) {
    if (argc == 5 && !strcmp(argv[1], "--smoke"))
        return smoke((uint32_t)strtoul(argv[2], NULL, 10), strtoull(argv[3], NULL, 10), argv[4]);
    if (argc < 2 || argv[1][0] == '-') {
        fprintf(stderr, "usage: %s FILE... | --smoke N SEED DIRECTORY\n", argv[0]);
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        struct text input = read_plain(argv[i]);
        run(&input);
        text_fini(&input);
    }
    return 0;
}
