/* Functions with a meaning of their own (libc.def): errors, ends, assume, absolute values, and those that move memory;
 * and those that are refused. What the C library defines of the former is called in replays (program_harness_kept). */
#include "format/c/memory.h"

/* Whether the callee has no body, and that meaning. */
static bool means(LLVMValueRef callee, enum c_meaning meaning) {
    return callee && llvm.IsDeclaration(callee) && c_libc_means(c_ir_name(callee), meaning);
}

static bool is_assume(LLVMValueRef x, LLVMValueRef callee) {
    return means(callee, C_MEANS_ASSUME) && llvm.GetNumArgOperands(x) >= 1 &&
           !c_ir_is_float(llvm.TypeOf(llvm.GetOperand(x, 0))) &&
           c_ir_is_scalar(llvm.TypeOf(llvm.GetOperand(x, 0)));
}

static void rewrite_assume(struct c_unit *unit, LLVMValueRef x) {
    LLVMValueRef e = llvm.GetOperand(x, 0);
    c_ir_before(unit, x);
    LLVMValueRef truth = llvm.BuildICmp(unit->builder, LLVMIntNE, e, llvm.ConstNull(llvm.TypeOf(e)), "");
    c_ir_assume(unit, truth);
    c_ir_replace(x, llvm.GetFirstUse(x) ? llvm.ConstNull(llvm.TypeOf(x)) : NULL);
}

/* Calls of the library's functions become LLVM's own, which the passes understand. */
static bool rewrite_transfer(struct c_unit *unit, LLVMValueRef x, LLVMValueRef callee) {
    bool copies = means(callee, C_MEANS_COPY), moves = means(callee, C_MEANS_MOVE),
         sets = means(callee, C_MEANS_SET);
    if ((!copies && !moves && !sets) || llvm.GetNumArgOperands(x) != 3) return false;
    LLVMValueRef to = llvm.GetOperand(x, 0), from = llvm.GetOperand(x, 1), size = llvm.GetOperand(x, 2);
    bool fits = c_ir_is_pointer(llvm.TypeOf(to)) && c_ir_is_integer(llvm.TypeOf(size)) &&
                (sets ? c_ir_is_integer(llvm.TypeOf(from)) : c_ir_is_pointer(llvm.TypeOf(from)));
    if (!fits || (llvm.GetFirstUse(x) && llvm.TypeOf(x) != llvm.TypeOf(to))) return true;
    c_ir_before(unit, x);
    if (copies)
        llvm.BuildMemCpy(unit->builder, to, 1, from, 1, size);
    else if (moves)
        llvm.BuildMemMove(unit->builder, to, 1, from, 1, size);
    else {
        LLVMTypeRef byte = llvm.Int8TypeInContext(unit->context);
        llvm.BuildMemSet(unit->builder, to, llvm.BuildIntCast2(unit->builder, from, byte, false, ""), size,
                         1);
    }
    c_ir_replace(x, to);
    return true;
}

/* __VERIFIER_nondet_memory(pointer, size): the one input that is written and not returned. */
static bool is_memory_input(LLVMValueRef x, LLVMValueRef callee) {
    return means(callee, C_MEANS_INPUT_MEMORY) && llvm.GetNumArgOperands(x) == 2 &&
           c_ir_is_pointer(llvm.TypeOf(llvm.GetOperand(x, 0))) &&
           c_ir_is_integer(llvm.TypeOf(llvm.GetOperand(x, 1)));
}

static void rewrite_memory_input(struct c_unit *unit, LLVMValueRef x) {
    LLVMValueRef size = llvm.GetOperand(x, 1);
    c_ir_before(unit, x);
    if (llvm.IsAConstantInt(size))
        c_ir_make_arbitrary(unit, llvm.GetOperand(x, 0), size);
    else
        c_ir_unsupported(unit, C_REFUSES_MEMORY_SIZE);
    c_ir_replace(x, NULL);
}

