/* Loading bitcode, and the passes of LLVM that run on it. */
#include "base/process.h"
#include "format/c/ir.h"
#include "format/c/libc.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

/* What LLVM calls the file in its messages: "module:LINE:COLUMN: error: ...". Without a name it gives no position. */
#define MODULE "module"

/* Parsing: a context that holds a module, or a message of LLVM. */
static char *parse(LLVMContextRef context, const char *bytes, size_t size, LLVMModuleRef *module) {
    LLVMMemoryBufferRef buffer = llvm.CreateMemoryBufferWithMemoryRangeCopy(bytes, size, MODULE);
    char *error = NULL;
    *module = NULL;
    if (llvm.ParseIRInContext(context, buffer, module, &error)) { /* it takes the buffer */
        char *message = mem_strdup(error ? error : "unreadable");
        llvm.DisposeMessage(error);
        return message;
    }
    return NULL;
}

static char *verify(LLVMModuleRef module) {
    char *error = NULL;
    bool broken = llvm.VerifyModule(module, LLVMReturnStatusAction, &error);
    char *message = broken ? mem_strdup(error) : NULL;
    llvm.DisposeMessage(error);
    return message;
}

/* Only asserted. */
static inline __attribute__((unused)) bool is_valid(LLVMModuleRef module) {
    char *error = verify(module);
    mem_free(error);
    return !error;
}

/* LLVM's warnings would go to standard error, which is the command line's. */
static void ignore_diagnostic(LLVMDiagnosticInfoRef info, void *nothing) {
    (void)info;
    (void)nothing;
}

static LLVMContextRef new_context(void) {
    LLVMContextRef context = llvm.ContextCreate();
    llvm.ContextSetDiagnosticHandler(context, ignore_diagnostic, NULL);
    return context;
}

/* A message of LLVM as one of ours: its position, if it has one, and its first lines; a picture of the place, which
 * follows an error of the parser, is left out. */
static enum status refuse(const struct c_unit *unit, const char *message) {
    struct position at = {.file = unit->file};
    unsigned line, column;
    int used = 0;
    if (sscanf(message, MODULE ":%u:%u: %n", &line, &column, &used) == 2 && used) {
        at.line = line;
        at.column = column;
    } else if (c_ir_starts(message, MODULE ": ")) {
        used = (int)strlen(MODULE ": ");
    }
    message += used;
    bool parsed = c_ir_starts(message, "error: ");
    if (parsed) message += strlen("error: ");
    const char *more = message + strcspn(message, "\n"), *rest = more + strspn(more, " \n");
    int length = (int)(more - message), further = parsed ? 0 : (int)strcspn(rest, "\n");
    return messages_fail(unit->messages, STATUS_MALFORMED, at, "%.*s%s%.*s", length, message,
                         further ? ": " : "", further, rest);
}

struct laundry {
    const char *bytes;
    size_t size;
};

/* In a child: writes what LLVM makes of the bytes to standard output: 0 and bitcode, or 1 and a message. When LLVM
 * crashes, so does the process: nobody's handlers are to run. */
static void launder_child(void *client) {
    const struct laundry *laundry = client;
    LLVMContextRef context = new_context();
    LLVMModuleRef module;
    char *error = parse(context, laundry->bytes, laundry->size, &module);
    if (!error) error = verify(module);
    const char *data = error;
    size_t left = error ? strlen(error) : 0;
    if (!error) {
        LLVMMemoryBufferRef buffer = llvm.WriteBitcodeToMemoryBuffer(module);
        data = llvm.GetBufferStart(buffer);
        left = llvm.GetBufferSize(buffer);
    }
    char kind = error != NULL;
    bool written = write(STDOUT_FILENO, &kind, 1) == 1;
    while (written && left) {
        ssize_t n = write(STDOUT_FILENO, data, left);
        if (n < 0 && errno == EINTR) continue;
        written = n > 0;
        if (written) data += n, left -= (size_t)n;
    }
    _exit(written ? 0 : 1);
}

