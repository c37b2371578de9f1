/* What a program uses and does not define, told from LLVM's text of it, as clang writes it.
 *
 * That text has a line for each function and each variable, with its type: the functions that the compiler itself calls
 * (division of long numbers, copies of structures) are not among them, as they are in the symbols of object files. Weak
 * symbols without definition are left out: they may well stay so. */
#ifndef INDUCT_CHECK_REPLAY_EXTERNALS_H
#define INDUCT_CHECK_REPLAY_EXTERNALS_H

#include "base/hash.h"
#include "base/text.h"

enum external_kind { EXTERNAL_FUNCTION, EXTERNAL_VARIABLE };

struct external {
    char *name;
    enum external_kind kind;
    /* Of functions. */
    bool noreturn;   /* declared so: the run ends in it */
    bool by_address; /* it returns a structure to where the caller says */
    /* In C, what it returns: "float", "double", "long double", "void"; NULL: anything else. */
    const char *type;
    /* Of variables. */
    bool per_thread;
    uint64_t size; /* bytes that are enough for it, as it is declared */
};
typedef VEC(struct external) external_list;

/* Appends to both; `defined` gets what the program defines, functions and variables. */
void externals_read(const char *llvm, external_list *, struct hash_names *defined);
void externals_fini(external_list *);

/* Assembly (x86, AT&T) that defines each of them, weakly, under `prefix` and its name: functions do nothing and return
 * zero, or jump to the symbol `end` when they must not return; variables are zero. */
void externals_define(struct text *, const external_list *, const char *prefix, const char *end, bool ilp32);

#endif
