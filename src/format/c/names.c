#include "format/c/names.h"

enum { UNSEEN = 0xfffffffe }; /* PROGRAM_NONE: no value, or none that all paths agree on */

/* From here on the variable has the value. */
struct record {
    uint32_t block, value; /* PROGRAM_NONE: none that we know */
    bool early;            /* before the first instruction of the block: holds at its start */
};
typedef VEC(struct record) record_list;
typedef VEC(record_list) records_by_variable;

struct search {
    const struct c_values *values;
    struct c_names *names;
    records_by_variable records; /* in the order of the blocks and their instructions */
    struct hash_map first;       /* node of a variable -> number of its first part */
    u32s next;     /* by variable: another part or inlined copy of the same node; PROGRAM_NONE: none */
    c_graph heads; /* by value: heads at which it is live, or whose phi it is */
    u32s in, out;  /* by block: scratch for one variable */
};

LLVMMetadataRef c_names_place(const struct c_flow *flow, uint32_t block) {
    const struct c_block *b = &flow->blocks.data[block];
    if (b->loop) return b->loop;
    C_EACH_INSTRUCTION(x, b->ref) {
        LLVMMetadataRef location = llvm.InstructionGetDebugLoc(x);
        bool marker = c_debug_is_value(x) || c_debug_is_declare(x) || llvm.IsAPHINode(x);
        if (!marker && location && llvm.DILocationGetLine(location)) return location;
    }
    return NULL;
}

static uint32_t find_variable(struct search *s, const struct c_debug_variable *v) {
    uint32_t first = hash_map_get(&s->first, c_ir_key(v->variable)),
             i = first == HASH_NONE ? PROGRAM_NONE : first;
    for (; i != PROGRAM_NONE; i = s->next.data[i]) {
        const struct c_debug_variable *known = &s->names->variables.data[i];
        if (known->inlined == v->inlined && known->offset == v->offset && known->size == v->size) return i;
    }
    i = s->names->variables.size;
    vec_push(&s->names->variables, *v);
    vec_push(&s->next, first == HASH_NONE ? PROGRAM_NONE : first);
    hash_map_put(&s->first, c_ir_key(v->variable), i);
    vec_resize(&s->records, i + 1);
    return i;
}

static void read_records(struct search *s) {
    const struct c_memory *m = s->values->memory;
    vec_each (uint32_t, b, &m->flow->order) {
        bool early = true;
        C_EACH_INSTRUCTION(x, m->flow->blocks.data[*b].ref) {
            struct c_debug_variable v;
            LLVMValueRef value;
            if (!c_debug_is_value(x)) {
                early &= llvm.IsAPHINode(x) || c_debug_is_declare(x);
                continue;
            }
            if (!c_debug_read(m->unit, x, &v, &value)) continue;
            uint32_t variable = find_variable(s, &v),
                     i = value ? c_values_find(s->values, value) : PROGRAM_NONE;
            vec_push(&s->records.data[variable], (struct record){*b, i, early});
            if (i != PROGRAM_NONE && s->names->display.data[i] == PROGRAM_NONE)
                s->names->display.data[i] = variable;
        }
    }
}

static void find_heads(struct search *s) {
    const struct c_flow *flow = s->values->memory->flow;
    vec_resize(&s->heads, s->values->list.size);
    vec_each (uint32_t, b, &flow->order) {
        if (!flow->blocks.data[*b].head) continue;
        vec_each (uint32_t, i, &s->values->live.data[*b]) vec_push(&s->heads.data[*i], *b);
        C_EACH_INSTRUCTION(x, flow->blocks.data[*b].ref) {
            if (!llvm.IsAPHINode(x)) break;
            uint32_t i = c_values_find(s->values, x);
            if (i != PROGRAM_NONE) vec_push(&s->heads.data[i], *b);
        }
    }
}

static uint32_t meet(uint32_t a, uint32_t b) {
    if (a == UNSEEN || b == UNSEEN) return a == UNSEEN ? b : a;
    return a == b ? a : PROGRAM_NONE;
}

