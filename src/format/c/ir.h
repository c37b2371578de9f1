/* The program as LLVM's intermediate representation while it is rewritten, and small helpers around llvm-c.
 *
 * Rewriting talks to translation through calls of marker functions, which LLVM does not know and therefore
 * leaves alone. No C identifier has a dot, so the names are free:
 *
 *     induct.uninitialized.TYPE()      any value: a variable that was not written
 *     induct.uninitialized.padding()   any byte: of a variable, between what it has
 *     induct.havoc(pointer, size)      the bytes at that address become arbitrary
 *     induct.OPERATION.TYPE(a, b)      OPERATION is sdiv, udiv, srem or urem: of any operands, see undefined.c
 *     induct.read(pointer, size)       nothing: so many bytes are read there next; .write: written. With `strict`, see
 *                                      strict.c
 *     induct.within(position, count)   nothing: the position is one in an array of so many, see strict.c
 *     induct.inside(pointer, size, array, length)   nothing: so many bytes there are of the array's, see strict.c
 *     induct.zero.iN()                 zero: an index that LLVM must not drop, see strict.c
 *     induct.begin(pointer), .end      a variable begins to be, or ends; or allocated memory does: see lifetime.c
 *     induct.constant(pointer)         nothing: the variable is declared const, see lifetime.c
 *     induct.probe(number, head)       nothing: the run passes this place of the program as compiled, see probes.h
 *     induct.fails()                   whether an allocation fails; with `malloc_fails`
 *     induct.volatile.TYPE()           any value: a volatile read; with `volatile_inputs`
 *     induct.stop()                    the run ends
 *     induct.stop.cone()               the same, because no error can come any more: see cone.c
 *     induct.stop.division()           the same, because it divides by zero; .constant: by that constant
 *     induct.assume(condition)         the run ends if it is false; has a body
 *     induct.divisor(condition)        the same: the condition is that it is not zero
 *     induct.require.WHAT(condition)   the run is at something unsupported if it is false; has a body
 *     induct.unsupported.WHAT()        the run got to something that is not supported
 */
#ifndef INDUCT_FORMAT_C_IR_H
#define INDUCT_FORMAT_C_IR_H

#include "format/c/c.h"
#include "format/c/libc.h"
#include "format/c/library.h"

struct c_unit {
    const struct c_options *options;
    const char *file;
    struct limits *limits; /* may be NULL */
    struct messages *messages;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTargetDataRef layout;
    LLVMValueRef entry;   /* the function where runs start */
    LLVMMetadataRef body; /* place of the first statement there, as the source has it; NULL: not known */
    bool long_sums;       /* sums over many choices: branches are left as they are */
};

typedef VEC(LLVMValueRef) value_list;

