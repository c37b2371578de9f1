/* Puts the sources of report pages into C, for the build:
 *
 *     embed OUT.c NAME FILE... [-- NAME FILE...]...
 *
 * makes `const char NAME[]` of the files, one after the other. Indentation, empty lines and comments that have lines of
 * their own are left out: nobody reads them in a page. So no string of the sources may go on over several lines. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 4096 /* of a line */ };

static void fail(const char *what, const char *file) {
    fprintf(stderr, "embed: %s: %s\n", file, what);
    exit(1);
}

/* A line as a piece of a string; bytes that C might read otherwise are octal. */
static void put_line(FILE *out, const char *line) {
    fputs("    \"", out);
    for (const unsigned char *c = (const unsigned char *)line; *c; c++) {
        if (*c == '"' || *c == '\\')
            fprintf(out, "\\%c", *c);
        else if (*c < ' ' || *c >= 0x7f || *c == '?')
            fprintf(out, "\\%03o", *c);
        else
            fputc(*c, out);
    }
    fputs("\\n\"\n", out);
}

static void put_file(FILE *out, const char *path) {
    char line[LONGEST];
    bool comment = false;
    FILE *in = fopen(path, "r");
    if (!in) fail("cannot be read", path);
    while (fgets(line, sizeof line, in)) {
        size_t size = strlen(line);
        if (size && line[size - 1] != '\n' && !feof(in)) fail("a line is too long", path);
        while (size && strchr(" \t\r\n", line[size - 1])) line[--size] = 0;
        const char *start = line + strspn(line, " \t"), *close = strstr(start, "*/");
        if (!comment && !strncmp(start, "/*", 2) && (!close || !close[2]))
            comment = true;
        else if (!comment && *start)
            put_line(out, start);
        if (comment && close && !close[2]) comment = false;
    }
    if (comment) fail("a comment has no end", path);
    fclose(in);
}

int main(int argc, char **argv) {
    if (argc < 4) fail("usage: embed OUT.c NAME FILE... [-- NAME FILE...]...", "call");
    FILE *out = fopen(argv[1], "w");
    if (!out) fail("cannot be written", argv[1]);
    fputs("/* Made by the build from src/report/page/. */\n#include \"report/parts.h\"\n", out);
    bool begins = true;
    for (int i = 2; i < argc; i++) {
        if (!strcmp(argv[i], "--")) {
            fputs("    \"\";\n", out);
            begins = true;
        } else if (begins) {
            fprintf(out, "\nconst char %s[] =\n", argv[i]);
            begins = false;
        } else
            put_file(out, argv[i]);
    }
    fputs("    \"\";\n", out);
    if (fclose(out)) fail("cannot be written", argv[1]);
    return 0;
}
