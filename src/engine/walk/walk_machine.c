/* The machine that runs register code: walk_code.h says what the steps mean. */
#include "engine/walk/walk_code.h"

enum { MOST_CHANGES = 1 << 20 };

void code_machine_init(struct code_machine *m, const struct code *code) {
    *m = (struct code_machine){.code = code,
                               .registers = mem_new_array(uint64_t, code->registers.size + 1),
                               .cells = mem_new_array(uint64_t, code->cells + 1),
                               .beyond = mem_new_array(uint64_t, code->arrays.size + 1)};
    if (code->registers.size)
        memcpy(m->registers, code->registers.data, code->registers.size * sizeof *m->registers);
}

void code_machine_fini(struct code_machine *m) {
    mem_free(m->registers);
    mem_free(m->cells);
    mem_free(m->beyond);
    vec_free(&m->log);
}

/* ---- arithmetic ---- */

static inline int64_t extended(uint64_t x, uint32_t bits) {
    return (int64_t)(x << (64 - bits)) >> (64 - bits);
}

/* As SMT-LIB has it: by 0 the quotient is all ones (1 for a negative signed dividend), and the remainder the
 * dividend. */
static uint64_t unsigned_division(enum code_op op, uint64_t x, uint64_t y) {
    if (op == CODE_UDIV) return y ? x / y : UINT64_MAX;
    return y ? x % y : x;
}

static uint64_t signed_division(enum code_op op, int64_t x, int64_t y) {
    if (!y) return op != CODE_SDIV ? (uint64_t)x : x < 0 ? 1 : UINT64_MAX;
    if (y == -1) return op == CODE_SDIV ? -(uint64_t)x : 0; /* the least number has no opposite */
    if (op == CODE_SDIV) return (uint64_t)(x / y);
    int64_t rest = x % y; /* the sign of the dividend; SMOD has that of the divisor */
    if (op == CODE_SMOD && rest && (rest < 0) != (y < 0)) rest += y;
    return (uint64_t)rest;
}

static uint64_t shifted(enum code_op op, uint64_t x, uint64_t by, uint32_t bits) {
    if (op == CODE_ASHR) return (uint64_t)(extended(x, bits) >> (by < bits ? by : bits - 1));
    if (by >= bits) return 0;
    return op == CODE_SHL ? x << by : x >> by;
}

/* ---- cells ---- */

static void set_cell(struct code_machine *m, uint32_t cell, uint64_t value) {
    if (m->cells[cell] == value) return;
    m->changed = true;
    if (m->logging && !m->lost) vec_push(&m->log, (struct code_change){cell, m->cells[cell]});
    if (m->log.size > MOST_CHANGES) {
        m->lost = true;
        vec_clear(&m->log);
    }
    m->cells[cell] = value;
}

/* The log has no place for what lies beyond the cells. */
static void set_beyond(struct code_machine *m, uint32_t array, uint64_t value) {
    if (m->beyond[array] == value || !m->code->arrays.data[array].large) return;
    m->beyond[array] = value;
    m->changed = true;
    m->lost = m->logging;
    vec_clear(&m->log);
}

static void fill(struct code_machine *m, const struct code_step *s) {
    struct code_array to = m->code->arrays.data[s->c];
    uint64_t value = m->registers[s->a];
    for (uint32_t i = 0; i < to.size; i++) set_cell(m, to.first + i, value);
    set_beyond(m, s->c, value);
    m->moved += to.size;
}

static void copy(struct code_machine *m, const struct code_step *s) {
    struct code_array to = m->code->arrays.data[s->c], from = m->code->arrays.data[s->b];
    for (uint32_t i = 0; i < to.size; i++) set_cell(m, to.first + i, m->cells[from.first + i]);
    set_beyond(m, s->c, m->beyond[s->b]);
    m->moved += to.size;
}

static uint64_t load(const struct code_machine *m, uint32_t array, uint64_t index) {
    const struct code_array *from = &m->code->arrays.data[array];
    return index < from->size ? m->cells[from->first + index] : m->beyond[array];
}

static void store(struct code_machine *m, uint32_t array, uint64_t index, uint64_t value) {
    const struct code_array *to = &m->code->arrays.data[array];
    if (index < to->size)
        set_cell(m, to->first + (uint32_t)index, value);
    else if (m->beyond[array] != value)
        m->outside = true;
}

void code_undo(struct code_machine *m, uint32_t size) {
    while (m->log.size > size) {
        struct code_change change = vec_pop(&m->log);
        m->cells[change.cell] = change.before;
    }
}

/* ---- running ---- */

bool code_run(struct code_machine *m, uint32_t start) {
    uint64_t *r = m->registers;
    for (const struct code_step *s = m->code->steps.data + start;; s++) {
        uint64_t x = r[s->a], value;
        switch ((enum code_op)s->op) {
        case CODE_END: return true;
        case CODE_TEST:
            if (!x) return false;
            continue;
        case CODE_STORE:
            if (r[s->to]) store(m, s->c, x, r[s->b]);
            continue;
        case CODE_FILL:
            if (r[s->to]) fill(m, s);
            continue;
        case CODE_COPY:
            if (r[s->to]) copy(m, s);
            continue;
        case CODE_LOAD: value = load(m, s->c, x); break;
        case CODE_MOVE: value = x; break;
        case CODE_NOT: value = code_low(~x, s->bits); break;
        case CODE_NEG: value = code_low(-x, s->bits); break;
        case CODE_AND: value = x & r[s->b]; break;
        case CODE_OR: value = x | r[s->b]; break;
        case CODE_XOR: value = x ^ r[s->b]; break;
        case CODE_ADD: value = code_low(x + r[s->b], s->bits); break;
        case CODE_SUB: value = code_low(x - r[s->b], s->bits); break;
        case CODE_MUL: value = code_low(x * r[s->b], s->bits); break;
        case CODE_UDIV:
        case CODE_UREM: value = code_low(unsigned_division(s->op, x, r[s->b]), s->bits); break;
        case CODE_SDIV:
        case CODE_SREM:
        case CODE_SMOD:
            value =
                code_low(signed_division(s->op, extended(x, s->bits), extended(r[s->b], s->bits)), s->bits);
            break;
        case CODE_SHL:
        case CODE_LSHR:
        case CODE_ASHR: value = code_low(shifted(s->op, x, r[s->b], s->bits), s->bits); break;
        case CODE_EQ: value = x == r[s->b]; break;
        case CODE_ULT: value = x < r[s->b]; break;
        case CODE_ULE: value = x <= r[s->b]; break;
        case CODE_SLT: value = extended(x, s->bits) < extended(r[s->b], s->bits); break;
        case CODE_SLE: value = extended(x, s->bits) <= extended(r[s->b], s->bits); break;
        case CODE_ITE: value = x ? r[s->b] : r[s->c]; break;
        case CODE_CONCAT: value = x << s->c | r[s->b]; break;
        case CODE_EXTRACT: value = code_low(x >> s->c, s->bits); break;
        case CODE_SIGN: value = code_low((uint64_t)extended(x, s->c), s->bits); break;
        case CODE_ROTATE: value = s->c ? code_low(x << s->c | x >> (s->bits - s->c), s->bits) : x; break;
        default: return false;
        }
        r[s->to] = value;
    }
}
