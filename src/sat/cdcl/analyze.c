/* Conflict analysis: first unique implication point, recursive minimization, glue; and cores over the
 * assumptions.
 *
 * `seen` during analysis: 0 unknown, SOURCE in the clause (or resolved away), REMOVABLE or POISONED as
 * minimization found out. All variables with a mark are in `analyzed`. */
#include "sat/cdcl/cdcl_internal.h"

enum { SOURCE = 1, REMOVABLE = 2, POISONED = 3 };

/* The literals of an antecedent other than the implied one; those of a binary conflict, or of a reason. */
struct antecedent {
    const uint32_t *literals;
    uint32_t size;
};

static struct antecedent antecedent(const struct cdcl *s, uint32_t variable, uint32_t scratch[2]) {
    uint32_t reason = s->assignments[variable].reason, kind = reason_kind(reason);
    if (kind) {
        scratch[0] = reason >> 2;
        scratch[1] = s->assignments[variable].second;
        return (struct antecedent){scratch, kind};
    }
    return (struct antecedent){clause_literals(s, reason >> 2), clause_size(s, reason >> 2)};
}

static struct antecedent conflicting(const struct cdcl *s, uint32_t conflict) {
    uint32_t kind = reason_kind(conflict);
    if (kind) return (struct antecedent){s->conflict_literals, kind + 1};
    return (struct antecedent){clause_literals(s, conflict >> 2), clause_size(s, conflict >> 2)};
}

static void bump_clause(struct cdcl *s, uint32_t reason) {
    uint32_t ref = reason >> 2;
    if (reason_kind(reason) || !(clause_flags(s, ref) & CLAUSE_LEARNT)) return;
    float activity = clause_activity(s, ref) + s->clause_increment;
    clause_set_activity(s, ref, activity);
    if (activity < 1e20f) return;
    vec_each (uint32_t, c, &s->learnts) clause_set_activity(s, *c, clause_activity(s, *c) * 1e-20f);
    vec_each (uint32_t, c, &s->tainted) clause_set_activity(s, *c, clause_activity(s, *c) * 1e-20f);
    s->clause_increment *= 1e-20f;
}

/* Takes the literals of an antecedent into the resolvent; returns how many are of the current level. */
static uint32_t resolve(struct cdcl *s, struct antecedent a, uint32_t implied) {
    uint32_t opened = 0;
    for (uint32_t i = 0; i < a.size; i++) {
        uint32_t l = a.literals[i], v = l >> 1, level = s->assignments[v].level;
        if (l == implied || s->seen[v] || !level) continue;
        s->seen[v] = SOURCE;
        vec_push(&s->analyzed, v);
        cdcl_bump(s, v);
        if (level == cdcl_level(s))
            opened++;
        else
            vec_push(&s->learnt, l);
    }
    return opened;
}

static void first_unique_implication_point(struct cdcl *s, uint32_t conflict) {
    vec_clear(&s->learnt);
    vec_push(&s->learnt, NO_LITERAL);
    uint32_t at = s->trail_size, scratch[2], literal, open;
    bump_clause(s, conflict);
    open = resolve(s, conflicting(s, conflict), NO_LITERAL);
    for (;;) {
        do literal = s->trail[--at];
        while (!s->seen[literal >> 1]);
        if (!--open) break;
        bump_clause(s, s->assignments[literal >> 1].reason);
        open += resolve(s, antecedent(s, literal >> 1, scratch), literal);
    }
    s->learnt.data[0] = literal ^ 1;
}

static uint32_t level_bit(const struct cdcl *s, uint32_t variable) {
    return 1u << (s->assignments[variable].level & 31);
}

static void mark(struct cdcl *s, uint32_t variable, uint8_t what) {
    if (!s->seen[variable]) vec_push(&s->analyzed, variable);
    s->seen[variable] = what;
}

/* Is the literal implied by other literals of the clause? Depth first over reasons; the stack holds pairs of
 * a variable and the position in its reason. */
