/* What a property depends on, as bytes that are hashed. Variables are their positions in the file, as in packed
 * evidence, so that what is found under a key speaks of the variables that it means. */
#include "cache/cache.h"

#include "base/bytes.h"
#include "base/hash.h"
#include "evidence/pack.h"
#include "logic/pack.h"
#include "logic/walk.h"

#include <string.h>

static void begin(struct text *out, const char *version, const char *what) {
    text_bytes(out, version, strlen(version) + 1);
    text_bytes(out, what, strlen(what) + 1);
}

static void finish(struct text *out, char key[SHA256_HEX]) {
    sha256_hex(out->data, out->size, key);
    text_fini(out);
}

void cache_near_key(const char *file, const char *property, const char *version, char key[SHA256_HEX]) {
    struct text bytes = {0};
    begin(&bytes, version, "near");
    begin(&bytes, file, property);
    finish(&bytes, key);
}

/* ---- circuits ---- */

/* The nodes that matter: from the property and the constraints through the functions of latches. */
static void mark_circuit(const struct circuit *c, aig_lit bad, bool *marks) {
    bool changed = true;
    aig_mark_cone(c->graph, bad, marks);
    vec_each (const struct signal, s, &c->constraints) aig_mark_cone(c->graph, s->lit, marks);
    bool *done = mem_new_array(bool, c->latches.size + 1);
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < c->latches.size; i++) {
            const struct latch *l = &c->latches.data[i];
            if (done[i] || !marks[aig_node(l->lit)]) continue;
            done[i] = changed = true;
            aig_mark_cone(c->graph, l->next, marks);
            aig_mark_cone(c->graph, l->reset, marks);
        }
    }
    mem_free(done);
}

struct numbers {
    const struct aig *graph;
    uint64_t *of; /* by node */
};

static void add_literal(struct text *out, const struct numbers *n, aig_lit l) {
    bytes_number(out, 2 * n->of[aig_node(l)] + aig_sign(l));
}

/* Leaves have numbers by position; gates follow, in the order of the graph. */
static void add_circuit(struct text *out, const struct circuit *c, uint32_t property) {
    const uint32_t size = aig_size(c->graph);
    bool *marks = mem_new_array(bool, size);
    struct numbers n = {c->graph, mem_new_array(uint64_t, size)};
    uint64_t next = 1;
    mark_circuit(c, c->properties.data[property].bad, marks);
    vec_each (const struct signal, s, &c->inputs) n.of[aig_node(s->lit)] = next++;
    vec_each (const struct latch, l, &c->latches) n.of[aig_node(l->lit)] = next++;
    bytes_number(out, c->inputs.size);
    bytes_number(out, c->latches.size);
    for (uint32_t i = 0; i < size; i++) {
        if (!marks[i] || !aig_is_gate(c->graph, i)) continue;
        n.of[i] = next++;
        add_literal(out, &n, aig_left(c->graph, i));
        add_literal(out, &n, aig_right(c->graph, i));
    }
    for (uint32_t i = 0; i < c->latches.size; i++) {
        const struct latch *l = &c->latches.data[i];
        if (!marks[aig_node(l->lit)]) continue;
        bytes_number(out, i + 1);
        add_literal(out, &n, l->next);
        add_literal(out, &n, l->reset);
    }
    bytes_number(out, 0);
    bytes_number(out, c->constraints.size);
    vec_each (const struct signal, s, &c->constraints) add_literal(out, &n, s->lit);
    add_literal(out, &n, c->properties.data[property].bad);
    mem_free(marks);
    mem_free(n.of);
}

/* ---- terms ---- */

/* Terms of a simplifying bank or not, whose variables are all in the table. */
static void add_terms(struct text *out, const struct terms *b, const term_list *table,
                      const term_list *roots) {
    term_pack_shape(out, b, table);
    bool known = term_pack(out, b, table, roots);
    assert(known);
    (void)known;
}

/* ---- systems ---- */

static void add_roots(const struct system *s, uint32_t property, const u8s *inside, term_list *roots) {
    vec_clear(roots);
    vec_push(roots, s->init);
    vec_push(roots, s->trans);
    vec_append(roots, s->constraints.data, s->constraints.size);
    vec_push(roots, s->properties.data[property].good);
    for (uint32_t i = 0; i < s->states.size; i++) {
        vec_push(roots, inside->data[i] ? s->states.data[i].first : TERM_NONE);
        vec_push(roots, inside->data[i] ? s->states.data[i].update : TERM_NONE);
    }
}

/* ---- the cone of a system ---- */

struct reaching {
    const struct system *system;
    struct hash_map positions; /* state variable, now or next -> its state */
    u8s seen, inside;          /* by term, by state */
    term_list work;
};

static void want(struct reaching *r, term t) {
    if (term_is_none(t) || r->seen.data[t.id]) return;
    r->seen.data[t.id] = 1;
    vec_push(&r->work, t);
}

static void reach(struct reaching *r, const term_list *roots) {
    const struct terms *b = r->system->terms;
    vec_each (const term, t, roots) want(r, *t);
    while (r->work.size) {
        term t = vec_pop(&r->work);
        uint32_t state = hash_map_get(&r->positions, t.id);
        for (uint32_t i = 0, n = term_arity(b, t); i < n; i++) want(r, term_arg(b, t, i));
        if (state == HASH_NONE || r->inside.data[state]) continue;
        r->inside.data[state] = 1;
        want(r, r->system->states.data[state].first);
        want(r, r->system->states.data[state].update);
    }
}