/* What the child wrote: 0 and bitcode, which is moved to its place, or 1 and a message. */
static enum status laundered(const struct c_unit *unit, struct text *clean) {
    if (clean->data[0]) return refuse(unit, clean->data + 1);
    memmove(clean->data, clean->data + 1, clean->size); /* with the zero behind it */
    clean->size--;
    return STATUS_OK;
}

enum status c_unit_launder(struct c_unit *unit, const char *bytes, size_t size, struct text *clean) {
    struct position at = {.file = unit->file};
    struct laundry laundry = {bytes, size};
    struct text ignored = {0};
    const struct process child = {
        .body = launder_child, .client = &laundry, .output = clean, .errors = &ignored};
    if (!llvm_enter(LLVM_ALONE, unit->limits)) return STATUS_STOPPED;
    struct process_result end = process_run(&child, unit->limits);
    llvm_leave();
    text_fini(&ignored);
    bool refused = (end.end == PROCESS_EXITED && end.code == MEM_EXIT) ||
                   (end.end == PROCESS_SIGNALLED && end.code == SIGKILL); /* by the system, not by us */
    if (end.end == PROCESS_MEMORY || refused) mem_exhausted(0);
    if (end.end == PROCESS_STOPPED) return STATUS_STOPPED;
    if (end.end == PROCESS_FAILED)
        return messages_fail(unit->messages, STATUS_IO, at, "no process: %s", strerror(end.code));
    if (end.end != PROCESS_EXITED || end.code != 0 || clean->size == 0)
        return messages_fail(unit->messages, STATUS_MALFORMED, at,
                             "this is not bitcode that LLVM 19 can read");
    return laundered(unit, clean);
}

/* Before any rewriting, which drops what has no effect. What clang makes to bring parameters into memory has
 * no place. */
static LLVMMetadataRef find_body(LLVMValueRef function) {
    C_EACH_INSTRUCTION(x, llvm.GetEntryBasicBlock(function)) {
        LLVMMetadataRef location = llvm.InstructionGetDebugLoc(x);
        LLVMValueRef callee = c_ir_callee(x);
        bool marker = callee && c_ir_starts(c_ir_name(callee), "llvm.dbg.");
        if (!marker && location && llvm.DILocationGetLine(location)) return location;
    }
    return NULL;
}

static enum status find_entry(struct c_unit *unit) {
    C_EACH_FUNCTION(f, unit->module)
    if (c_ir_starts(c_ir_name(f), "induct.")) /* ours: see ir.h */
        return messages_fail(unit->messages, STATUS_MALFORMED, (struct position){.file = unit->file},
                             "'%s': names that begin with 'induct.' are reserved", c_ir_name(f));
    const char *name = unit->options->entry ? unit->options->entry : "main";
    unit->entry = llvm.GetNamedFunction(unit->module, name);
    if (unit->entry && !llvm.IsDeclaration(unit->entry)) {
        unit->body = find_body(unit->entry);
        return STATUS_OK;
    }
    return messages_fail(unit->messages, STATUS_MALFORMED, (struct position){.file = unit->file},
                         "there is no function '%s' to start from", name);
}

enum status c_unit_load(struct c_unit *unit, const char *bytes, size_t size) {
    unit->context = new_context();
    unit->builder = llvm.CreateBuilderInContext(unit->context);
    char *error = parse(unit->context, bytes, size, &unit->module);
    if (error) {
        enum status status = refuse(unit, error);
        mem_free(error);
        return status;
    }
    unit->layout = llvm.CreateTargetData(llvm.GetDataLayoutStr(unit->module));
    bool narrow = llvm.PointerSize(unit->layout) == 4;
    if (narrow != (unit->options->data_model == C_ILP32))
        return messages_fail(unit->messages, STATUS_MALFORMED, (struct position){.file = unit->file},
                             "this is code of the data model %s; say so with --data-model %s",
                             narrow ? "ilp32" : "lp64", narrow ? "ilp32" : "lp64");
    return find_entry(unit);
}

