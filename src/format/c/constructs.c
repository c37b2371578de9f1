#include "format/c/ir.h"

static const struct {
    const char *words;
    bool is_inert;
} refusals[] = {
    {"", false},
#define RUNS                               false
#define INERT                              true
#define REFUSAL(id, runs, words, sentence) {words, runs},
#include "format/c/constructs.def"
#undef RUNS
#undef INERT
};

const char *c_refusal(enum c_refusal r) {
    assert(r > C_REFUSES_NONE && r < C_REFUSALS);
    return refusals[r].words;
}

bool c_refusal_is_inert(const char *words) {
    for (size_t i = 1; i < C_REFUSALS; i++)
        if (!strcmp(words, refusals[i].words)) return refusals[i].is_inert;
    return false;
}

/* The compiler warns of an instruction without a row. */
enum c_refusal c_instruction_refusal(LLVMOpcode op) {
#define INSTRUCTION(op, treatment, why, sentence)                                                            \
    case LLVM##op: return C_REFUSES_##why;
    switch (op) {
#include "format/c/constructs.def"
    }
    return C_REFUSES_INSTRUCTION;
}

enum c_intrinsic c_intrinsic_of(const char *name) {
    static const struct {
        const char *name;
        enum c_intrinsic meaning;
    } rows[] = {
#define INTRINSIC(name, treatment, meaning, c, sentence) {name, C_INTRINSIC_##meaning},
#include "format/c/constructs.def"
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t n = strlen(rows[i].name);
        bool whole = rows[i].name[n - 1] == '.' || !name[strnlen(name, n)] || name[n] == '.';
        if (!strncmp(name, rows[i].name, n) && whole) return rows[i].meaning;
    }
    return C_INTRINSIC_NONE;
}
