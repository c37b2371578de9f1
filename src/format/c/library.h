/* LLVM as a table of functions, opened when the first C program is read.
 *
 * Neither linking nor starting the program touches libLLVM, a hundred megabytes: the table is filled by
 * dlopen and dlsym. The types come from the headers of llvm-c and the names from llvm.def, so a call through
 * the table is checked like a direct one: llvm.TypeOf(v) is LLVMTypeOf(v). For the files of this folder only. */
#ifndef INDUCT_FORMAT_C_LIBRARY_H
#define INDUCT_FORMAT_C_LIBRARY_H

#include "base/clock.h"
#include "base/text.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>

struct llvm_library {
#define LLVM_FUNCTION(name) __typeof__(LLVM##name) *name;
#include "format/c/llvm.def"
#undef LLVM_FUNCTION
};
extern struct llvm_library llvm; /* valid once llvm_open returned true */

/* Opens the library once per process. False: it is not there, or lacks a function; `why` says it. */
bool llvm_open(struct text *why);

/* Threads work in LLVM side by side, each with contexts of its own, between these two calls. A child process that is to
 * work in LLVM without becoming another program is made by a thread that is there alone, lest it wait for a lock that
 * nobody in it will ever release. Not to be nested. False: the limits (may be NULL) ran out first. */
enum llvm_use { LLVM_SHARED, LLVM_ALONE };
bool llvm_enter(enum llvm_use, struct limits *);
void llvm_leave(void);

#endif