/* Loops whose body may erase the current element. */
#define C_EACH_FUNCTION(f, module)                                                                           \
    for (LLVMValueRef f = llvm.GetFirstFunction(module), f##_next;                                           \
         f && (f##_next = llvm.GetNextFunction(f), true); f = f##_next)
#define C_EACH_GLOBAL(g, module)                                                                             \
    for (LLVMValueRef g = llvm.GetFirstGlobal(module), g##_next;                                             \
         g && (g##_next = llvm.GetNextGlobal(g), true); g = g##_next)
#define C_EACH_BLOCK(b, function)                                                                            \
    for (LLVMBasicBlockRef b = llvm.GetFirstBasicBlock(function); b; b = llvm.GetNextBasicBlock(b))
#define C_EACH_INSTRUCTION(x, block)                                                                         \
    for (LLVMValueRef x = llvm.GetFirstInstruction(block), x##_next;                                         \
         x && (x##_next = llvm.GetNextInstruction(x), true); x = x##_next)
#define C_EACH_USE(u, value) for (LLVMUseRef u = llvm.GetFirstUse(value); u; u = llvm.GetNextUse(u))

#define C_UNINITIALIZED     "induct.uninitialized."
#define C_PADDING           C_UNINITIALIZED "padding"
#define C_HAVOC             "induct.havoc"
#define C_READ              "induct.read"
#define C_WRITE             "induct.write"
#define C_WITHIN            "induct.within"
#define C_INSIDE            "induct.inside"
#define C_ZERO              "induct.zero.i"
#define C_BEGIN             "induct.begin"
#define C_END               "induct.end"
#define C_CONSTANT          "induct.constant"
#define C_FAILS             "induct.fails"
#define C_VOLATILE          "induct.volatile."
#define C_PROBE             "induct.probe"
#define C_STOP              "induct.stop"
#define C_STOP_CONE         "induct.stop.cone"
#define C_DIVISION          "induct.stop.division"
#define C_DIVISION_CONSTANT C_DIVISION ".constant"
#define C_ASSUME            "induct.assume"
#define C_DIVISOR           "induct.divisor"
#define C_REQUIRE           "induct.require."
#define C_UNSUPPORTED       "induct.unsupported."

/* constructs.def: C_REFUSES_NONE, or why an instruction is refused. */
enum c_refusal c_instruction_refusal(LLVMOpcode);

const char *c_ir_name(LLVMValueRef);
static inline uint64_t c_ir_key(const void *pointer) {
    return (uint64_t)(uintptr_t)pointer;
}
static inline bool c_ir_starts(const char *string, const char *prefix) {
    return strncmp(string, prefix, strlen(prefix)) == 0;
}
/* The function that a call instruction calls; NULL: no call, through a pointer, assembly, or a function with
 * a body that is called as another type. Functions without body may be called with any arguments: programs
 * declare them as f(). */
LLVMValueRef c_ir_callee(LLVMValueRef instruction);
/* Whether a callee is a declaration of that name. */
bool c_ir_is_extern(LLVMValueRef callee, const char *name);
bool c_ir_is_error(const struct c_unit *, const char *function); /* an error function */
bool c_ir_is_stop(const struct c_unit *, const char *function);  /* a function that ends the run */

bool c_ir_is_library(
    const char *function); /* one of the C library whose result is not just any value: external.c */

bool c_ir_is_address_taken(LLVMValueRef function); /* used other than by calling it */

bool c_ir_is_integer(LLVMTypeRef);
bool c_ir_is_pointer(LLVMTypeRef);
bool c_ir_is_float(LLVMTypeRef);
static inline bool c_ir_is_scalar(LLVMTypeRef t) {
    return c_ir_is_integer(t) || c_ir_is_pointer(t) || c_ir_is_float(t);
}
/* A string literal that linkers may put into the end of another one, or the other way round (promises.c). It has a name
 * as no variable that others see has. */
bool c_ir_is_shared_literal(LLVMValueRef);
bool c_ir_is_end_of(const char *a, size_t n, const char *b, size_t m); /* the shorter one of the longer one */
bool c_ir_has_padding(const struct c_unit *, LLVMTypeRef); /* bytes between its fields, or behind them */

void c_ir_set_attribute(struct c_unit *, LLVMValueRef function, const char *attribute);
bool c_ir_has_attribute(LLVMValueRef function, const char *attribute);
void c_ir_remove_attribute(LLVMValueRef function, const char *attribute);
/* The declaration of that name, made when there is none. */
LLVMValueRef c_ir_declare(struct c_unit *, const char *name, LLVMTypeRef result, LLVMTypeRef *parameters,
                          unsigned n);
LLVMValueRef c_ir_call(struct c_unit *, LLVMValueRef function, LLVMValueRef *arguments, unsigned n);
/* Places the builder before an instruction, with its position in the source. */
void c_ir_before(struct c_unit *, LLVMValueRef instruction);
/* The first instruction from this one on that makes no place of a variable. */
LLVMValueRef c_ir_past_allocas(LLVMValueRef instruction);
/* The builder at the start of the program: of the entry function, after the places of its variables. */
void c_ir_at_start(struct c_unit *);
/* A call that gives an arbitrary value of a scalar type, at the builder; and one that stands for a volatile read. */
LLVMValueRef c_ir_uninitialized(struct c_unit *, LLVMTypeRef);
LLVMValueRef c_ir_volatile(struct c_unit *, LLVMTypeRef);
/* Makes so many bytes arbitrary, at the builder. */
void c_ir_make_arbitrary(struct c_unit *, LLVMValueRef pointer, LLVMValueRef size);
/* The function that ends the run. */
LLVMValueRef c_ir_stop(struct c_unit *);
LLVMValueRef c_ir_stop_cone(struct c_unit *); /* likewise, because no error can come any more */
/* A call at the builder: the run got to something unsupported. To LLVM, and to all who look for the ends of runs, it is
 * a call like any other, after which the program goes on: what comes behind it must not vanish. */
void c_ir_unsupported(struct c_unit *, enum c_refusal, ...); /* what its words name */
/* At the builder: the run ends where the condition is false, or is at something unsupported there. */
void c_ir_assume(struct c_unit *, LLVMValueRef condition);
void c_ir_divisor(struct c_unit *, LLVMValueRef divisor); /* where it is zero the run ends */
void c_ir_require(struct c_unit *, LLVMValueRef condition, enum c_refusal otherwise);
/* Replaces an instruction by a value (NULL: an unspecified one) and erases it. */
void c_ir_replace(LLVMValueRef instruction, LLVMValueRef value);
/* Makes a declaration of a function. LLVM loses memory if its debug information is in the new form. */
void c_ir_drop_body(LLVMValueRef function);

/* The steps, in order. */
/* unit.c: damaged bitcode can crash LLVM's reader, so what is not our own clang's is written anew by a child first. */
enum status c_unit_launder(struct c_unit *, const char *bytes, size_t size, struct text *clean);
enum status c_unit_load(struct c_unit *, const char *bytes, size_t size);
void c_unit_fini(struct c_unit *);
void c_probe_places(struct c_unit *); /* probes.c: marks places, before anything is changed */
void c_observe(LLVMContextRef, LLVMModuleRef, const struct c_options *,
               struct c_observed *);         /* observed.c: the same in what is run */
void c_rewrite_weak(struct c_unit *);        /* weak.c: weak symbols without definition may be null */
void c_calls_direct(struct c_unit *);        /* calls.c: function pointers, prototypes that do not fit */
void c_rewrite_variadic(struct c_unit *);    /* variadic.c: va_start, and calls with variable arguments */
void c_rewrite_functions(struct c_unit *);   /* functions.c: errors, ends, assume, memcpy and its like */
void c_split_aggregates(struct c_unit *);    /* aggregates.c: structures in registers, field by field */
void c_rewrite_promises(struct c_unit *);    /* promises.c: what would be a licence for LLVM */
void c_rewrite_undefined(struct c_unit *);   /* undefined.c: what the language leaves open gets a meaning */
bool c_needs_scopes(struct c_unit *);        /* lifetime.c: whether it matters where variables end */
void c_mark_accesses(struct c_unit *);       /* strict.c: what is accessed, if all of it counts */
void c_freeze_reads(struct c_unit *);        /* outside.c: what may be outside of its object */
void c_warn_of_nothing(struct c_unit *);     /* cone.c: a warning where no call leads to an error */
void c_cut_to_cone(struct c_unit *);         /* cone.c: where no error can come any more runs end */
void c_unroll_recursion(struct c_unit *);    /* recursion.c: so many generations of recursive functions */
enum status c_calls_inline(struct c_unit *); /* calls.c: recursion out, everything else marked for inlining */
enum status c_unit_simplify(struct c_unit *); /* unit.c: the passes of LLVM, with c_globals_promote between */
void c_globals_promote(struct c_unit *);      /* globals.c: global variables become local ones of the entry */
void c_settle_aggregates(struct c_unit *);    /* aggregates.c: after passes, what comes out of structures */
void c_settle_volatile(struct c_unit *); /* promises.c: after passes, where variables turn out to be meant */
void c_thaw_reads(struct c_unit *, bool last); /* outside.c: after passes; the last time all of them */
void c_settle_accesses(struct c_unit *,
                       bool last); /* strict.c: drops marks of what is inside for sure, with calls inlined */
bool c_has_long_sum(struct c_unit *); /* sums.c: whether branches are to be kept apart */

#endif