/* Clang's own, or laundered: LLVM reads it. */
void c_observed_fini(struct c_observed *told) {
    vec_each (char *, key, &told->keys) mem_free(*key);
    vec_free(&told->keys);
    vec_free(&told->widths);
    told->any = false;
}

/* `int x;` alone may be merged with others of its name; here are none, and the assembler has no aliases of such. */
static void settle_common(LLVMModuleRef module) {
    C_EACH_GLOBAL(g, module)
    if (llvm.GetLinkage(g) == LLVMCommonLinkage) llvm.SetLinkage(g, LLVMExternalLinkage);
}

void c_compiled_text(struct text *out, const struct c_compiled *program, const struct c_options *options,
                     struct c_observed *told) {
    llvm_enter(LLVM_SHARED, NULL);
    LLVMContextRef context = new_context();
    LLVMModuleRef module;
    char *error = parse(context, program->bitcode.data, program->bitcode.size, &module);
    assert(!error);
    if (!error) {
        settle_common(module);
        c_observe(context, module, options, told);
        llvm.StripModuleDebugInfo(module);
        char *text = llvm.PrintModuleToString(module);
        text_add(out, text);
        llvm.DisposeMessage(text);
        llvm.DisposeModule(module);
    }
    mem_free(error);
    llvm.ContextDispose(context);
    llvm_leave();
}

void c_unit_fini(struct c_unit *unit) {
    if (unit->layout) llvm.DisposeTargetData(unit->layout);
    if (unit->module) llvm.DisposeModule(unit->module);
    if (unit->builder) llvm.DisposeBuilder(unit->builder);
    if (unit->context) llvm.ContextDispose(unit->context);
}

static enum status run_passes(struct c_unit *unit, const char *passes) {
    if (unit->limits && limits_stopped_slow(unit->limits)) return STATUS_STOPPED;
    LLVMPassBuilderOptionsRef options = llvm.CreatePassBuilderOptions();
    LLVMErrorRef error = llvm.RunPasses(unit->module, passes, NULL, options);
    llvm.DisposePassBuilderOptions(options);
    if (!error) return STATUS_OK;
    char *message = llvm.GetErrorMessage(error);
    messages_fail(unit->messages, STATUS_UNSUPPORTED, (struct position){.file = unit->file}, "LLVM fails: %s",
                  message);
    llvm.DisposeErrorMessage(message);
    return STATUS_UNSUPPORTED;
}

/* Variables that are still in memory have arbitrary bytes between their fields anyway, unless these are written. */
static void erase_padding(struct c_unit *unit) {
    C_EACH_BLOCK(b, unit->entry)
    C_EACH_INSTRUCTION(x, b) {
        LLVMValueRef value = llvm.IsAStoreInst(x) ? llvm.GetOperand(x, 0) : NULL;
        if (value && c_ir_is_extern(c_ir_callee(value), C_PADDING)) llvm.InstructionEraseFromParent(x);
    }
}

/* Arbitrary values that nobody uses are no inputs; the calls look to LLVM as if they had effects. */
static void erase_unused(struct c_unit *unit) {
    C_EACH_BLOCK(b, unit->entry)
    C_EACH_INSTRUCTION(x, b) {
        LLVMValueRef callee = c_ir_callee(x);
        if (callee && c_ir_starts(c_ir_name(callee), C_UNINITIALIZED) && !llvm.GetFirstUse(x))
            llvm.InstructionEraseFromParent(x);
    }
}

static enum status run_and_thaw(struct c_unit *unit, const char *format, const char *cfg) {
    char *passes = mem_format(format, cfg, cfg);
    enum status status = run_passes(unit, passes);
    mem_free(passes);
    if (status != STATUS_OK) return status;
    c_thaw_reads(unit, false);
    c_settle_volatile(unit);
    c_settle_aggregates(unit);
    return STATUS_OK;
}

static enum status run_each(struct c_unit *unit, const char *const *steps, size_t n, const char *cfg) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < n && status == STATUS_OK; i++) status = run_and_thaw(unit, steps[i], cfg);
    return status;
}

