/* Places between the statements of a C program:
 *
 *     twin-places FILE            the program with twin_probe(K); at each place K
 *     twin-places FILE K          the program with reach_error(); at place K
 *
 * A place is after a `{`, `}` or `;` of a function's body, where a statement can stand. Braces are told apart by what
 * precedes them; inside of initialisers, types, parentheses and directives there are no places. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 256 };

static char *source;
static long chosen = -1, places;

static void read_source(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file || fseek(file, 0, SEEK_END)) exit(2);
    long size = ftell(file);
    source = calloc((size_t)size + 1, 1);
    rewind(file);
    if (!source || fread(source, 1, (size_t)size, file) != (size_t)size) exit(2);
    fclose(file);
}

/* Past white space, comments and directives. */
static const char *skip(const char *at) {
    for (;;) {
        if (isspace((unsigned char)*at)) {
            at++;
        } else if (!strncmp(at, "//", 2)) {
            at += strcspn(at, "\n");
        } else if (!strncmp(at, "/*", 2)) {
            const char *end = strstr(at + 2, "*/");
            at = end ? end + 2 : at + strlen(at);
        } else if (*at == '#') {
            while (*at && *at != '\n') at += *at == '\\' && at[1] ? 2 : 1;
        } else {
            return at;
        }
    }
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* Past the token. */
static const char *token_end(const char *at) {
    if (is_word(*at)) {
        while (is_word(*at)) at++;
    } else if (*at == '"' || *at == '\'') {
        char quote = *at++;
        while (*at && *at != quote) at += *at == '\\' && at[1] ? 2 : 1;
        at += *at != 0;
    } else {
        at++;
    }
    return at;
}

static bool is(const char *at, const char *end, const char *token) {
    return (size_t)(end - at) == strlen(token) && !strncmp(at, token, strlen(token));
}

static void place(const char *next) {
    const char *end = token_end(next);
    if (is(next, end, "else") || is(next, end, "while")) return; /* the statement before it goes on */
    if (chosen < 0)
        printf(" twin_probe(%ld); ", places);
    else if (places == chosen)
        printf(" reach_error(); ");
    places++;
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    read_source(argv[1]);
    if (argc > 2) chosen = strtol(argv[2], NULL, 10);
    printf(chosen < 0 ? "extern void twin_probe(int);\n" : "extern void reach_error(void);\n");
    bool code[DEEPEST] = {false}; /* whether the braces around hold statements */
    int depth = 0, parentheses[DEEPEST] = {0};
    const char *written = source, *before = "", *before_end = before;
    for (const char *at = skip(source); *at;) {
        const char *end = token_end(at), *next = skip(end);
        if (*at == '{' && depth + 1 < DEEPEST) {
            bool after = is(before, before_end, ")") || is(before, before_end, "else") ||
                         is(before, before_end, "do") || is(before, before_end, ";") ||
                         is(before, before_end, "{") || is(before, before_end, "}") ||
                         is(before, before_end, ":");
            bool body =
                after && !parentheses[depth] && (depth == 0 ? *before == ')' || *before == ';' : code[depth]);
            code[++depth] = body;
            parentheses[depth] = 0;
        } else if (*at == '}' && depth) {
            depth--;
        } else if (*at == '(') {
            parentheses[depth]++;
        } else if (*at == ')' && parentheses[depth]) {
            parentheses[depth]--;
        }
        fwrite(written, 1, (size_t)(end - written), stdout);
        written = end;
        /* not between an initialiser and its comma, nor in the middle of a declaration */
        if (strchr("{};", *at) && code[depth] && !parentheses[depth] && !strchr(",;)=.[*", *next))
            place(next);
        before = at;
        before_end = end;
        at = next;
    }
    fputs(written, stdout);
    return 0;
}