static bool redundant(struct cdcl *s, uint32_t variable, uint32_t levels) {
    if (s->assignments[variable].reason == NO_REASON) return false;
    u32s *stack = &s->minimize_stack;
    vec_clear(stack);
    uint32_t v = variable, position = 0, scratch[2];
    for (;;) {
        struct antecedent a = antecedent(s, v, scratch);
        uint32_t below = NO_VARIABLE;
        bool failed = false;
        while (position < a.size && below == NO_VARIABLE && !failed) {
            uint32_t u = a.literals[position++] >> 1;
            if (u == v || !s->assignments[u].level || s->seen[u] == SOURCE || s->seen[u] == REMOVABLE)
                continue;
            if (s->seen[u] == POISONED || s->assignments[u].reason == NO_REASON ||
                !(level_bit(s, u) & levels))
                failed = true;
            else
                below = u;
        }
        if (failed) break;
        if (below != NO_VARIABLE) {
            vec_push(stack, v);
            vec_push(stack, position);
            v = below;
            position = 0;
            continue;
        }
        if (!s->seen[v]) mark(s, v, REMOVABLE);
        if (!stack->size) return true;
        position = vec_pop(stack);
        v = vec_pop(stack);
    }
    for (;;) { /* everything on the way down depends on what failed */
        if (!s->seen[v]) mark(s, v, POISONED);
        if (!stack->size) return false;
        (void)vec_pop(stack);
        v = vec_pop(stack);
    }
}

static void minimize(struct cdcl *s) {
    uint32_t levels = 0, kept = 1;
    u32s *c = &s->learnt;
    for (uint32_t i = 1; i < c->size; i++) levels |= level_bit(s, c->data[i] >> 1);
    for (uint32_t i = 1; i < c->size; i++)
        if (!redundant(s, c->data[i] >> 1, levels)) c->data[kept++] = c->data[i];
    vec_shrink(c, kept);
}

/* The number of levels in the clause. */
static uint32_t glue_of(struct cdcl *s) {
    if (!++s->level_stamp) {
        memset(s->level_stamps, 0, (s->capacity + 2) * sizeof *s->level_stamps);
        s->level_stamp = 1;
    }
    uint32_t glue = 0;
    vec_each (uint32_t, l, &s->learnt) {
        uint32_t *stamp = &s->level_stamps[s->assignments[*l >> 1].level];
        glue += *stamp != s->level_stamp;
        *stamp = s->level_stamp;
    }
    return glue;
}

static void clear_marks(struct cdcl *s) {
    vec_each (uint32_t, v, &s->analyzed) s->seen[*v] = 0;
    vec_clear(&s->analyzed);
}

uint32_t cdcl_analyze(struct cdcl *s, uint32_t conflict, uint32_t *glue) {
    first_unique_implication_point(s, conflict);
    minimize(s);
    *glue = glue_of(s);
    clear_marks(s);
    uint32_t *c = s->learnt.data, highest = 1;
    if (s->learnt.size == 1) return 0;
    for (uint32_t i = 2; i < s->learnt.size; i++)
        if (s->assignments[c[i] >> 1].level > s->assignments[c[highest] >> 1].level) highest = i;
    uint32_t swap = c[1];
    c[1] = c[highest];
    c[highest] = swap;
    return s->assignments[c[1] >> 1].level;
}

static void mark_all(struct cdcl *s, struct antecedent a) {
    for (uint32_t i = 0; i < a.size; i++)
        if (s->assignments[a.literals[i] >> 1].level) mark(s, a.literals[i] >> 1, SOURCE);
}

static void fail(struct cdcl *s, uint32_t literal) {
    if (!s->core[literal]) vec_push(&s->core_literals, literal);
    s->core[literal] = 1;
}

/* Traces the marked variables back to assumptions. */
static void trace(struct cdcl *s) {
    assert(cdcl_level(s) == 1);
    uint32_t scratch[2], begin = s->levels.data[0];
    for (uint32_t i = s->trail_size; i-- > begin;) {
        uint32_t l = s->trail[i];
        if (!s->seen[l >> 1]) continue;
        if (s->assignments[l >> 1].reason != NO_REASON)
            mark_all(s, antecedent(s, l >> 1, scratch));
        else if (l != s->hidden)
            fail(s, l);
    }
    clear_marks(s);
}

void cdcl_core_of_conflict(struct cdcl *s, uint32_t conflict) {
    mark_all(s, conflicting(s, conflict));
    trace(s);
}

void cdcl_core_of_assumption(struct cdcl *s, uint32_t literal) {
    fail(s, literal);
    if (!s->assignments[literal >> 1].level) return;
    mark(s, literal >> 1, SOURCE);
    trace(s);
}