/* abs and its kin: the most negative number stays as it is. */
static bool rewrite_absolute(struct c_unit *unit, LLVMValueRef x, LLVMValueRef callee) {
    LLVMTypeRef type = llvm.TypeOf(x);
    if (!means(callee, C_MEANS_ABSOLUTE) || llvm.GetNumArgOperands(x) != 1 || !c_ir_is_integer(type))
        return false;
    LLVMValueRef a = llvm.GetOperand(x, 0), zero = llvm.ConstNull(type);
    if (llvm.TypeOf(a) != type) return false;
    c_ir_before(unit, x);
    LLVMValueRef negative = llvm.BuildICmp(unit->builder, LLVMIntSLT, a, zero, "");
    LLVMValueRef opposite = llvm.BuildBinOp(unit->builder, LLVMSub, zero, a, "");
    c_ir_replace(x, llvm.BuildSelect(unit->builder, negative, opposite, a, ""));
    return true;
}

/* What assert calls in other C libraries than glibc, in preprocessed programs, is refused while it would be an error:
 * replays have no such function. What returns twice is a setjmp by whatever name. */
static enum c_refusal refusal_of(const struct c_unit *unit, LLVMValueRef callee) {
    struct c_libc_function f;
    if (!callee || !llvm.IsDeclaration(callee)) return C_REFUSES_NONE;
    if (!c_libc_find(c_ir_name(callee), &f))
        return c_ir_has_attribute(callee, "returns_twice") ? C_REFUSES_SETJMP : C_REFUSES_NONE;
    return f.refused == C_REFUSES_ASSERTION && !c_ir_is_error(unit, "__assert_fail") ? C_REFUSES_NONE
                                                                                     : f.refused;
}

/* With `malloc_fails`: the object, or null. */
static void let_fail(struct c_unit *unit, LLVMValueRef x) {
    c_ir_before(unit, llvm.GetNextInstruction(x));
    LLVMTypeRef truth = llvm.Int1TypeInContext(unit->context);
    LLVMValueRef fails = c_ir_call(unit, c_ir_declare(unit, C_FAILS, truth, NULL, 0), NULL, 0);
    LLVMValueRef result = llvm.BuildSelect(unit->builder, fails, llvm.ConstNull(llvm.TypeOf(x)), x, "");
    llvm.ReplaceAllUsesWith(x, result);
    llvm.SetOperand(result, 2, x);
}

/* Assembly of nothing that gives no values: a barrier for the compiler, which does not move anything here. */
static bool is_barrier(LLVMValueRef x) {
    size_t length = 0;
    (void)llvm.GetInlineAsmAsmString(llvm.GetCalledValue(x), &length);
    return !length && llvm.GetTypeKind(llvm.TypeOf(x)) == LLVMVoidTypeKind;
}

static void rewrite_call(struct c_unit *unit, LLVMValueRef x) {
    LLVMValueRef called = llvm.GetCalledValue(x);
    if (llvm.IsAInlineAsm(called)) {
        c_ir_before(unit, x);
        if (!is_barrier(x)) c_ir_unsupported(unit, C_REFUSES_ASSEMBLY);
        c_ir_replace(x, NULL);
        return;
    }
    LLVMValueRef callee = c_ir_callee(x);
    if (is_assume(x, callee)) {
        rewrite_assume(unit, x);
        return;
    }
    if (rewrite_absolute(unit, x, callee)) return;
    if (is_memory_input(x, callee)) {
        rewrite_memory_input(unit, x);
        return;
    }
    if (callee && c_intrinsic_of(c_ir_name(callee)) == C_INTRINSIC_THREAD_LOCAL) { /* there is one thread */
        c_ir_replace(x, llvm.GetOperand(x, 0));
        return;
    }
    if (rewrite_transfer(unit, x, callee)) return;
    if (unit->options->malloc_fails && c_memory_allocates(x)) {
        let_fail(unit, x);
        return;
    }
    enum c_refusal refused = refusal_of(unit, callee);
    if (refused == C_REFUSES_NONE) return;
    c_ir_before(unit, x);
    c_ir_unsupported(unit, refused);
    c_ir_replace(x, NULL);
}

