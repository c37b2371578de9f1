/* The run is executed once more. Beside every value goes its *origin*: a site of the given ones that it
 * depends on (one stands for all), PROGRAM_NONE, or, of an array whose elements differ in that, a table of those
 * that were written one by one. */
#include "check/program/program_dependence.h"

#include "evidence/program_playback.h"
#include "logic/walk.h"
#include "model/program_state.h"

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

struct program_tracker {
    struct program *program;
    u32s origins; /* by variable */
    struct program_state state;
    pieces_tables tables; /* origin `sites.size + i`: table i */
    struct evaluation evaluation;
    struct hash_map memo; /* term -> origin + 1, for the values and origins as they are, unless stale */
    bool stale;
    term_list scratch;
    u32s kept_origins; /* as program_tracker_keep found them; tables that they name stay until then */
};

static uint32_t known(const struct program_tracker *d, term t) {
    return hash_map_get(&d->memo, t.id) - 1;
}

static struct pieces *table_of(const struct program_tracker *d, uint32_t origin) {
    uint32_t sites = d->program->sites.size;
    return origin != PROGRAM_NONE && origin >= sites ? &d->tables.data[origin - sites] : NULL;
}

/* A site on which some part of the value depends. */
static uint32_t site_of(const struct program_tracker *d, uint32_t origin) {
    const struct pieces *p = table_of(d, origin);
    if (!p) return origin;
    uint32_t site = p->rest;
    for (uint32_t i = 0; i < p->list.size && site == PROGRAM_NONE; i++) site = p->list.data[i].site;
    return site;
}

static uint32_t site_known(const struct program_tracker *d, term t) {
    return site_of(d, known(d, t));
}

static bool holds(struct program_tracker *d, term t) {
    return term_is(d->program->terms, evaluate(&d->evaluation, t), TERM_TRUE);
}

static uint32_t any_argument(const struct program_tracker *d, term t) {
    for (uint32_t i = 0; i < term_arity(d->program->terms, t); i++) {
        uint32_t site = site_known(d, term_arg(d->program->terms, t, i));
        if (site != PROGRAM_NONE) return site;
    }
    return PROGRAM_NONE;
}

/* and, or: an argument that decides without the value, if there is one. */
static uint32_t of_connective(struct program_tracker *d, term t, bool decisive) {
    for (uint32_t i = 0; i < term_arity(d->program->terms, t); i++) {
        term a = term_arg(d->program->terms, t, i);
        if (site_known(d, a) == PROGRAM_NONE && holds(d, a) == decisive) return PROGRAM_NONE;
    }
    return any_argument(d, t);
}

