#include "evidence/program_dependence.h"

#include "evidence/program_playback.h"
#include "logic/walk.h"

struct dependence {
    struct cfa *cfa;
    unsigned kinds;
    u32s sites;       /* by variable: the site that its value depends on; CFA_NONE: none */
    term_list values; /* by variable */
    struct evaluation evaluation;
    struct hash_map memo; /* term -> site + 1, for the values and sites as they are; 0: none */
    term_list scratch;
};

static uint32_t known(const struct dependence *d, term t) {
    return hash_map_get(&d->memo, t.id) - 1;
}

static bool holds(struct dependence *d, term t) {
    return term_is(d->cfa->terms, evaluate(&d->evaluation, t), TERM_TRUE);
}

static uint32_t any_argument(const struct dependence *d, term t) {
    for (uint32_t i = 0; i < term_arity(d->cfa->terms, t); i++) {
        uint32_t site = known(d, term_arg(d->cfa->terms, t, i));
        if (site != CFA_NONE) return site;
    }
    return CFA_NONE;
}

/* and, or: an argument that decides without the value, if there is one. */
static uint32_t of_connective(struct dependence *d, term t, bool decisive) {
    for (uint32_t i = 0; i < term_arity(d->cfa->terms, t); i++) {
        term a = term_arg(d->cfa->terms, t, i);
        if (known(d, a) == CFA_NONE && holds(d, a) == decisive) return CFA_NONE;
    }
    return any_argument(d, t);
}

/* An element: of the store that wrote it, else of what was there before. */
static uint32_t of_select(struct dependence *d, term t) {
    const struct terms *b = d->cfa->terms;
    term array = term_arg(b, t, 0), index = term_arg(b, t, 1);
    if (known(d, index) != CFA_NONE) return known(d, index);
    term at = evaluate(&d->evaluation, index);
    for (;;) {
        if (term_is(b, array, TERM_ITE) && known(d, term_arg(b, array, 0)) == CFA_NONE) {
            array = term_arg(b, array, holds(d, term_arg(b, array, 0)) ? 1 : 2);
        } else if (term_is(b, array, TERM_STORE) && known(d, term_arg(b, array, 1)) == CFA_NONE) {
            if (term_same(evaluate(&d->evaluation, term_arg(b, array, 1)), at))
                return known(d, term_arg(b, array, 2));
            array = term_arg(b, array, 0);
        } else {
            return known(d, array);
        }
    }
}

static uint32_t of_term(struct dependence *d, term t) {
    const struct terms *b = d->cfa->terms;
    switch (term_op(b, t)) {
    case TERM_AND: return of_connective(d, t, false);
    case TERM_OR: return of_connective(d, t, true);
    case TERM_SELECT: return of_select(d, t);
    case TERM_ITE:
        if (known(d, term_arg(b, t, 0)) != CFA_NONE) return known(d, term_arg(b, t, 0));
        return known(d, term_arg(b, t, holds(d, term_arg(b, t, 0)) ? 1 : 2));
    default: return any_argument(d, t);
    }
}

/* The site that the term's value depends on. */
static uint32_t depends(struct dependence *d, term root) {
    vec_clear(&d->scratch);
    term_collect(d->cfa->terms, &root, 1, &d->scratch);
    for (uint32_t i = 0; i < d->scratch.size; i++) {
        term t = d->scratch.data[i];
        if (hash_map_get(&d->memo, t.id) != HASH_NONE) continue;
        hash_map_put(&d->memo, t.id, of_term(d, t) + 1);
    }
    return known(d, root);
}

/* Values and sites changed: what was known about terms is no longer. */
static void refresh(struct dependence *d) {
    evaluation_reset(&d->evaluation);
    hash_map_clear(&d->memo);
    for (uint32_t v = 0; v < d->cfa->variables.size; v++) {
        term now = d->cfa->variables.data[v].now;
        evaluation_set(&d->evaluation, now, d->values.data[v]);
        hash_map_put(&d->memo, now.id, d->sites.data[v] + 1);
    }
}

static void assign(struct dependence *d, const struct cfa_action *action) {
    u32s sites = {0};
    term_list values = {0};
    for (uint32_t i = 0; i < action->n; i++) {
        vec_push(&sites, depends(d, action->assignments[i].value));
        vec_push(&values, evaluate(&d->evaluation, action->assignments[i].value));
    }
    for (uint32_t i = 0; i < action->n; i++) {
        d->sites.data[action->assignments[i].variable] = sites.data[i];
        d->values.data[action->assignments[i].variable] = values.data[i];
    }
    vec_free(&sites);
    vec_free(&values);
    refresh(d);
}

static void enter(struct dependence *d, uint32_t site, term value) {
    const struct cfa_site *s = &d->cfa->sites.data[site];
    d->sites.data[s->variable] = d->kinds >> s->kind & 1 ? site : CFA_NONE;
    d->values.data[s->variable] = value;
    refresh(d);
}

/* Along an edge, which in an automaton as read has no choice; the site on which one of its conditions depends. */
static uint32_t follow(struct dependence *d, const struct program_playback *p) {
    cfa_command point = d->cfa->edges.data[p->edge].command;
    for (struct cfa_node n = cfa_node(d->cfa, point); n.kind == CFA_STEP; n = cfa_node(d->cfa, n.next[0])) {
        uint32_t site = CFA_NONE;
        switch (n.action.kind) {
        case CFA_ASSUME: site = depends(d, n.action.condition); break;
        case CFA_ASSIGN: assign(d, &n.action); break;
        case CFA_HAVOC: enter(d, n.action.site, p->inputs.data[n.action.site]); break;
        case CFA_TAG: break;
        }
        if (site != CFA_NONE) return site;
    }
    return CFA_NONE;
}

uint32_t program_dependence(struct cfa *cfa, const struct cfa_trace *trace, unsigned kinds) {
    struct dependence d = {.cfa = cfa, .kinds = kinds};
    struct program_playback p;
    uint32_t found = CFA_NONE;
    evaluation_init(&d.evaluation, cfa->terms);
    vec_append(&d.values, trace->initial.data, trace->initial.size);
    for (uint32_t v = 0; v < cfa->variables.size; v++) vec_push(&d.sites, CFA_NONE);
    refresh(&d);
    program_playback_init(&p, cfa, trace);
    while (found == CFA_NONE && program_playback_next(&p)) found = follow(&d, &p);
    program_playback_fini(&p);
    evaluation_fini(&d.evaluation);
    hash_map_free(&d.memo);
    vec_free(&d.sites);
    vec_free(&d.values);
    vec_free(&d.scratch);
    return found;
}
