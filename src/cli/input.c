#include "cli/input.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool set_all(struct induct *problem, const struct input_settings *input) {
    vec_each (const char *const, directory, &input->includes)
        if (induct_add_include(problem, *directory) != INDUCT_OK) return false;
    vec_each (const char *const, macro, &input->defines)
        if (induct_add_define(problem, *macro) != INDUCT_OK) return false;
    if (input->map) induct_set_map(problem, input->map);
    vec_each (const char *const, pattern, &input->covers) induct_add_cover(problem, *pattern);
    vec_each (const char *const, path, &input->more)
        if (induct_add_file(problem, *path) != INDUCT_OK) return false;
    vec_each (const char *const, parameter, &input->parameters)
        if (induct_add_parameter(problem, *parameter) != INDUCT_OK) return false;
    vec_each (const char *const, clock, &input->clocks)
        if (induct_add_clock(problem, *clock) != INDUCT_OK) return false;
    return (!input->format || induct_set_format(problem, input->format) == INDUCT_OK) &&
           (!input->data_model || induct_set_data_model(problem, input->data_model) == INDUCT_OK) &&
           (!input->entry || induct_set_entry(problem, input->entry) == INDUCT_OK) &&
           (!input->spec || induct_set_spec(problem, input->spec) == INDUCT_OK) &&
           (!input->theory || induct_set_theory(problem, input->theory) == INDUCT_OK) &&
           (!input->top || induct_set_top(problem, input->top) == INDUCT_OK) &&
           (!input->reset || induct_set_reset(problem, input->reset) == INDUCT_OK);
}

void input_unused(const struct input_settings *input, const char *format, struct text *out) {
    const struct {
        const char *option, *formats;
        bool given;
    } rows[] = {{"--data-model", "c", input->data_model},
                {"--entry", "c", input->entry},
                {"-I", "c verilog", input->includes.size != 0},
                {"-D", "c verilog", input->defines.size != 0},
                {"--spec", "c", input->spec},
                {"--theory", "c", input->theory},
                {"--top", "verilog", input->top},
                {"--param", "verilog", input->parameters.size != 0},
                {"--clock", "verilog", input->clocks.size != 0},
                {"--reset", "verilog", input->reset}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].given && !strstr(rows[i].formats, format))
            text_format(out, "%s%s", out->size ? ", " : "", rows[i].option);
}

bool input_configure(struct induct *problem, const struct input_settings *input,
                     const struct command *command) {
    bool good = set_all(problem, input);
    if (!good) arguments_complain(command, "%s", induct_error(problem));
    return good;
}

bool input_set_options(struct induct *problem, const arguments_list *sets, const struct command *command) {
    vec_each (const char *const, text, sets) {
        const char *equals = strchr(*text, '=');
        if (!equals) {
            arguments_complain(command, "--set takes OPTION=VALUE, not '%s'", *text);
            return false;
        }
        char *name = mem_format("%.*s", (int)(equals - *text), *text);
        enum induct_status status = induct_set_option(problem, name, equals + 1);
        mem_free(name);
        if (status != INDUCT_OK) return false;
    }
    return true;
}

/* Devices lose nothing. */
static bool is_same(const char *input, const char *output) {
    struct stat in, out;
    bool standard = !strcmp(input, "-");
    if (standard ? fstat(STDIN_FILENO, &in) : stat(input, &in)) return false;
    if (stat(output, &out) || !S_ISREG(in.st_mode)) return false;
    return in.st_dev == out.st_dev && in.st_ino == out.st_ino;
}

bool input_stays(const struct input_settings *input, const char *file, const char *output,
                 const struct command *command) {
    const char *lost = is_same(file, output)                         ? file
                       : input->spec && is_same(input->spec, output) ? input->spec
                       : input->map && is_same(input->map, output)   ? input->map
                                                                     : NULL;
    vec_each (const char *const, path, &input->more)
        if (!lost && is_same(*path, output)) lost = *path;
    if (lost && command)
        arguments_complain(command, "%s: not written: it is %s, which is read", output,
                           !strcmp(lost, "-") ? "standard input" : lost);
    return !lost;
}

void input_fini(struct input_settings *input) {
    vec_free(&input->includes);
    vec_free(&input->defines);
    vec_free(&input->covers);
    vec_free(&input->parameters);
    vec_free(&input->clocks);
    vec_free(&input->more);
}
