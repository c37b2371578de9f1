#include "format/c/translate.h"

#include <stdlib.h>

typedef VEC(struct c_pending) pending_list;
typedef VEC(struct program_assignment) assignment_list;

static uint32_t count_steps(const struct program *program, program_command c) {
    uint32_t n = 0;
    struct program_node node = program_node(program, c);
    for (; node.kind == PROGRAM_STEP; node = program_node(program, node.next[0])) n++;
    return n;
}

/* Commands: built from the back. `behind`: by probe on the path, last one first, how many steps come after it. */
static program_command command(struct c_translation *t, program_command last, u32s *behind) {
    for (uint32_t i = t->actions.size; i-- > 0;) {
        const struct c_action *a = &t->actions.data[i];
        if (a->kind == C_ACTION_HAVOC)
            last = program_then(t->program, program_havoc(t->program, a->site), last);
        if (a->kind == C_ACTION_ASSUME)
            last = program_then(t->program, program_assume(t->program, a->condition), last);
        if (a->kind == C_ACTION_PROBE) vec_push(behind, count_steps(t->program, last));
    }
    return last;
}

static struct program_probe probe(struct c_translation *t, uint32_t edge, const struct c_action *a,
                                  uint32_t after) {
    struct program *program = t->program;
    uint32_t first = program->told.size;
    vec_append(&program->told, t->told.data + a->told, a->n_told);
    return (struct program_probe){edge, a->site, after, a->head, first, a->n_told};
}

static void add_edge(struct c_translation *t, program_command last, uint32_t to, LLVMValueRef at,
                     const char *unsupported) {
    u32s behind = {0};
    program_command all = command(t, last, &behind);
    uint32_t steps = behind.size ? count_steps(t->program, all) : 0,
             e = program_add_edge(t->program, t->from, all, to, c_debug_position(t->unit, t->program, at));
    t->program->edges.data[e].unsupported = program_text(t->program, unsupported);
    vec_each (const struct c_action, a, &t->actions) {
        if (a->kind == C_ACTION_PROBE)
            vec_push(&t->program->probes, probe(t, e, a, steps - vec_pop(&behind)));
        if (a->kind == C_ACTION_VIOLATION && !unsupported)
            vec_push(&t->program->violations, (struct program_violation){e, a->condition, a->rule, a->at});
    }
    vec_free(&behind);
}

void c_end(struct c_translation *t, bool last) {
    u32s behind = {0};
    program_command all = command(t, program_skip(t->program), &behind);
    uint32_t steps = count_steps(t->program, all);
    struct c_end end = {.end = {t->from, all, last}};
    vec_each (const struct c_action, a, &t->actions) {
        if (a->kind == C_ACTION_PROBE) vec_push(&end.probes, probe(t, 0, a, steps - vec_pop(&behind)));
        if (a->kind == C_ACTION_VIOLATION)
            vec_push(&end.violations, (struct program_violation){0, a->condition, a->rule, a->at});
    }
    vec_push(&t->ends, end);
    vec_free(&behind);
}

static void add_ends(struct c_translation *t) {
    struct program *program = t->program;
    vec_each (struct c_end, e, &t->ends) {
        uint32_t number = program->edges.size + program->ends.size;
        vec_push(&program->ends, e->end);
        vec_each (struct program_probe, p, &e->probes) {
            p->edge = number;
            vec_push(&program->probes, *p);
        }
        vec_each (struct program_violation, v, &e->violations) {
            v->edge = number;
            vec_push(&program->violations, *v);
        }
    }
}

static void pass_branch(struct c_translation *t, term condition) {
    if (!term_is_none(condition))
        vec_push(&t->actions, (struct c_action){.kind = C_ACTION_ASSUME, .condition = condition});
}

void c_unsupported(struct c_translation *t, term condition, LLVMValueRef at, const char *what) {
    program_command last =
        term_is_none(condition) ? program_skip(t->program) : program_assume(t->program, condition);
    add_edge(t, last, t->program->error, at, what);
}

void c_unsupported_value(struct c_translation *t, struct c_known known, LLVMValueRef user) {
    bool blamed = known.at && llvm.InstructionGetDebugLoc(known.at);
    c_unsupported(t, TERM_NONE, blamed ? known.at : user, known.why);
}

