#include "cluster/address.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char scheme[] = "redis://";

static bool refuse(struct address *a, struct text *why, const char *what) {
    text_format(why, "expected redis://HOST[:PORT]/JOB: %s", what);
    address_fini(a);
    return false;
}

static bool is_job(const char *word) {
    size_t size = strlen(word);
    if (!size || size > ADDRESS_JOB_MOST) return false;
    for (const char *p = word; *p; p++)
        if (!isalnum((unsigned char)*p) && !strchr("-_.", *p)) return false;
    return true;
}

/* No byte that could end a word elsewhere. */
static bool is_plain(const char *word) {
    for (const char *p = word; *p; p++)
        if (!isalnum((unsigned char)*p) && !strchr("-_.:%", *p)) return false;
    return *word;
}

static bool parse_port(const char *word, uint16_t *port) {
    unsigned long number = strtoul(word, NULL, 10);
    for (const char *p = word; *p; p++)
        if (!isdigit((unsigned char)*p)) return false;
    *port = (uint16_t)number;
    return *word && strlen(word) <= 5 && number > 0 && number <= 65535;
}

/* "host", "host:1", "[::1]:1": the host is cut out of the word, and what follows it is returned. */
static const char *cut_host(char *word, char **host) {
    char *end;
    if (*word == '[') {
        end = strchr(word, ']');
        if (!end || (end[1] && end[1] != ':')) return NULL;
        *host = mem_format("%.*s", (int)(end - word - 1), word + 1);
        return end[1] ? end + 2 : NULL;
    }
    end = strchr(word, ':');
    *host = end ? mem_format("%.*s", (int)(end - word), word) : mem_strdup(word);
    return end ? end + 1 : NULL;
}

bool address_parse(struct address *a, const char *url, struct text *why) {
    *a = (struct address){.port = ADDRESS_PORT};
    if (strncmp(url, scheme, strlen(scheme)) != 0) return refuse(a, why, "it does not start with redis://");
    const char *rest = url + strlen(scheme), *slash = strchr(rest, '/');
    if (!slash || !is_job(slash + 1))
        return refuse(a, why, "JOB is a word of letters, digits, '-', '_' and '.'");
    a->job = mem_strdup(slash + 1);
    char *place = mem_format("%.*s", (int)(slash - rest), rest), *at = strrchr(place, '@');
    if (at) *at = 0;
    const bool secret = at && strchr(place, ':');
    if (at && !secret) a->user = mem_strdup(place);
    const char *port = secret ? NULL : cut_host(at ? at + 1 : place, &a->host);
    const bool good = a->host && is_plain(a->host) && (!a->user || is_plain(a->user)),
               fits = !port || parse_port(port, &a->port);
    mem_free(place);
    if (secret)
        return refuse(a, why,
                      "a password does not belong on the command line, which everybody can read; "
                      "INDUCT_REDIS_PASSWORD or INDUCT_REDIS_PASSWORD_FILE has it");
    if (!good) return refuse(a, why, "the host is no name or address");
    if (!fits) return refuse(a, why, "the port is a number from 1 to 65535");
    return true;
}

static char *first_line(const char *path, struct text *why) {
    struct text text = {0};
    struct messages messages = {0};
    char *line = NULL;
    if (text_read_file(&text, path, &messages) == STATUS_OK && text.data)
        line = mem_format("%.*s", (int)strcspn(text.data, "\r\n"), text.data);
    else
        text_format(why, "INDUCT_REDIS_PASSWORD_FILE: %s",
                    messages.list.size ? messages_first_error(&messages) : "the file is empty");
    text_fini(&text);
    messages_fini(&messages);
    return line;
}

bool address_secrets(struct address *a, struct text *why) {
    const char *user = getenv("INDUCT_REDIS_USER"), *password = getenv("INDUCT_REDIS_PASSWORD"),
               *file = getenv("INDUCT_REDIS_PASSWORD_FILE");
    if (user && *user && !a->user) a->user = mem_strdup(user);
    if (password && *password)
        a->password = mem_strdup(password);
    else if (file && *file && !(a->password = first_line(file, why)))
        return false;
    unsetenv("INDUCT_REDIS_PASSWORD");
    return true;
}

void address_fini(struct address *a) {
    mem_free(a->host);
    mem_free(a->job);
    mem_free(a->user);
    mem_free(a->password);
    *a = (struct address){0};
}