/* Branches that only choose between values become `select` where they may. Where passes bring memory into registers,
 * what they made of reads outside of it is looked at before anything else is. */
static enum status run_all_passes(struct c_unit *unit, bool select) {
    static const char *const early[] = {"function(sroa<preserve-cfg>,mem2reg)",
                                        "function(instsimplify,%s),globaldce"};
    static const char *const main[] = {"function(sroa<modify-cfg>,mem2reg)",
                                       "function(instsimplify,adce,%s,sroa<modify-cfg>)",
                                       "function(early-cse,instsimplify,adce,%s,loop-simplify),globaldce"};
    static const char *const late[] = {"function(adce,%s,instsimplify)"};
    const char *cfg = select ? "simplifycfg" : "simplifycfg<no-speculate-blocks>";
    enum status status = run_each(unit, early, sizeof early / sizeof *early, cfg);
    if (status == STATUS_OK) {
        c_globals_promote(unit);
        status = run_each(unit, main, 1, cfg);
    }
    if (status == STATUS_OK) {
        c_settle_accesses(unit, false);
        if (unit->options->strict) status = run_each(unit, main, 1, cfg);
    }
    if (status == STATUS_OK) {
        c_settle_accesses(unit, true);
        status = run_each(unit, main + 1, sizeof main / sizeof *main - 1, cfg);
    }
    if (status == STATUS_OK) {
        erase_padding(unit);
        erase_unused(unit);
        c_thaw_reads(unit, true);
        status = run_each(unit, late, sizeof late / sizeof *late, cfg);
    }
    if (status == STATUS_OK) erase_unused(unit);
    return status;
}

static void exchange(struct c_unit *unit, LLVMModuleRef *spare) {
    LLVMModuleRef module = unit->module;
    unit->entry = llvm.GetNamedFunction(*spare, c_ir_name(unit->entry));
    unit->module = *spare;
    *spare = module;
}

/* Where sums are long, branches are kept (sums.c), but not in programs of more blocks than this: there the cuts between
 * the branches are so many that they cost more than the sums do. */
enum { MOST_BRANCHING_BLOCKS = 256 };

/* Local and structural passes only: none that proves something about reachability or ranges (sccp would: a loop
 * `x++; if (x > 10) x = 0;` loses its error call), because nothing would check that proof. What instsimplify and
 * early-cse know about single bits goes a little further: of a variable that starts at 0 and grows by 2 they see that
 * it is not 7. Without the two passes constants are not folded, so that arrays and floating-point numbers stay in
 * programs that do not need them. */
static bool is_library_variable(LLVMValueRef g) {
    bool changes;
    LLVMLinkage linkage = llvm.GetLinkage(g);
    return linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage &&
           c_libc_has_variable(c_ir_name(g), &changes);
}

enum status c_unit_simplify(struct c_unit *unit) {
    C_EACH_GLOBAL(g, unit->module)
    if (!llvm.IsDeclaration(g) && !c_ir_starts(c_ir_name(g), "llvm.") && !is_library_variable(g) &&
        !c_ir_is_shared_literal(g) && unit->options->externs != C_EXTERNS_GLOBALS)
        llvm.SetLinkage(g, LLVMInternalLinkage);
    enum status status = run_passes(unit, "always-inline,globaldce");
    if (status != STATUS_OK) return status;
    LLVMModuleRef spare = llvm.CloneModule(unit->module);
    status = run_all_passes(unit, true);
    if (status == STATUS_OK && c_has_long_sum(unit)) {
        exchange(unit, &spare);
        status = run_all_passes(unit, false);
        unit->long_sums = llvm.CountBasicBlocks(unit->entry) <= MOST_BRANCHING_BLOCKS;
        if (!unit->long_sums) exchange(unit, &spare);
    }
    llvm.DisposeModule(spare);
    if (status != STATUS_OK) return status;
    llvm.SetIsNewDbgInfoFormat(unit->module, false); /* llvm-c can only iterate over the old form, calls */
    assert(is_valid(unit->module));
    return STATUS_OK;
}
