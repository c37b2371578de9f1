#include "format/proof/phrase.h"
#include "format/proof/proof.h"

#include "logic/walk.h"

#include <stdio.h>

struct writer {
    const struct system *system;
    struct speech speech;
    struct phrases phrases;
    struct text where;
    struct hash_map described; /* states without name that have a line */
    u32s pending;              /* those that are to get one */
};

static void put_line(struct writer *w, struct text *out, const char *lead, term t) {
    text_format(out, "  %s", lead);
    phrases_put(&w->phrases, out, t);
    text_byte(out, '\n');
}

static void note_unnamed(struct writer *w, term root) {
    term_list all = {0};
    if (!w->system->design.names.size) return; /* the names of the states are the user's */
    speech_collect(&w->speech, &root, 1, &all);
    vec_each (const term, t, &all) {
        uint32_t state = term_is(w->speech.bank, *t, TERM_VARIABLE) && !speech_name(&w->speech, *t).name
                             ? speech_state(&w->speech, *t)
                             : SPEECH_NONE;
        if (state == SPEECH_NONE || hash_map_get(&w->described, state) != HASH_NONE) continue;
        hash_map_put(&w->described, state, 1);
        vec_push(&w->pending, state);
    }
    vec_free(&all);
}

static void declare(void *client, term t, const char *name) {
    struct writer *w = client;
    text_format(&w->where, "  %s = ", name);
    phrases_define(&w->phrases, &w->where, t);
    text_byte(&w->where, '\n');
}

/* A register that the design has no name for: what it starts with, and what it takes. */
static void describe(struct writer *w, uint32_t position, struct text *out) {
    const struct system_state *s = &w->system->states.data[position];
    text_format(out, "  %s: at first ", s->name);
    if (term_is_none(s->first))
        text_add(out, "anything");
    else
        phrases_put(&w->phrases, out, speech_term(&w->speech, s->first));
    text_add(out, ", then ");
    if (term_is_none(s->update))
        text_add(out, "anything that the system's steps allow");
    else {
        text_add(out, "what was in the step before: ");
        phrases_put(&w->phrases, out, speech_term(&w->speech, s->update));
    }
    text_byte(out, '\n');
}

static void put_head(struct text *out, const struct system *system, uint32_t property,
                     const struct system_invariant *invariant) {
    const struct system_property *p = &system->properties.data[property];
    const struct design_name *entry = design_find(&system->design, DESIGN_PROPERTY, property);
    text_format(out, "%s%s%s%s: " PROOF_MARK "\n", p->name, entry && entry->source ? " (" : "",
                entry && entry->source ? entry->source : "", entry && entry->source ? ")" : "");
    if (invariant->depth == 1 && !invariant->simple_path)
        text_add(
            out,
            "It holds in each first step, and every step leads from where it holds to where it holds.\n");
    else
        text_format(out,
                    "It holds in the first %u steps, and after %u steps%s in which it holds it holds in the "
                    "next one.\n",
                    invariant->depth, invariant->depth,
                    invariant->simple_path ? " with different states" : "");
}

void proof_text(struct text *out, const struct system *system, uint32_t property,
                const struct system_invariant *invariant) {
    struct writer w = {.system = system};
    term_list roots = {0};
    char lead[24];
    speech_init(&w.speech, system, false);
    phrases_init(&w.phrases, &w.speech, false);
    put_head(out, system, property, invariant);
    vec_push(&roots,
             speech_condition(&w.speech, speech_term(&w.speech, system->properties.data[property].good)));
    vec_each (const term, c, &invariant->conjuncts) {
        term_list parts = {0};
        term_conjuncts(w.speech.bank, speech_term(&w.speech, *c), &parts);
        vec_each (const term, part, &parts) vec_push(&roots, speech_words(&w.speech, *part));
        vec_free(&parts);
    }
    for (uint32_t i = 0; i < roots.size; i++) note_unnamed(&w, roots.data[i]);
    uint32_t said = roots.size;
    for (uint32_t i = 0; i < w.pending.size; i++) {
        const struct system_state *s = &system->states.data[w.pending.data[i]];
        if (term_is_none(s->update)) continue;
        vec_push(&roots, speech_term(&w.speech, s->update));
        note_unnamed(&w, vec_last(&roots));
    }
    phrases_prepare(&w.phrases, roots.data, roots.size, declare, &w);
    text_add(out, system->properties.data[property].cover ? "never covered, because always\n" : "property\n");
    put_line(&w, out, "", roots.data[0]);
    text_add(out, "invariant\n");
    if (said == 1) text_add(out, "  nothing more than the property\n");
    for (uint32_t i = 1; i < said; i++) {
        snprintf(lead, sizeof lead, "%u: ", i);
        put_line(&w, out, lead, roots.data[i]);
    }
    if (w.where.size || w.pending.size) text_add(out, "where\n");
    text_bytes(out, w.where.data ? w.where.data : "", w.where.size);
    vec_each (const uint32_t, state, &w.pending) describe(&w, *state, out);
    text_fini(&w.where);
    hash_map_free(&w.described);
    vec_free(&w.pending);
    vec_free(&roots);
    phrases_fini(&w.phrases);
    speech_fini(&w.speech);
}
