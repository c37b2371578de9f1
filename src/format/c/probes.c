/* Probes in the module of which the automaton is made: marks at the places, and what the automaton has there. See
 * probes.h. */
#include "format/c/probes.h"
#include "format/c/translate.h"

static LLVMValueRef number(const struct c_unit *unit, uint32_t n) {
    return llvm.ConstInt(llvm.Int32TypeInContext(unit->context), n, false);
}

/* Nothing that the program could see: LLVM may move loads and stores across, not the call itself. */
static LLVMValueRef declare_probe(struct c_unit *unit) {
    enum { INACCESSIBLE_ONLY = 3 << 2 }; /* llvm::MemoryEffects: two bits for each kind of memory */
    LLVMTypeRef type = llvm.Int32TypeInContext(unit->context), types[2] = {type, type};
    LLVMValueRef f = c_ir_declare(unit, C_PROBE, llvm.VoidTypeInContext(unit->context), types, 2);
    unsigned memory = llvm.GetEnumAttributeKindForName("memory", strlen("memory"));
    llvm.AddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                             llvm.CreateEnumAttribute(unit->context, memory, INACCESSIBLE_ONLY));
    c_ir_set_attribute(unit, f, "willreturn");
    return f;
}

/* Operands become variables of the debug information, which LLVM keeps up to date or drops. */
static void name_operands(struct c_unit *unit, LLVMDIBuilderRef debug, LLVMValueRef function,
                          const struct c_spot *place, uint32_t n) {
    LLVMMetadataRef scope = llvm.GetSubprogram(function), at = llvm.InstructionGetDebugLoc(place->at);
    if (!at) at = llvm.DIBuilderCreateDebugLocation(unit->context, 0, 0, scope, NULL);
    for (uint32_t i = 0; i < place->operands.size; i++) {
        char *key = c_operand_key(n, i);
        LLVMMetadataRef variable = llvm.DIBuilderCreateAutoVariable(
            debug, scope, key, strlen(key), llvm.DIScopeGetFile(scope), 0, NULL, false, LLVMDIFlagZero, 0);
        llvm.DIBuilderInsertDbgValueRecordBefore(debug, place->operands.data[i], variable,
                                                 llvm.DIBuilderCreateExpression(debug, NULL, 0), at,
                                                 place->at);
        mem_free(key);
    }
}

static void mark(struct c_unit *unit, LLVMDIBuilderRef debug, LLVMValueRef probe, LLVMValueRef function,
                 const struct c_spot *place, uint32_t n) {
    LLVMValueRef arguments[2] = {number(unit, n), number(unit, place->head)};
    c_ir_before(unit, place->at);
    LLVMValueRef call = c_ir_call(unit, probe, arguments, 2);
    struct c_spot named = *place;
    named.at = call;
    name_operands(unit, debug, function, &named, n);
}

void c_probe_places(struct c_unit *unit) {
    uint32_t n = 0;
    struct hash_map failing = {0};
    LLVMValueRef probe = NULL;
    LLVMDIBuilderRef debug = llvm.CreateDIBuilder(unit->module);
    c_failing_functions(unit, &failing);
    C_EACH_FUNCTION(f, unit->module) {
        c_spots found = {0};
        c_spots_find(unit, &failing, f, &found);
        if (found.size && !probe) probe = declare_probe(unit);
        vec_each (const struct c_spot, place, &found) mark(unit, debug, probe, f, place, n++);
        c_spots_free(&found);
    }
    llvm.DIBuilderFinalize(debug);
    llvm.DisposeDIBuilder(debug);
    hash_map_free(&failing);
}

/* ---- on the paths of the automaton ---- */

/* Whether the path came through the block where the value is made. */
static bool is_on_path(const struct c_translation *t, uint32_t block, uint32_t from) {
    while (block != from && block != t->start) {
        const u32s *before = &t->flow.blocks.data[block].predecessors;
        if (before->size != 1) return false;
        block = before->data[0];
    }
    return block == from;
}

/* What the path knows of a value that nothing needs to be kept for. */
static bool find_known(struct c_translation *t, uint32_t block, LLVMValueRef v, term *out) {
    while (llvm.IsAInstruction(v) && llvm.GetInstructionOpcode(v) == LLVMFreeze) v = llvm.GetOperand(v, 0);
    if (llvm.IsAConstantInt(v)) {
        *out = c_arithmetic_constant(&t->arithmetic, v, false);
        return true;
    }
    uint32_t i = c_values_find(&t->values, v);
    if (i == PROGRAM_NONE) return false;
    uint32_t known = hash_map_get(&t->known_index, c_ir_key(v)), made = t->values.block.data[i];
    if (known != HASH_NONE) {
        *out = t->known.data[known].term;
        return !t->known.data[known].why && is_on_path(t, block, made);
    }
    if (!t->values.needed.data[i]) return false;
    bool enters = llvm.IsAPHINode(v) && made == t->start;
    vec_each (const uint32_t, live, &t->values.live.data[t->start]) enters |= *live == i;
    if (enters) *out = t->program->variables.data[c_variable_of(t, v)].now;
    return enters;
}

