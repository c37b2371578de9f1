/* Proofs of programs: what holds at loop heads, as C has it where it can, and at the other locations of the proof. */
#include "format/export/infix.h"
#include "format/show/parts.h"
#include "format/show/show.h"
#include "format/witness/program_witness.h"
#include "logic/walk.h"

struct proof {
    struct program *program;
    const struct program_invariant *invariant;
    struct show_places places;
    struct text parts;
    uint32_t n_parts, total, shown;
    bool *needed; /* by variable */
};

static const char *name_of(const void *context, term variable) {
    const struct program *program = context;
    uint32_t number = program_find_variable(program, variable);
    return number == PROGRAM_NONE ? NULL : program->variables.data[number].source;
}

static void begin_part(struct proof *p, const struct program_position *at, const char *name,
                       const char *language) {
    uint32_t place = show_place(&p->places, at);
    text_add(&p->parts, p->n_parts++ ? ",\n{\"place\":" : "{\"place\":");
    show_place_json(&p->parts, &p->places.list.data[place]);
    if (name) {
        text_add(&p->parts, ",\"name\":");
        text_json_string(&p->parts, name);
    }
    text_format(&p->parts, ",\"language\":\"%s\",\"conjuncts\":[", language);
}

static void add_variables(struct proof *p, term t) {
    term_list found = {0};
    bool first = true;
    term_variables(p->program->terms, &t, 1, &found);
    text_add(&p->parts, ",[");
    vec_each (const term, v, &found) {
        uint32_t number = program_find_variable(p->program, *v);
        if (number == PROGRAM_NONE) continue;
        p->needed[number] = true;
        text_format(&p->parts, first ? "%u" : ",%u", number);
        first = false;
    }
    text_add(&p->parts, "]");
    vec_free(&found);
}

/* The formula at a location, conjunct by conjunct, in words of C as far as infix_print knows them. */
static void add_location(struct proof *p, uint32_t l) {
    const struct program_location *location = &p->program->locations.data[l];
    term_list conjuncts = {0};
    struct text one = {0};
    term_conjuncts(p->program->terms, p->invariant->at.data[l], &conjuncts);
    if (conjuncts.size && p->shown < SHOW_CONJUNCTS) {
        begin_part(p, &location->position, location->name, "formula");
        for (uint32_t i = 0; i < conjuncts.size && p->shown < SHOW_CONJUNCTS; i++, p->shown++) {
            text_clear(&one);
            infix_print(&one, p->program->terms, conjuncts.data[i], name_of, p->program, SHOW_LETTERS);
            text_add(&p->parts, i ? ",\n[" : "[");
            text_json_string(&p->parts, one.data);
            add_variables(p, conjuncts.data[i]);
            text_byte(&p->parts, ']');
        }
        text_add(&p->parts, "]}");
    }
    p->total += conjuncts.size;
    text_fini(&one);
    vec_free(&conjuncts);
}

/* The heads of loops about which C can say something. */
static void add_loops(struct proof *p) {
    loop_invariants all = {0};
    program_loop_invariants(&all, p->program, p->invariant);
    vec_each (const struct loop_invariant, i, &all) {
        begin_part(p, &i->position, NULL, "C");
        text_byte(&p->parts, '[');
        text_json_string(&p->parts, i->expression);
        text_add(&p->parts, ",[]]]}");
    }
    loop_invariants_free(&all);
}

/* Edges that no run takes, as is proved: what leaves a location whose formula is false. */
static void add_dead(struct proof *p, struct text *out) {
    struct hash_map seen = {0};
    bool first = true;
    text_add(out, "\"dead\":[");
    vec_each (const struct program_edge, e, &p->program->edges) {
        term at = p->invariant->at.data[e->from];
        if (!e->position.line || term_is_none(at) || !term_is(p->program->terms, at, TERM_FALSE)) continue;
        uint32_t place = show_place(&p->places, &e->position);
        if (hash_map_get(&seen, place) != HASH_NONE) continue;
        hash_map_put(&seen, place, 1);
        text_format(out, first ? "%u" : ",%u", place);
        first = false;
    }
    text_byte(out, ']');
    hash_map_free(&seen);
}

void show_program_invariant(struct text *out, struct program *program, const struct program_invariant *v) {
    struct proof p = {.program = program, .invariant = v};
    struct text dead = {0};
    strings names = {0}; /* borrowed */
    p.needed = mem_new_array(bool, program->variables.size + 1);
    if (!v->only_run) {
        add_loops(&p);
        for (uint32_t l = 0; l < program->locations.size; l++)
            if (l != program->error && !term_is_none(v->at.data[l])) add_location(&p, l);
        add_dead(&p, &dead);
    } else
        text_add(&dead, "\"dead\":[]");
    vec_each (const struct program_variable, variable, &program->variables)
        vec_push(&names, variable->source ? (char *)variable->source : variable->name);
    text_add(out, "{\"kind\":\"proof\",");
    show_files_json(out, &p.places);
    text_format(out,
                ",\"level\":\"program\",\"depth\":%u%s,\"total\":%u,\"shown\":%u,\"variables\":", v->depth,
                v->only_run ? ",\"only_run\":true" : "", p.total, p.shown);
    show_names(out, &names);
    text_add(out, ",\"needed\":");
    show_marked(out, p.needed, program->variables.size);
    text_format(out, ",\"parts\":[%s],", p.parts.data ? p.parts.data : "");
    show_places_json(out, &p.places);
    text_format(out, ",%s}", dead.data);
    vec_free(&names);
    mem_free(p.needed);
    show_places_fini(&p.places);
    text_fini(&p.parts);
    text_fini(&dead);
}