/* The value of one variable at the start (in) and the end (out) of each block, by iteration along the order. */
static void flow_records(struct search *s, const record_list *records) {
    const struct c_flow *flow = s->values->memory->flow;
    vec_each (uint32_t, b, &flow->order) s->in.data[*b] = s->out.data[*b] = UNSEEN;
    s->in.data[0] = PROGRAM_NONE;
    for (bool changed = true; changed;) {
        changed = false;
        uint32_t r = 0; /* records come in the same order */
        vec_each (uint32_t, b, &flow->order) {
            uint32_t value = *b == 0 ? PROGRAM_NONE : UNSEEN;
            vec_each (uint32_t, p, &flow->blocks.data[*b].predecessors) value = meet(value, s->out.data[*p]);
            s->in.data[*b] = value;
            for (; r < records->size && records->data[r].block == *b; r++) {
                value = records->data[r].value;
                if (records->data[r].early) s->in.data[*b] = value;
            }
            changed |= s->out.data[*b] != value;
            s->out.data[*b] = value;
        }
    }
}

/* The number of heads where the variable has its meaning and the value; -1: at one it has another value, or a
 * part of the function where its name means something else. */
static int fits(struct search *s, uint32_t variable, uint32_t value) {
    const struct c_memory *m = s->values->memory;
    const struct c_debug_variable *v = &s->names->variables.data[variable];
    int n = 0;
    vec_each (uint32_t, b, &s->heads.data[value]) {
        LLVMMetadataRef place = c_names_place(m->flow, *b);
        bool visible = c_debug_visible(m->unit, v, place);
        if (!visible && place && llvm.DILocationGetInlinedAt(place) != v->inlined)
            continue; /* another function */
        if (!visible || s->in.data[*b] != value) return -1;
        n++;
    }
    return n;
}

static void name_values(struct search *s) {
    u32s best = {0},
         tried = {0}; /* by value: heads where its name holds; the last variable it was tried for */
    vec_resize(&best, s->values->list.size);
    vec_resize(&tried, s->values->list.size);
    for (uint32_t variable = 0; variable < s->records.size; variable++) {
        const record_list *records = &s->records.data[variable];
        bool flowed = false;
        vec_each (struct record, r, records) {
            if (r->value == PROGRAM_NONE || tried.data[r->value] == variable + 1) continue;
            tried.data[r->value] = variable + 1;
            if (!flowed && s->heads.data[r->value].size) flow_records(s, records), flowed = true;
            int n = fits(s, variable, r->value);
            uint32_t *of = &s->names->of.data[r->value];
            if (n < 0 || (*of != PROGRAM_NONE && (uint32_t)n <= best.data[r->value])) continue;
            *of = variable;
            best.data[r->value] = (uint32_t)n;
        }
    }
    vec_free(&best);
    vec_free(&tried);
}

void c_names_init(struct c_names *names, const struct c_values *values) {
    *names = (struct c_names){0};
    struct search s = {.values = values, .names = names};
    for (uint32_t i = 0; i < values->list.size; i++) {
        vec_push(&names->of, PROGRAM_NONE);
        vec_push(&names->display, PROGRAM_NONE);
    }
    vec_resize(&s.in, values->memory->flow->blocks.size);
    vec_resize(&s.out, values->memory->flow->blocks.size);
    read_records(&s);
    find_heads(&s);
    name_values(&s);
    vec_each (record_list, r, &s.records) vec_free(r);
    vec_each (u32s, h, &s.heads) vec_free(h);
    vec_free(&s.records);
    vec_free(&s.heads);
    vec_free(&s.next);
    vec_free(&s.in);
    vec_free(&s.out);
    hash_map_free(&s.first);
}

void c_names_fini(struct c_names *names) {
    vec_free(&names->variables);
    vec_free(&names->of);
    vec_free(&names->display);
}