static uint32_t of_choice(struct program_tracker *d, term t) {
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

static uint32_t of_select(struct program_tracker *d, term t) {
    const struct terms *b = d->program->terms;
    term array = term_arg(b, t, 0), index = term_arg(b, t, 1);
    if (site_known(d, index) != PROGRAM_NONE) return site_known(d, index);
    struct pieces *p = table_of(d, known(d, array));
    if (!p) return known(d, array);
    struct piece *piece = find_piece(p, evaluate(&d->evaluation, index));
    return piece ? piece->site : p->rest;
}

static uint32_t of_store(struct program_tracker *d, term t) {
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

static uint32_t of_term(struct program_tracker *d, term t) {
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
static uint32_t depends(struct program_tracker *d, term root) {
    vec_clear(&d->scratch);
    term_collect(d->program->terms, &root, 1, &d->scratch);
    for (uint32_t i = 0; i < d->scratch.size; i++) {
        term t = d->scratch.data[i];
        if (hash_map_get(&d->memo, t.id) != HASH_NONE) continue;
        hash_map_put(&d->memo, t.id, of_term(d, t) + 1);
    }
    return known(d, root);
}

/* ---- the state ---- */

/* Only the tables that variables have, each once. */
static void collect_tables(struct program_tracker *d) {
    uint32_t sites = d->program->sites.size, n = d->tables.size;
    if (!n) return;
    u32s moved = {0};
    vec_resize(&moved, n);
    pieces_tables kept = {0};
    u32s *const lists[] = {&d->origins, &d->kept_origins};
    for (int i = 0; i < 2; i++)
        vec_each (uint32_t, o, lists[i]) {
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
static void refresh(struct program_tracker *d) {
    if (!d->stale) return;
    d->stale = false;
    program_state_load(&d->state, &d->evaluation);
    hash_map_clear(&d->memo);
    collect_tables(d);
    for (uint32_t v = 0; v < d->program->variables.size; v++)
        hash_map_put(&d->memo, d->program->variables.data[v].now.id, d->origins.data[v] + 1);
}

struct program_tracker *program_tracker_new(struct program *program, const term *initial) {
    struct program_tracker *d = mem_new(struct program_tracker);
    *d = (struct program_tracker){.program = program, .stale = true};
    evaluation_init(&d->evaluation, program->terms);
    program_state_init(&d->state, program, initial);
    for (uint32_t v = 0; v < program->variables.size; v++) vec_push(&d->origins, PROGRAM_NONE);
    return d;
}

void program_tracker_free(struct program_tracker *d) {
    evaluation_fini(&d->evaluation);
    hash_map_free(&d->memo);
    vec_each (struct pieces, t, &d->tables) vec_free(&t->list);
    vec_free(&d->tables);
    vec_free(&d->origins);
    program_state_fini(&d->state);
    vec_free(&d->kept_origins);
    vec_free(&d->scratch);
    mem_free(d);
}

term program_tracker_value(struct program_tracker *d, term t) {
    refresh(d);
    return evaluate(&d->evaluation, t);
}

uint32_t program_tracker_site(struct program_tracker *d, term t) {
    refresh(d);
    return site_of(d, depends(d, t));
}

void program_tracker_set(struct program_tracker *d, uint32_t variable, term value, uint32_t site) {
    program_state_set(&d->state, variable, value);
    d->origins.data[variable] = site;
    d->stale = true;
}

void program_tracker_assign(struct program_tracker *d, const struct program_action *action) {
    u32s origins = {0};
    refresh(d);
    for (uint32_t i = 0; i < action->n; i++) vec_push(&origins, depends(d, action->assignments[i].value));
    program_state_assign(&d->state, action->assignments, action->n);
    for (uint32_t i = 0; i < action->n; i++)
        d->origins.data[action->assignments[i].variable] = origins.data[i];
    d->stale = true;
    vec_free(&origins);
}

void program_tracker_keep(struct program_tracker *d) {
    vec_clear(&d->kept_origins);
    vec_append(&d->kept_origins, d->origins.data, d->origins.size);
    program_state_keep(&d->state);
}

void program_tracker_return(struct program_tracker *d) {
    vec_clear(&d->origins);
    vec_append(&d->origins, d->kept_origins.data, d->kept_origins.size);
    program_state_return(&d->state);
    d->stale = true;
}

/* ---- traces ---- */

/* Along an edge, which in an automaton as read has no choice; the site on which one of its conditions depends. */
static uint32_t follow(struct program_tracker *d, const struct program_playback *p, const u8s *marked) {
    program_command point = d->program->edges.data[p->edge].command;
    for (struct program_node n = program_node(d->program, point); n.kind == PROGRAM_STEP;
         n = program_node(d->program, n.next[0])) {
        uint32_t site = PROGRAM_NONE, entered = n.action.site;
        switch (n.action.kind) {
        case PROGRAM_ASSUME: site = program_tracker_site(d, n.action.condition); break;
        case PROGRAM_ASSIGN: program_tracker_assign(d, &n.action); break;
        case PROGRAM_HAVOC:
            program_tracker_set(d, d->program->sites.data[entered].variable, p->inputs.data[entered],
                                marked->data[entered] ? entered : PROGRAM_NONE);
            break;
        case PROGRAM_TAG: break;
        }
        if (site != PROGRAM_NONE) return site;
    }
    return PROGRAM_NONE;
}

uint32_t program_dependence_on(struct program *program, const struct program_trace *trace, const u8s *sites) {
    struct program_tracker *d = program_tracker_new(program, trace->initial.data);
    struct program_playback p;
    uint32_t found = PROGRAM_NONE;
    program_playback_init(&p, program, trace);
    while (found == PROGRAM_NONE && program_playback_next(&p)) found = follow(d, &p, sites);
    program_playback_fini(&p);
    program_tracker_free(d);
    return found;
}

uint32_t program_dependence(struct program *program, const struct program_trace *trace, unsigned kinds) {
    u8s sites = {0};
    vec_each (const struct program_site, s, &program->sites) vec_push(&sites, kinds >> s->kind & 1);
    uint32_t found = program_dependence_on(program, trace, &sites);
    vec_free(&sites);
    return found;
}