static void reaching_init(struct reaching *r, const struct system *s, uint32_t property, term_list *roots) {
    *r = (struct reaching){.system = s};
    vec_resize(&r->inside, s->states.size);
    vec_resize(&r->seen, terms_size(s->terms));
    for (uint32_t i = 0; i < s->states.size; i++) {
        hash_map_put(&r->positions, s->states.data[i].now.id, i);
        hash_map_put(&r->positions, s->states.data[i].next.id, i);
    }
    add_roots(s, property, &r->inside, roots);
    reach(r, roots);
    add_roots(s, property, &r->inside, roots);
}

static void reaching_fini(struct reaching *r) {
    hash_map_free(&r->positions);
    vec_free(&r->seen);
    vec_free(&r->inside);
    vec_free(&r->work);
}

static void add_system(struct text *out, const struct system *s, uint32_t property) {
    struct reaching r;
    term_list table = {0}, roots = {0};
    vec_each (const struct system_state, state, &s->states) {
        vec_push(&table, state->now);
        vec_push(&table, state->next);
    }
    vec_each (const struct system_input, i, &s->inputs) vec_push(&table, i->now);
    reaching_init(&r, s, property, &roots);
    bytes_number(out, s->states.size);
    bytes_number(out, s->constraints.size);
    add_terms(out, s->terms, &table, &roots);
    reaching_fini(&r);
    vec_free(&table);
    vec_free(&roots);
}

static bool is_inside(const struct reaching *r, term conjunct) {
    const struct terms *b = r->system->terms;
    term_list all = {0};
    bool inside = true;
    term_collect(b, &conjunct, 1, &all);
    vec_each (const term, t, &all) {
        uint32_t state = hash_map_get(&r->positions, t->id);
        inside = inside && (state == HASH_NONE || r->inside.data[state]);
    }
    vec_free(&all);
    return inside;
}

/* The conjuncts about states of the cone alone. */
static struct system_invariant *part_about_cone(const struct system *s, const struct evidence *e) {
    struct system_invariant *part = system_invariant_copy(e->system_invariant, s, s);
    struct reaching r;
    term_list roots = {0};
    uint32_t kept = 0;
    reaching_init(&r, s, e->property, &roots);
    vec_each (const term, t, &part->conjuncts)
        if (is_inside(&r, *t)) part->conjuncts.data[kept++] = *t;
    vec_shrink(&part->conjuncts, kept);
    reaching_fini(&r);
    vec_free(&roots);
    return part;
}

bool cache_pack(struct text *bytes, const struct evidence *e, struct model about, bool near) {
    if (near || e->refutes || e->level != LEVEL_SYSTEM) return evidence_pack(bytes, e, about);
    struct evidence part = evidence_of_system_invariant(e->property, part_about_cone(about.system, e));
    bool said = evidence_pack(bytes, &part, about);
    evidence_free(&part);
    return said;
}

/* ---- programs ---- */

/* The commands of an automaton as read have no choice. */
static void add_command(struct text *out, const struct program *p, program_command command,
                        term_list *roots) {
    for (;;) {
        struct program_node node = program_node(p, command);
        bytes_number(out, node.kind);
        if (node.kind != PROGRAM_STEP) return;
        const struct program_action *a = &node.action;
        bytes_number(out, a->kind);
        if (a->kind == PROGRAM_ASSUME) vec_push(roots, a->condition);
        if (a->kind == PROGRAM_HAVOC) bytes_number(out, a->site);
        if (a->kind == PROGRAM_ASSIGN) bytes_number(out, a->n);
        for (uint32_t i = 0; a->kind == PROGRAM_ASSIGN && i < a->n; i++) {
            bytes_number(out, a->assignments[i].variable);
            vec_push(roots, a->assignments[i].value);
        }
        command = node.next[0];
    }
}

static void add_text(struct text *out, const char *text) {
    text_bytes(out, text ? text : "", strlen(text ? text : "") + 1);
}

static void add_program(struct text *out, const struct program *p) {
    term_list table = {0}, roots = {0};
    vec_each (const struct program_variable, v, &p->variables) vec_push(&table, v->now);
    vec_each (const struct program_site, s, &p->sites) {
        bytes_number(out, s->kind);
        bytes_number(out, s->variable);
        add_text(out, s->call);
        vec_push(&table, s->input);
    }
    bytes_number(out, p->locations.size);
    bytes_number(out, p->initial);
    bytes_number(out, p->error);
    vec_each (const struct program_edge, e, &p->edges) {
        bytes_number(out, e->from);
        bytes_number(out, e->to);
        add_text(out, e->unsupported);
        add_command(out, p, e->command, &roots);
    }
    bytes_number(out, p->ends.size);
    vec_each (const struct program_end, e, &p->ends) {
        bytes_number(out, e->from);
        add_command(out, p, e->command, &roots);
    }
    vec_append(&roots, p->assumed.data, p->assumed.size);
    add_terms(out, p->terms, &table, &roots);
    vec_free(&table);
    vec_free(&roots);
}

uint64_t cache_work(struct model model) {
    return model.level == LEVEL_CIRCUIT  ? aig_size(model.circuit->graph)
           : model.level == LEVEL_SYSTEM ? terms_size(model.system->terms)
                                         : 0;
}

void cache_cone_key(struct model model, uint32_t property, const char *version, char key[SHA256_HEX]) {
    static const char *const levels[] = {"circuit", "system", "program"};
    struct text bytes = {0};
    begin(&bytes, version, levels[model.level]);
    bytes_number(&bytes, property);
    switch (model.level) {
    case LEVEL_CIRCUIT: add_circuit(&bytes, model.circuit, property); break;
    case LEVEL_SYSTEM: add_system(&bytes, model.system, property); break;
    default: add_program(&bytes, model.program); break;
    }
    finish(&bytes, key);
}