/* Edges between locations. */

static LLVMValueRef incoming(const struct c_translation *t, LLVMValueRef phi, uint32_t from) {
    LLVMBasicBlockRef block = t->flow.blocks.data[from].ref;
    unsigned i = 0;
    while (llvm.GetIncomingBlock(phi, i) != block) i++;
    return llvm.GetIncomingValue(phi, i);
}

/* A variable with a value at the next location; false: the value is not supported, and the path ended. */
static bool assign(struct c_translation *t, assignment_list *list, LLVMValueRef v, struct c_known known,
                   LLVMValueRef at) {
    if (c_ir_is_float(llvm.TypeOf(v))) return true;
    if (known.why) {
        c_unsupported_value(t, known, at);
        return false;
    }
    uint32_t variable = c_variable_of(t, v);
    if (!term_same(known.term, t->program->variables.data[variable].now))
        vec_push(list, (struct program_assignment){variable, known.term});
    return true;
}

static bool assign_values(struct c_translation *t, assignment_list *list, uint32_t from, uint32_t to,
                          LLVMValueRef at) {
    C_EACH_INSTRUCTION(x, t->flow.blocks.data[to].ref) {
        if (!llvm.IsAPHINode(x)) break;
        if (!c_values_needed(&t->values, x)) continue;
        if (!assign(t, list, x, c_operand(t, incoming(t, x, from), false), at)) return false;
    }
    vec_each (uint32_t, i, &t->values.live.data[to]) {
        LLVMValueRef v = t->values.list.data[*i];
        uint32_t known = hash_map_get(&t->known_index, c_ir_key(v));
        if (known != HASH_NONE && !assign(t, list, v, t->known.data[known], at)) return false;
    }
    return true;
}

static int by_variable(const void *a, const void *b) {
    uint32_t x = ((const struct program_assignment *)a)->variable,
             y = ((const struct program_assignment *)b)->variable;
    return (x > y) - (x < y);
}

static void connect(struct c_translation *t, uint32_t from, uint32_t to, term condition, LLVMValueRef at) {
    assignment_list list = {0};
    uint32_t n = t->actions.size;
    pass_branch(t, condition);
    if (assign_values(t, &list, from, to, at)) {
        for (uint32_t s = 0; s < t->slots.size; s++)
            if (!term_is_none(t->contents.data[s]))
                vec_push(&list, (struct program_assignment){t->slots.data[s], t->contents.data[s]});
        if (list.size) qsort(list.data, list.size, sizeof *list.data, by_variable);
        program_command last =
            list.size ? program_assign_all(t->program, list.data, list.size) : program_skip(t->program);
        add_edge(t, last, t->locations.data[to], at, NULL);
    }
    vec_shrink(&t->actions, n);
    vec_free(&list);
}

/* The way out of a block. */

static void leave(struct c_translation *t, pending_list *pending, uint32_t from, LLVMBasicBlockRef block,
                  term condition, LLVMValueRef at) {
    uint32_t to = c_flow_find(&t->flow, block);
    if (t->flow.blocks.data[to].location) {
        connect(t, from, to, condition, at);
        return;
    }
    struct c_pending p = {
        .block = to, .predecessor = from, .n_actions = t->actions.size, .condition = condition};
    vec_append(&p.slots, t->contents.data, t->contents.size);
    vec_push(pending, p);
}

static struct c_known switch_case(struct c_translation *t, LLVMValueRef x, LLVMValueRef value) {
    struct c_known a = c_operand(t, llvm.GetOperand(x, 0), false);
    if (!a.why) a.term = term_eq(t->bank, a.term, c_arithmetic_constant(&t->arithmetic, value, false));
    return a;
}