/* The value of an operand in the debug information before the probe; NULL: none. */
static LLVMValueRef find_operand(struct c_translation *t, LLVMValueRef probe, const char *key) {
    LLVMMetadataRef at = llvm.InstructionGetDebugLoc(probe),
                    inlined = at ? llvm.DILocationGetInlinedAt(at) : NULL;
    for (LLVMValueRef x = llvm.GetPreviousInstruction(probe); x; x = llvm.GetPreviousInstruction(x)) {
        LLVMValueRef callee = c_ir_callee(x);
        if (callee && !strcmp(c_ir_name(callee), C_PROBE)) return NULL; /* it belongs to another place */
        LLVMValueRef found = c_debug_is_value(x) ? c_debug_operand(t->unit, x, key, inlined) : NULL;
        if (found) return found;
    }
    return NULL;
}

/* Whether the path has written to memory, so that there it is not as at the path's start. */
static bool has_written(const struct c_translation *t) {
    vec_each (const term, content, &t->contents)
        if (!term_is_none(*content)) return true;
    return false;
}

bool c_step_probe(struct c_translation *t, LLVMValueRef x) {
    uint32_t place = (uint32_t)llvm.ConstIntGetZExtValue(llvm.GetOperand(x, 0)), first = t->told.size,
             block = c_flow_of(&t->flow, x);
    bool head = llvm.ConstIntGetZExtValue(llvm.GetOperand(x, 1));
    for (uint32_t i = 0; i < C_MOST_OPERANDS && !head; i++) {
        char *key = c_operand_key(place, i);
        LLVMValueRef v = find_operand(t, x, key);
        term value;
        if (v && c_is_told(llvm.TypeOf(v)) && find_known(t, block, v, &value))
            vec_push(&t->told, (struct program_told){program_text(t->program, key), value});
        mem_free(key);
    }
    vec_push(&t->actions, (struct c_action){.kind = C_ACTION_PROBE,
                                            .site = place,
                                            .head = head && !has_written(t),
                                            .told = first,
                                            .n_told = t->told.size - first});
    return true;
}

/* ---- what the automaton has at them ---- */

static void bind(struct c_translation *t, uint32_t location, uint32_t variable, const char *key) {
    vec_push(&t->program->bindings,
             (struct program_binding){location, variable, program_text(t->program, key)});
}

/* A value that holds a whole variable, under a name that has its meaning there. */
static void bind_value(struct c_translation *t, uint32_t block, uint32_t value) {
    uint32_t name = t->names.of.data[value];
    if (name == PROGRAM_NONE || t->variables.data[value] == PROGRAM_NONE ||
        !c_ir_is_integer(llvm.TypeOf(t->values.list.data[value])))
        return;
    const struct c_debug_variable *v = &t->names.variables.data[name];
    if (v->size || !c_debug_visible(t->unit, v, c_names_place(&t->flow, block))) return;
    char *key = c_debug_key(t->unit, v);
    if (key) bind(t, t->locations.data[block], t->variables.data[value], key);
    mem_free(key);
}

static bool starts_with_probe(const struct c_translation *t, uint32_t block) {
    LLVMValueRef x = llvm.GetFirstInstruction(t->flow.blocks.data[block].ref);
    while (x && (llvm.IsAPHINode(x) || c_debug_is_value(x) || c_debug_is_declare(x)))
        x = llvm.GetNextInstruction(x);
    LLVMValueRef callee = x ? c_ir_callee(x) : NULL;
    return callee && strcmp(c_ir_name(callee), C_PROBE) == 0 &&
           llvm.ConstIntGetZExtValue(llvm.GetOperand(x, 1));
}

static void bind_head(struct c_translation *t, uint32_t block) {
    C_EACH_INSTRUCTION(x, t->flow.blocks.data[block].ref) {
        if (!llvm.IsAPHINode(x)) break;
        if (c_values_needed(&t->values, x)) bind_value(t, block, c_values_find(&t->values, x));
    }
    vec_each (const uint32_t, value, &t->values.live.data[block]) bind_value(t, block, *value);
}

void c_bind_probes(struct c_translation *t) {
    vec_each (const uint32_t, b, &t->flow.order)
        if (t->flow.blocks.data[*b].head && t->flow.blocks.data[*b].location && starts_with_probe(t, *b))
            bind_head(t, *b);
    vec_each (const uint32_t, slot, &t->slots) {
        const struct program_variable *v = &t->program->variables.data[*slot];
        if (!v->source || v->scope || strpbrk(v->source, ".[") ||
            sort_kind(t->bank, term_sort(t->bank, v->now)) == SORT_ARRAY)
            continue;
        char *key = mem_format("@:%s", v->source);
        bind(t, PROGRAM_NONE, *slot, key);
        mem_free(key);
    }
}
