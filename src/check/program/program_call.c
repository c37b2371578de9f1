/* The function is declared once more, with parameters that the machine passes in the same way as those that
 * it has, under a name of our own. An asm label says which one is meant: so it does not matter what else is
 * called like it. */
#include "check/program/program_call.h"

#include "check/program/program_harness.h"

#include <inttypes.h>

bool program_harness_has_main(const struct program *program, const struct program_inputs *inputs,
                              const struct program_origin *origin) {
    if (!program_starts_at_main(origin)) return true;
    return program->parameters.size && inputs->arguments.size && program_can_be_called(program);
}

/* ---- types ---- */

static void integer_type(struct text *out, const struct program_parameter *p) {
    static const char *const names[][2] = {{"unsigned char", "signed char"},
                                           {"unsigned short", "short"},
                                           {"unsigned int", "int"},
                                           {"unsigned long long", "long long"},
                                           {"unsigned __int128", "__int128"}};
    if (p->width == 1) {
        text_add(out, "_Bool");
        return;
    }
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (p->width != 8u << i) continue;
        text_add(out, names[i][p->is_signed]);
        return;
    }
    text_format(out, "%s_BitInt(%u)", p->is_signed ? "" : "unsigned ",
                p->width); /* or a structure as a number */
}

static void type_of(struct text *out, const struct program *program, const struct program_parameter *p) {
    switch (p->kind) {
    case PROGRAM_PARAMETER_INTEGER: integer_type(out, p); break;
    case PROGRAM_PARAMETER_POINTER: text_add(out, "void *"); break;
    case PROGRAM_PARAMETER_FLOAT:
        text_add(out, p->width == 32   ? "float"
                      : p->width == 64 ? "double"
                      : p->width == 80 ? "long double"
                                       : "__float128");
        break;
    case PROGRAM_PARAMETER_BYTES:
        text_format(out, "struct induct_bytes_%u", (unsigned)(p - program->parameters.data));
        break;
    case PROGRAM_PARAMETER_OTHER: assert(!"nobody asks for the type of it"); break;
    }
}

static void declare(struct text *out, const struct program *program, const struct program_origin *origin) {
    bool first = true;
    vec_each (const struct program_parameter, p, &program->parameters)
        if (p->kind == PROGRAM_PARAMETER_BYTES) {
            type_of(out, program, p);
            text_format(out, " { _Alignas(%u) char bytes[%u]; };\n", p->align, p->width / 8);
        }
    text_add(out, "extern void induct_entry(");
    vec_each (const struct program_parameter, p, &program->parameters) {
        if (!first) text_add(out, ", ");
        first = false;
        type_of(out, program, p);
    }
    text_add(out, first ? "void) " : ") ");
    if (program_starts_at_main(origin))
        text_add(out, "__asm__(INDUCT_HIDDEN_MAIN);\n");
    else
        text_format(out, "INDUCT_PROGRAM(\"%s\");\n", origin->entry);
}

/* ---- arguments ---- */

static void table(struct text *out, const struct program_inputs *inputs) {
    text_add(out, "static const struct {\n    const char *parameter;\n    unsigned long long value;\n"
                  "} induct_arguments[] = {\n");
    vec_each (const struct program_argument, a, &inputs->arguments) {
        text_add(out, "    {\"");
        text_c_string(out, a->name);
        text_format(out, "\", %" PRIu64 "ULL},", a->bits);
        if (a->is_signed && a->bits >> 63) text_format(out, " /* %" PRId64 " */", (int64_t)a->bits);
        text_byte(out, '\n');
    }
    text_add(out, "    {0, 0}};\n");
}

/* What the parameter gets; NULL: it may have any value. */
static const struct program_argument *find_argument(const struct program_inputs *inputs,
                                                    const struct program_parameter *p) {
    vec_each (const struct program_argument, a, &inputs->arguments)
        if (!strcmp(a->name, p->name)) return a;
    return NULL;
}