/* Successors once each, under the cases that lead to them; number 0 is the default. */
static void leave_switch(struct c_translation *t, pending_list *pending, uint32_t from, LLVMValueRef x) {
    unsigned n = llvm.GetNumSuccessors(x);
    term_list cases = {0}, own = {0};
    for (unsigned k = 1; k < n; k++) {
        struct c_known c = switch_case(t, x, llvm.GetOperand(x, 2 * k));
        vec_push(&cases, c.term);
    }
    vec_each (uint32_t, to, &t->flow.successors.data[from]) {
        LLVMBasicBlockRef block = t->flow.blocks.data[*to].ref;
        vec_clear(&own);
        if (llvm.GetSuccessor(x, 0) == block)
            vec_push(&own, term_not(t->bank, term_or(t->bank, cases.data, cases.size)));
        for (unsigned k = 1; k < n; k++)
            if (llvm.GetSuccessor(x, k) == block) vec_push(&own, cases.data[k - 1]);
        leave(t, pending, from, block, term_or(t->bank, own.data, own.size), x);
    }
    vec_free(&cases);
    vec_free(&own);
}

static LLVMValueRef last_located(const struct c_translation *t, uint32_t block) {
    LLVMValueRef last = NULL;
    C_EACH_INSTRUCTION(x, t->flow.blocks.data[block].ref)
    if (llvm.InstructionGetDebugLoc(x)) last = x;
    return last;
}

/* Clang makes one block of all computed gotos, without a place in the source; so it is the one before that tells,
 * unless the two were merged. */
LLVMValueRef c_computed_goto(const struct c_translation *t) {
    for (uint32_t b = 0; b < t->flow.blocks.size; b++) {
        bool here = llvm.IsAIndirectBrInst(llvm.GetLastInstruction(t->flow.blocks.data[b].ref)) != NULL;
        vec_each (const uint32_t, to, &t->flow.successors.data[b])
            here |= llvm.IsAIndirectBrInst(llvm.GetLastInstruction(t->flow.blocks.data[*to].ref)) != NULL;
        LLVMValueRef found = here ? last_located(t, b) : NULL;
        if (found) return found;
    }
    return NULL;
}

static void leave_block(struct c_translation *t, pending_list *pending, uint32_t from, LLVMValueRef x) {
    LLVMOpcode op = llvm.GetInstructionOpcode(x);
    if (op == LLVMRet) {
        c_end(t, true);
        return;
    }
    if (op == LLVMUnreachable) {
        c_unsupported(t, TERM_NONE, x, c_refusal(C_REFUSES_UNREACHABLE));
        return;
    }
    if (op != LLVMBr && op != LLVMSwitch) {
        c_unsupported_value(
            t, (struct c_known){.why = c_refusal(C_REFUSES_COMPUTED_GOTO), .at = c_computed_goto(t)}, x);
        return;
    }
    unsigned n = t->flow.successors.data[from].size;
    if (n == 1) {
        leave(t, pending, from, llvm.GetSuccessor(x, 0), TERM_NONE, x);
        return;
    }
    struct c_known c = c_operand(t, llvm.GetOperand(x, 0), false);
    if (c.why) {
        c_unsupported_value(t, c, x);
    } else if (op == LLVMSwitch) {
        leave_switch(t, pending, from, x);
    } else {
        leave(t, pending, from, llvm.GetSuccessor(x, 0), c.term, x);
        leave(t, pending, from, llvm.GetSuccessor(x, 1), term_not(t->bank, c.term), x);
    }
}

/* Blocks and paths. */

static bool is_error_call(const struct c_translation *t, LLVMValueRef x) {
    LLVMValueRef callee = c_ir_callee(x);
    return callee && c_ir_is_error(t->unit, c_ir_name(callee));
}

static void run_block(struct c_translation *t, pending_list *pending, uint32_t block, uint32_t predecessor) {
    C_EACH_INSTRUCTION(x, t->flow.blocks.data[block].ref) {
        if (llvm.IsAPHINode(x)) {
            if (predecessor != PROGRAM_NONE && c_values_needed(&t->values, x))
                c_know(t, x, c_operand(t, incoming(t, x, predecessor), false));
        } else if (is_error_call(t, x)) {
            add_edge(t, program_skip(t->program), t->program->error, x, NULL);
            vec_last(&t->program->edges).call = program_text(t->program, c_ir_name(c_ir_callee(x)));
            return;
        } else if (llvm.IsATerminatorInst(x)) {
            leave_block(t, pending, block, x);
        } else if (!c_step(t, x)) {
            return;
        }
    }
}

