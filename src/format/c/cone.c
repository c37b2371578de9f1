/* The cone of the errors: a run ends where no error can come any more.
 *
 * What a program does after its last assertion (printing results, floating-point statistics, freeing what it allocated)
 * decides nothing, so nothing of it is translated, and nothing unsupported in it is held against the program. Two facts
 * about functions are enough, both too large rather than too small:
 *
 *     fails(f)   a call of f may come to an error, in f or in what f calls
 *     after(f)   an error may come after some call of f has returned
 *
 * An instruction is in the cone when an error can be reached from it over the branches of its function, where returning
 * counts as an error if after(f). This comes before any pass of LLVM, so that no conclusion about values is drawn:
 * branches go both ways. */
#include "format/c/ir.h"

struct cone {
    struct c_unit *unit;
    struct hash_map fails, after; /* functions */
    struct hash_map live;         /* blocks from whose start an error can be reached */
    bool calls_back;              /* a function that fails may be called by somebody else */
    bool changed;
};

static bool has(const struct hash_map *set, const void *element) {
    return hash_map_get(set, c_ir_key(element)) != HASH_NONE;
}
static void put(struct cone *c, struct hash_map *set, const void *element) {
    if (has(set, element)) return;
    hash_map_put(set, c_ir_key(element), 1);
    c->changed = true;
}

/* Whether an error can come while the instruction is executed. What is unsupported and inert neither runs other parts
 * of the program nor goes there: an error can come after it, but not in it. */
static bool is_dangerous(const struct cone *c, LLVMValueRef x) {
    if (llvm.GetInstructionOpcode(x) == LLVMCallBr) return true; /* assembly that jumps */
    if (!llvm.IsACallInst(x)) return false;
    LLVMValueRef f = c_ir_callee(x);
    if (!f) return true;
    const char *name = c_ir_name(f);
    if (c_ir_is_error(c->unit, name)) return true; /* it has a body where runs start with it */
    if (!llvm.IsDeclaration(f)) return has(&c->fails, f);
    if (c_ir_starts(name, C_UNSUPPORTED)) return !c_refusal_is_inert(name + strlen(C_UNSUPPORTED));
    return c->calls_back && !c_ir_starts(name, "llvm.") && !c_ir_starts(name, "induct.");
}

static bool is_end(LLVMValueRef x) {
    LLVMValueRef f = c_ir_callee(x);
    return f && llvm.IsDeclaration(f) && c_ir_has_attribute(f, "noreturn");
}

/* Whether an error can be reached from before an instruction, given whether it can from after it. */
static bool step(const struct cone *c, LLVMValueRef x, bool after) {
    return is_dangerous(c, x) || (after && !is_end(x));
}

static bool is_live_at_end(const struct cone *c, LLVMValueRef f, LLVMBasicBlockRef b) {
    LLVMValueRef end = llvm.GetBasicBlockTerminator(b);
    if (llvm.GetInstructionOpcode(end) == LLVMRet) return has(&c->after, f);
    unsigned n = llvm.GetNumSuccessors(end);
    for (unsigned i = 0; i < n; i++)
        if (has(&c->live, llvm.GetSuccessor(end, i))) return true;
    return false;
}

static bool contains_danger(const struct cone *c, LLVMValueRef f) {
    C_EACH_BLOCK(b, f)
    C_EACH_INSTRUCTION(x, b)
    if (is_dangerous(c, x)) return true;
    return false;
}

/* Error functions have no body any more. */
static bool can_fail(const struct cone *c, LLVMValueRef f) {
    return c_ir_is_error(c->unit, c_ir_name(f)) || (!llvm.IsDeclaration(f) && contains_danger(c, f));
}

static void find_failing(struct cone *c) {
    do {
        c->changed = false;
        C_EACH_FUNCTION(f, c->unit->module) {
            if (has(&c->fails, f) || !can_fail(c, f)) continue;
            put(c, &c->fails, f);
            c->calls_back |= c_ir_is_address_taken(f);
        }
    } while (c->changed);
}

/* One block: whether its start is live, and what that means for the functions called in it. */
static void visit(struct cone *c, LLVMValueRef f, LLVMBasicBlockRef b) {
    bool live = is_live_at_end(c, f, b);
    for (LLVMValueRef x = llvm.GetLastInstruction(b); x; x = llvm.GetPreviousInstruction(x)) {
        LLVMValueRef callee = c_ir_callee(x);
        if (live && callee && !llvm.IsDeclaration(callee)) put(c, &c->after, callee);
        live = step(c, x, live);
    }
    if (live) put(c, &c->live, b);
}

