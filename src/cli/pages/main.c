/* Writes the manual pages and the completions, as they lie below share/: pages DIRECTORY */
#include "cli/pages/pages.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

static const char *root;

static bool folder(const char *path) {
    char *name = mem_format("%s/%s", root, path);
    bool made = !mkdir(name, 0777) || errno == EEXIST;
    if (!made) perror(name);
    mem_free(name);
    return made;
}

/* Frees the text. */
static bool put(char *path, struct text *text) {
    struct messages messages = {0};
    bool written = text_write_file(text, path, &messages) == STATUS_OK;
    if (!written) fprintf(stderr, "%s\n", messages_first_error(&messages));
    messages_fini(&messages);
    text_fini(text);
    mem_free(path);
    return written;
}

static bool put_manual(void) {
    struct text text = {0};
    manual_program(&text);
    bool written = put(mem_format("%s/man/man1/induct.1", root), &text);
    for (unsigned i = 0; written && i < commands_count; i++) {
        manual_command(&text, commands_list[i]);
        written = put(mem_format("%s/man/man1/induct-%s.1", root, commands_list[i]->name), &text);
    }
    return written;
}

static bool put_completions(void) {
    struct text text = {0};
    completion_bash(&text);
    bool written = put(mem_format("%s/bash-completion/completions/induct", root), &text);
    completion_zsh(&text);
    return put(mem_format("%s/zsh/site-functions/_induct", root), &text) && written;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fputs("usage: pages DIRECTORY\n", stderr);
        return 2;
    }
    root = argv[1];
    static const char *const folders[] = {
        "", "man", "man/man1", "bash-completion", "bash-completion/completions", "zsh", "zsh/site-functions"};
    for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++)
        if (!folder(folders[i])) return 1;
    return !put_manual() || !put_completions();
}