static void start_run(struct c_translation *t) {
    c_slots_start(t);
    c_parameters_enter(t);
}

static void run_paths(struct c_translation *t, uint32_t location) {
    pending_list pending = {0};
    t->from = t->locations.data[location];
    t->start = location;
    hash_map_clear(&t->known_index);
    vec_clear(&t->known);
    vec_clear(&t->actions);
    vec_clear(&t->told);
    for (uint32_t s = 0; s < t->contents.size; s++) t->contents.data[s] = TERM_NONE;
    if (location == 0) start_run(t);
    run_block(t, &pending, location, PROGRAM_NONE);
    while (pending.size) {
        struct c_pending p = vec_pop(&pending);
        vec_shrink(&t->actions, p.n_actions);
        pass_branch(t, p.condition);
        vec_clear(&t->contents);
        vec_append(&t->contents, p.slots.data, p.slots.size);
        vec_free(&p.slots);
        run_block(t, &pending, p.block, p.predecessor);
    }
    vec_free(&pending);
}

static void add_locations(struct c_translation *t) {
    vec_resize(&t->locations, t->flow.blocks.size);
    vec_each (uint32_t, b, &t->flow.order) {
        t->locations.data[*b] = PROGRAM_NONE;
        const struct c_block *block = &t->flow.blocks.data[*b];
        if (!block->location) continue;
        struct program_position at = c_debug_place(t->unit, t->program, c_names_place(&t->flow, *b));
        const char *what = *b == 0 ? "start" : block->head ? "loop" : "at";
        char *name = at.line && *b ? mem_format("%s_%u", what, at.line) : mem_strdup(what);
        t->locations.data[*b] = program_add_location(t->program, name, at);
        struct program_location *location = &t->program->locations.data[t->locations.data[*b]];
        location->loop_head = block->head;
        location->by_goto = block->head && !block->loop;
        mem_free(name);
    }
    t->program->initial = t->locations.data[0];
    t->program->error = program_add_location(t->program, "error", (struct program_position){0});
}

static void init(struct c_translation *t, struct c_unit *unit, enum terms_mode mode) {
    *t = (struct c_translation){.unit = unit};
    t->program = program_new(mode);
    t->bank = t->program->terms;
    c_flow_init(&t->flow, unit);
    c_memory_init(&t->memory, unit, &t->flow);
    c_values_init(&t->values, &t->memory);
    c_names_init(&t->names, &t->values);
    t->arithmetic = (struct c_arithmetic){t->bank, unit->options->theory, t->memory.pointer * 8};
    for (uint32_t i = 0; i < t->values.list.size; i++) vec_push(&t->variables, PROGRAM_NONE);
}

static void fini(struct c_translation *t) {
    c_names_fini(&t->names);
    c_values_fini(&t->values);
    c_memory_fini(&t->memory);
    c_flow_fini(&t->flow);
    vec_free(&t->variables);
    vec_free(&t->locations);
    vec_free(&t->slots);
    vec_free(&t->known);
    vec_free(&t->actions);
    vec_free(&t->told);
    vec_each (struct c_end, e, &t->ends) {
        vec_free(&e->probes);
        vec_free(&e->violations);
    }
    vec_free(&t->ends);
    vec_free(&t->contents);
    hash_map_free(&t->known_index);
    hash_map_free(&t->warned);
}

struct program *c_translate(struct c_unit *unit, enum terms_mode mode) {
    struct c_translation t;
    init(&t, unit, mode);
    add_locations(&t);
    c_slots_init(&t);
    bool stopped = false;
    vec_each (uint32_t, b, &t.flow.order) {
        stopped |= unit->limits && limits_stopped(unit->limits);
        if (t.flow.blocks.data[*b].location && !stopped) run_paths(&t, *b);
    }
    if (!stopped) {
        add_ends(&t);
        c_bind_probes(&t);
    }
    struct program *program = t.program;
    program->long_sums = unit->long_sums;
    fini(&t);
    if (stopped) {
        program_free(program);
        return NULL;
    }
    program_index(program);
    return program;
}
