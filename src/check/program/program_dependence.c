/* The run is executed once more. Beside every value goes its *origin*: a site of the given ones that it
 * depends on (one stands for all), PROGRAM_NONE, or, of an array whose elements differ in that, a table of those
 * that were written one by one. */
#include "check/program/program_dependence.h"

#include "evidence/program_playback.h"
#include "logic/walk.h"

struct piece {
    term index; /* a value: the same one is the same term */
    uint32_t site;
};
struct pieces {
    uint32_t rest; /* the site of all other elements */
    VEC(struct piece) list;
};
typedef VEC(struct pieces) pieces_tables;
enum { MOST_PIECES = 1 << 14 }; /* beyond, one site stands for the whole array */

struct dependence {
    struct program *program;
    const u8s *marked;    /* by site */
    u32s origins;         /* by variable */
    term_list values;     /* by variable */
    pieces_tables tables; /* origin `sites.size + i`: table i */
    struct evaluation evaluation;
    struct hash_map memo; /* term -> origin + 1, for the values and origins as they are */
    term_list scratch;
};

static uint32_t known(const struct dependence *d, term t) {
    return hash_map_get(&d->memo, t.id) - 1;
}

static struct pieces *table_of(const struct dependence *d, uint32_t origin) {
    uint32_t sites = d->program->sites.size;
    return origin != PROGRAM_NONE && origin >= sites ? &d->tables.data[origin - sites] : NULL;
}

/* A site on which some part of the value depends. */
static uint32_t site_of(const struct dependence *d, uint32_t origin) {
    const struct pieces *p = table_of(d, origin);
    if (!p) return origin;
    uint32_t site = p->rest;
    for (uint32_t i = 0; i < p->list.size && site == PROGRAM_NONE; i++) site = p->list.data[i].site;
    return site;
}

static uint32_t site_known(const struct dependence *d, term t) {
    return site_of(d, known(d, t));
}

static bool holds(struct dependence *d, term t) {
    return term_is(d->program->terms, evaluate(&d->evaluation, t), TERM_TRUE);
}

static uint32_t any_argument(const struct dependence *d, term t) {
    for (uint32_t i = 0; i < term_arity(d->program->terms, t); i++) {
        uint32_t site = site_known(d, term_arg(d->program->terms, t, i));
        if (site != PROGRAM_NONE) return site;
    }
    return PROGRAM_NONE;
}

/* and, or: an argument that decides without the value, if there is one. */
static uint32_t of_connective(struct dependence *d, term t, bool decisive) {
    for (uint32_t i = 0; i < term_arity(d->program->terms, t); i++) {
        term a = term_arg(d->program->terms, t, i);
        if (site_known(d, a) == PROGRAM_NONE && holds(d, a) == decisive) return PROGRAM_NONE;
    }
    return any_argument(d, t);
}

static uint32_t of_choice(struct dependence *d, term t) {
    const struct terms *b = d->program->terms;
    uint32_t site = site_known(d, term_arg(b, t, 0));
    if (site != PROGRAM_NONE) return site;
    return known(d, term_arg(b, t, holds(d, term_arg(b, t, 0)) ? 1 : 2));
}

/* ---- arrays ---- */

static struct piece *find_piece(struct pieces *p, term index) {
    vec_each (struct piece, i, &p->list)
        if (term_same(i->index, index)) return i;
    return NULL;
}

static uint32_t of_select(struct dependence *d, term t) {
    const struct terms *b = d->program->terms;
    term array = term_arg(b, t, 0), index = term_arg(b, t, 1);
    if (site_known(d, index) != PROGRAM_NONE) return site_known(d, index);
    struct pieces *p = table_of(d, known(d, array));
    if (!p) return known(d, array);
    struct piece *piece = find_piece(p, evaluate(&d->evaluation, index));
    return piece ? piece->site : p->rest;
}

static uint32_t of_store(struct dependence *d, term t) {
    const struct terms *b = d->program->terms;
    uint32_t array = known(d, term_arg(b, t, 0)), index = site_known(d, term_arg(b, t, 1)),
             element = site_known(d, term_arg(b, t, 2));
    if (index != PROGRAM_NONE) return index;
    term at = evaluate(&d->evaluation, term_arg(b, t, 1));
    struct pieces *before = table_of(d, array), after = {.rest = before ? before->rest : array};
    struct piece *piece = before ? find_piece(before, at) : NULL;
    if ((piece ? piece->site : after.rest) == element) return array;
    if (before) vec_append(&after.list, before->list.data, before->list.size);
    if (piece)
        find_piece(&after, at)->site = element;
    else
        vec_push(&after.list, (struct piece){at, element});
    if (after.list.size > MOST_PIECES) {
        vec_free(&after.list);
        return any_argument(d, t);
    }
    vec_push(&d->tables, after);
    return d->program->sites.size + d->tables.size - 1;
}

/* ---- terms ---- */

static uint32_t of_term(struct dependence *d, term t) {
    switch (term_op(d->program->terms, t)) {
    case TERM_AND: return of_connective(d, t, false);
    case TERM_OR: return of_connective(d, t, true);
    case TERM_SELECT: return of_select(d, t);
    case TERM_STORE: return of_store(d, t);
    case TERM_ITE: return of_choice(d, t);
    default: return any_argument(d, t);
    }
}