static void find_live(struct cone *c) {
    C_EACH_FUNCTION(f, c->unit->module)
    if (!llvm.IsDeclaration(f) && c_ir_is_address_taken(f)) put(c, &c->after, f);
    do { /* blocks backwards, as the facts go: few rounds */
        c->changed = false;
        for (LLVMValueRef f = llvm.GetLastFunction(c->unit->module); f; f = llvm.GetPreviousFunction(f))
            for (LLVMBasicBlockRef b = llvm.GetLastBasicBlock(f); b; b = llvm.GetPreviousBasicBlock(b))
                visit(c, f, b);
    } while (c->changed);
}

/* ---- nothing to check ---- */

/* Whether a function calls an error, or may; callees with a body are appended. */
static bool visit_calls(struct c_unit *unit, LLVMValueRef f, value_list *out) {
    C_EACH_BLOCK(b, f)
    C_EACH_INSTRUCTION(x, b) {
        if (llvm.GetInstructionOpcode(x) == LLVMCallBr) return true;
        if (!llvm.IsACallInst(x)) continue;
        LLVMValueRef callee = c_ir_callee(x);
        if (!callee) return true; /* assembly, or a function of another type: who knows */
        if (c_ir_is_error(unit, c_ir_name(callee))) return true;
        if (!llvm.IsDeclaration(callee)) vec_push(out, callee);
    }
    return false;
}

static bool reaches_error(struct c_unit *unit) {
    value_list list = {0};
    struct hash_map seen = {0};
    bool found = c_ir_is_error(unit, c_ir_name(unit->entry));
    vec_push(&list, unit->entry);
    C_EACH_FUNCTION(f, unit->module) {
        if (!c_ir_is_address_taken(f)) continue; /* who has its address may call it */
        found |= c_ir_is_error(unit, c_ir_name(f));
        if (!llvm.IsDeclaration(f)) vec_push(&list, f);
    }
    while (list.size && !found) {
        LLVMValueRef f = vec_pop(&list);
        if (has(&seen, f)) continue;
        hash_map_put(&seen, c_ir_key(f), 1);
        found = visit_calls(unit, f, &list);
    }
    hash_map_free(&seen);
    vec_free(&list);
    return found;
}

/* With the strict options there is more to check than errors. */
void c_warn_of_nothing(struct c_unit *unit) {
    if (unit->options->strict || unit->options->strict_division || reaches_error(unit)) return;
    messages_warn(unit->messages, (struct position){.file = unit->file},
                  "nothing to check: no call of an error function can be reached from %s",
                  c_ir_name(unit->entry));
}

/* ---- cutting ---- */

/* Ends the run before an instruction. */
static void stop(struct c_unit *unit, LLVMValueRef x) {
    c_ir_before(unit, x);
    c_ir_call(unit, c_ir_stop_cone(unit), NULL, 0);
}

/* The division by zero at which a block ends all runs; NULL: it does not. */
static LLVMValueRef dividing(LLVMBasicBlockRef b) {
    C_EACH_INSTRUCTION(x, b) {
        LLVMValueRef f = c_ir_callee(x);
        if (f && c_ir_starts(c_ir_name(f), C_DIVISION)) return x;
    }
    return NULL;
}

/* Ends runs at the start of a block; a division by zero keeps its name and place, for the warning. */
static void stop_at_start(struct c_unit *unit, LLVMBasicBlockRef b, LLVMValueRef first) {
    LLVMValueRef division = dividing(b);
    if (!division) {
        stop(unit, first);
        return;
    }
    llvm.PositionBuilderBefore(unit->builder, first);
    llvm.SetCurrentDebugLocation2(unit->builder, llvm.InstructionGetDebugLoc(division));
    c_ir_call(unit, c_ir_callee(division), NULL, 0);
}

/* Ends runs where the block leaves the cone. */
static void cut(struct cone *c, LLVMValueRef f, LLVMBasicBlockRef b) {
    LLVMValueRef first = llvm.GetFirstInstruction(b);
    while (llvm.IsAPHINode(first)) first = llvm.GetNextInstruction(first);
    first = c_ir_past_allocas(first);
    bool live = is_live_at_end(c, f, b);
    for (LLVMValueRef x = llvm.GetLastInstruction(b), previous; x; x = previous) {
        previous = llvm.GetPreviousInstruction(x);
        bool before = step(c, x, live);
        LLVMValueRef next = llvm.GetNextInstruction(x);
        if (before && !live && next && !is_end(x) && !is_end(next)) stop(c->unit, next);
        live = before;
    }
    if (!live && !is_end(first)) stop_at_start(c->unit, b, first);
}

void c_cut_to_cone(struct c_unit *unit) {
    if (unit->options->strict) return; /* every access is one that could be an error */
    struct cone c = {.unit = unit};
    find_failing(&c);
    find_live(&c);
    C_EACH_FUNCTION(f, unit->module)
    C_EACH_BLOCK(b, f) cut(&c, f, b);
    hash_map_free(&c.fails);
    hash_map_free(&c.after);
    hash_map_free(&c.live);
}