static void pass(struct text *out, const struct program *program, const struct program_inputs *inputs,
                 uint32_t i) {
    const struct program_parameter *p = &program->parameters.data[i];
    const struct program_argument *a = find_argument(inputs, p);
    if (p->kind == PROGRAM_PARAMETER_BYTES) {
        text_add(out, "(");
        type_of(out, program, p);
        text_add(out, "){{0}}");
    } else if (!a || p->kind == PROGRAM_PARAMETER_FLOAT) {
        text_add(out, "0");
    } else {
        text_add(out, "(");
        type_of(out, program, p);
        text_format(out, ")%sinduct_arguments[%u].value",
                    p->kind == PROGRAM_PARAMETER_POINTER ? "(__UINTPTR_TYPE__)" : "",
                    (unsigned)(a - inputs->arguments.data));
    }
}

/* The program's main, with as many words as its first argument says, within reason. */
static void call_main(struct text *out, const struct program *program, const struct program_inputs *inputs) {
    enum { MOST = 4096 };
    const struct program_argument *count = find_argument(inputs, &program->parameters.data[0]);
    uint64_t words = !count ? 1 : count->bits < MOST ? count->bits : MOST;
    text_format(out,
                "    static char word[] = \"word\", *words[%u];\n"
                "    for (unsigned i = 0; i < %u; i++) words[i] = word;\n"
                "    induct_entry(",
                (unsigned)words + 1, (unsigned)words);
    for (uint32_t i = 0; i < program->parameters.size; i++) {
        static const char *const own[] = {"words", "environment"};
        if (i) text_add(out, ", ");
        if (program->parameters.data[i].kind == PROGRAM_PARAMETER_POINTER && (i == 1 || i == 2))
            text_add(out, own[i - 1]);
        else if (i == 0 && !count)
            text_add(out, "1");
        else
            pass(out, program, inputs, i);
    }
    text_add(out, ");\n");
}

static void call_other(struct text *out, const struct program *program, const struct program_inputs *inputs) {
    text_add(out, "    induct_entry(");
    for (uint32_t i = 0; i < program->parameters.size; i++) {
        if (i) text_add(out, ", ");
        pass(out, program, inputs, i);
    }
    text_add(out, ");\n");
}

#define LABEL "#ifndef INDUCT_PROGRAM\n#define INDUCT_PROGRAM(name) __asm__(name)\n#endif\n"

void program_call(struct text *out, const struct program *program, const struct program_inputs *inputs,
                  const struct program_origin *origin) {
    if (!program_can_be_called(program)) {
        text_format(out,
                    LABEL "extern long induct_entry() INDUCT_PROGRAM(\"%s\");\n"
                          "int main(void) {\n    induct_entry(0L, 0L, 0L, 0L, 0L, 0L);\n    return 0;\n}\n",
                    origin->entry);
        return;
    }
    bool own = program_starts_at_main(origin);
    text_add(out, "\n");
    table(out, inputs);
    if (!own) text_add(out, LABEL);
    if (own) text_add(out, "#ifndef INDUCT_HIDDEN_MAIN\n#define INDUCT_HIDDEN_MAIN \"other_main\"\n#endif\n");
    declare(out, program, origin);
    text_add(out, own ? "int main(int argc, char **argv, char **environment) {\n    (void)argc, (void)argv;\n"
                        "    (void)environment;\n"
                      : "int main(void) {\n");
    text_add(out, "#ifndef INDUCT_REPLAY\n"
                  "    for (unsigned i = 0; induct_arguments[i].parameter; i++)\n"
                  "        printf(\"argument %s is %lld\\n\", induct_arguments[i].parameter,\n"
                  "               (long long)induct_arguments[i].value);\n"
                  "#endif\n");
    (own ? call_main : call_other)(out, program, inputs);
    text_add(out, "    return 0;\n}\n");
}