/* What is unsupported about the program as a whole is so where the entry function starts; the line is that of the
 * function to blame, if there is one. */
static void unsupported_at_start(struct c_unit *unit, LLVMValueRef function, enum c_refusal what) {
    c_ir_at_start(unit);
    LLVMMetadataRef entry = llvm.GetSubprogram(unit->entry);
    LLVMMetadataRef blamed = function ? llvm.GetSubprogram(function) : NULL;
    if (entry) {
        unsigned line = llvm.DISubprogramGetLine(blamed ? blamed : entry);
        llvm.SetCurrentDebugLocation2(unit->builder,
                                      llvm.DIBuilderCreateDebugLocation(unit->context, line, 0, entry, NULL));
    }
    c_ir_unsupported(unit, what);
}

/* Whether the system calls what a section has, or the functions that it lists, before main or after it. A linker also
 * takes them from sections with a number, which is their turn. */
static bool is_called_section(const char *section) {
    static const char *const sections[] = {".init_array", ".fini_array", ".preinit_array", ".ctors",
                                           ".dtors"};
    if (!section) return false;
    if (!strcmp(section, ".init") || !strcmp(section, ".fini")) return true;
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        size_t length = strlen(sections[i]);
        if (!strncmp(section, sections[i], length) && (!section[length] || section[length] == '.'))
            return true;
    }
    return false;
}

/* Assembly outside of functions may define, alias and call anything, and so may what is put where the system looks for
 * functions to call. */
static void rewrite_assembly(struct c_unit *unit) {
    size_t length = 0;
    (void)llvm.GetModuleInlineAsm(unit->module, &length);
    if (length) unsupported_at_start(unit, NULL, C_REFUSES_MODULE_ASSEMBLY);
    bool called = false;
    C_EACH_GLOBAL(g, unit->module) called |= is_called_section(llvm.GetSection(g));
    C_EACH_FUNCTION(f, unit->module) called |= is_called_section(llvm.GetSection(f));
    if (called) unsupported_at_start(unit, NULL, C_REFUSES_SECTIONS);
}

/* The first function of a list of constructors or destructors. */
static LLVMValueRef first_listed(LLVMValueRef list) {
    LLVMValueRef entry = llvm.GetOperand(list, 0);
    LLVMValueRef function = llvm.GetNumOperands(entry) > 1 ? llvm.GetOperand(entry, 1) : NULL;
    return function && llvm.IsAFunction(function) ? function : NULL;
}

/* Functions that run before main, or after it. */
static void rewrite_constructors(struct c_unit *unit) {
    C_EACH_GLOBAL(g, unit->module) {
        const char *name = c_ir_name(g);
        bool before = strcmp(name, "llvm.global_ctors") == 0;
        if ((!before && strcmp(name, "llvm.global_dtors") != 0) || llvm.IsDeclaration(g) ||
            llvm.GetNumOperands(llvm.GetInitializer(g)) == 0)
            continue;
        unsupported_at_start(unit, first_listed(llvm.GetInitializer(g)),
                             before ? C_REFUSES_CONSTRUCTORS : C_REFUSES_DESTRUCTORS);
    }
}

void c_rewrite_functions(struct c_unit *unit) {
    C_EACH_GLOBAL(g, unit->module) llvm.SetThreadLocal(g, false);
    C_EACH_FUNCTION(f, unit->module) {
        const char *name = c_ir_name(f);
        if (c_ir_is_error(unit, name)) {
            if (f != unit->entry) c_ir_drop_body(f);
            c_ir_set_attribute(unit, f, "noreturn");
        } else if (llvm.IsDeclaration(f) && c_ir_is_stop(unit, name)) {
            c_ir_set_attribute(unit, f, "noreturn");
        }
    }
    C_EACH_FUNCTION(f, unit->module)
    C_EACH_BLOCK(b, f)
    C_EACH_INSTRUCTION(x, b)
    if (llvm.IsACallInst(x)) rewrite_call(unit, x);
    rewrite_constructors(unit);
    rewrite_assembly(unit);
}
