#include "cli/uri.h"

#include "base/mem.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What may stand in a path as it is: unreserved characters, and the delimiters that have no meaning there. */
static bool is_plain(unsigned char c) {
    return isalnum(c) || (c < 0x80 && c && strchr("-._~/!$&'()*+,;=@:", c));
}

static void escape(struct text *out, const char *path) {
    for (const unsigned char *c = (const unsigned char *)path; *c; c++) {
        if (is_plain(*c))
            text_byte(out, *c);
        else
            text_format(out, "%%%02X", *c);
    }
}

/* What follows the working directory in the path; NULL: it is elsewhere. */
static const char *within(const char *path) {
    char *here = getcwd(NULL, 0);
    size_t n = here ? strlen(here) : 0;
    bool inside = n > 1 && !strncmp(path, here, n) && path[n] == '/' && path[n + 1];
    free(here);
    return inside ? path + n + 1 : NULL;
}

bool uri_of_path(struct text *out, const char *path) {
    const char *inner = *path == '/' ? within(path) : NULL;
    if (*path == '/' && !inner) {
        text_add(out, "file://");
        escape(out, path);
        return false;
    }
    if (inner) path = inner;
    while (path[0] == '.' && path[1] == '/') {
        path += 2;
        while (*path == '/') path++;
    }
    const char *colon = strchr(path, ':'), *slash = strchr(path, '/');
    if (!*path || (colon && (!slash || colon < slash))) text_add(out, "./"); /* else it looks like a scheme */
    escape(out, path);
    return true;
}

static bool ends_in(const char *path, const char *file) {
    size_t n = strlen(path), m = strlen(file);
    return n > m && path[n - m - 1] == '/' && !strcmp(path + n - m, file);
}

char *uri_find(const char *file, const char *given) {
    if (*file == '/') return mem_strdup(file);
    if (*given == '/' && ends_in(given, file)) return mem_strdup(given);
    if (!access(file, F_OK)) return mem_strdup(file);
    char *here = getcwd(NULL, 0), *found = NULL;
    for (char *slash; here && !found && (slash = strrchr(here, '/'));) {
        *slash = 0;
        found = mem_format("%s/%s", here, file);
        if (!access(found, F_OK)) break;
        mem_free(found);
        found = NULL;
    }
    free(here);
    return found ? found : mem_strdup(file);
}