/* The origin of the term's value. */
static uint32_t depends(struct dependence *d, term root) {
    vec_clear(&d->scratch);
    term_collect(d->program->terms, &root, 1, &d->scratch);
    for (uint32_t i = 0; i < d->scratch.size; i++) {
        term t = d->scratch.data[i];
        if (hash_map_get(&d->memo, t.id) != HASH_NONE) continue;
        hash_map_put(&d->memo, t.id, of_term(d, t) + 1);
    }
    return known(d, root);
}

/* ---- actions ---- */

/* Only the tables that variables have, each once. */
static void collect_tables(struct dependence *d) {
    uint32_t sites = d->program->sites.size, n = d->tables.size;
    if (!n) return;
    u32s moved = {0};
    vec_resize(&moved, n);
    pieces_tables kept = {0};
    vec_each (uint32_t, o, &d->origins) {
        if (!table_of(d, *o)) continue;
        uint32_t *to = &moved.data[*o - sites];
        if (!*to) {
            vec_push(&kept, d->tables.data[*o - sites]);
            *to = kept.size;
        }
        *o = sites + *to - 1;
    }
    for (uint32_t i = 0; i < n; i++)
        if (!moved.data[i]) vec_free(&d->tables.data[i].list);
    vec_free(&d->tables);
    vec_free(&moved);
    d->tables = kept;
}

/* Values and origins changed: what was known about terms is no longer. */
static void refresh(struct dependence *d) {
    evaluation_reset(&d->evaluation);
    hash_map_clear(&d->memo);
    collect_tables(d);
    for (uint32_t v = 0; v < d->program->variables.size; v++) {
        term now = d->program->variables.data[v].now;
        evaluation_set(&d->evaluation, now, d->values.data[v]);
        hash_map_put(&d->memo, now.id, d->origins.data[v] + 1);
    }
}

static void assign(struct dependence *d, const struct program_action *action) {
    u32s origins = {0};
    term_list values = {0};
    for (uint32_t i = 0; i < action->n; i++) {
        vec_push(&origins, depends(d, action->assignments[i].value));
        vec_push(&values, evaluate(&d->evaluation, action->assignments[i].value));
    }
    for (uint32_t i = 0; i < action->n; i++) {
        d->origins.data[action->assignments[i].variable] = origins.data[i];
        d->values.data[action->assignments[i].variable] = values.data[i];
    }
    vec_free(&origins);
    vec_free(&values);
    refresh(d);
}

static void enter(struct dependence *d, uint32_t site, term value) {
    uint32_t v = d->program->sites.data[site].variable;
    d->origins.data[v] = d->marked->data[site] ? site : PROGRAM_NONE;
    d->values.data[v] = value;
    refresh(d);
}

/* Along an edge, which in an automaton as read has no choice; the site on which one of its conditions depends. */
static uint32_t follow(struct dependence *d, const struct program_playback *p) {
    program_command point = d->program->edges.data[p->edge].command;
    for (struct program_node n = program_node(d->program, point); n.kind == PROGRAM_STEP;
         n = program_node(d->program, n.next[0])) {
        uint32_t site = PROGRAM_NONE;
        switch (n.action.kind) {
        case PROGRAM_ASSUME: site = site_of(d, depends(d, n.action.condition)); break;
        case PROGRAM_ASSIGN: assign(d, &n.action); break;
        case PROGRAM_HAVOC: enter(d, n.action.site, p->inputs.data[n.action.site]); break;
        case PROGRAM_TAG: break;
        }
        if (site != PROGRAM_NONE) return site;
    }
    return PROGRAM_NONE;
}

uint32_t program_dependence_on(struct program *program, const struct program_trace *trace, const u8s *sites) {
    struct dependence d = {.program = program, .marked = sites};
    struct program_playback p;
    uint32_t found = PROGRAM_NONE;
    evaluation_init(&d.evaluation, program->terms);
    vec_append(&d.values, trace->initial.data, trace->initial.size);
    for (uint32_t v = 0; v < program->variables.size; v++) vec_push(&d.origins, PROGRAM_NONE);
    refresh(&d);
    program_playback_init(&p, program, trace);
    while (found == PROGRAM_NONE && program_playback_next(&p)) found = follow(&d, &p);
    program_playback_fini(&p);
    evaluation_fini(&d.evaluation);
    hash_map_free(&d.memo);
    vec_each (struct pieces, t, &d.tables) vec_free(&t->list);
    vec_free(&d.tables);
    vec_free(&d.origins);
    vec_free(&d.values);
    vec_free(&d.scratch);
    return found;
}

uint32_t program_dependence(struct program *program, const struct program_trace *trace, unsigned kinds) {
    u8s sites = {0};
    vec_each (const struct program_site, s, &program->sites) vec_push(&sites, kinds >> s->kind & 1);
    uint32_t found = program_dependence_on(program, trace, &sites);
    vec_free(&sites);
    return found;
}
