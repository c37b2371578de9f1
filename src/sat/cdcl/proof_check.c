/* The proof checker: replays chains of resolutions with a set of literals. It knows nothing of how the solver finds
 * them. */
#include "sat/cdcl/proof.h"

struct replay {
    const struct proof *proof;
    uint32_t literals; /* bound on literal codes */
    bool *present;     /* by literal code: in the resolvent */
    u32s resolvent;    /* codes that are or were in it */
    uint32_t size;     /* of the resolvent */
};

static bool insert(struct replay *r, sat_lit l) {
    if (r->present[sat_not(l).code]) return false; /* a tautology proves nothing */
    if (r->present[l.code]) return true;
    r->present[l.code] = true;
    vec_push(&r->resolvent, l.code);
    r->size++;
    return true;
}

static const char *start(struct replay *r, const struct proof_step *s) {
    for (uint32_t i = 0; i < s->size; i++)
        if (!insert(r, proof_literals(r->proof, s)[i])) return "the chain starts with a tautology";
    return NULL;
}

static const char *resolve(struct replay *r, const struct proof_step *s) {
    const sat_lit *literals = proof_literals(r->proof, s);
    uint32_t pivot = UINT32_MAX;
    for (uint32_t i = 0; i < s->size; i++) {
        if (!r->present[sat_not(literals[i]).code] || literals[i].code == pivot) continue;
        if (pivot != UINT32_MAX) return "two clauses clash in more than one literal";
        pivot = literals[i].code;
    }
    if (pivot == UINT32_MAX) return "two clauses do not clash";
    r->present[pivot ^ 1] = false;
    r->size--;
    for (uint32_t i = 0; i < s->size; i++)
        if (literals[i].code != pivot && !insert(r, literals[i])) return "an antecedent is a tautology";
    return NULL;
}

/* The resolvent is the clause of the step, as sets. */
static const char *compare(const struct replay *r, const struct proof_step *s) {
    const sat_lit *literals = proof_literals(r->proof, s);
    uint32_t different = 0;
    for (uint32_t i = 0; i < s->size; i++) {
        if (!r->present[literals[i].code]) return "the clause has a literal that the chain does not leave";
        bool repeated = false;
        for (uint32_t k = 0; k < i; k++) repeated |= literals[k].code == literals[i].code;
        different += !repeated;
    }
    return different == r->size ? NULL : "the chain leaves a literal that the clause does not have";
}

static const char *replay_step(struct replay *r, uint32_t step) {
    const struct proof_step *s = &r->proof->steps.data[step];
    const char *wrong = NULL;
    for (uint32_t i = 0; i < s->count && !wrong; i++) {
        uint32_t antecedent = proof_antecedents(r->proof, s)[i];
        if (antecedent >= step)
            wrong = "an antecedent does not come before";
        else
            wrong = (i ? resolve : start)(r, &r->proof->steps.data[antecedent]);
    }
    if (s->count && !wrong) wrong = compare(r, s);
    vec_each (uint32_t, code, &r->resolvent) r->present[*code] = false;
    vec_clear(&r->resolvent);
    r->size = 0;
    return wrong;
}

/* What the step rests on, by going through its antecedents; they may be anything in a broken proof. */
static bool *reachable(const struct proof *p, uint32_t step) {
    bool *marks = mem_new_array(bool, p->steps.size + 1);
    u32s open = {0};
    vec_push(&open, step);
    while (open.size) {
        uint32_t i = vec_pop(&open);
        if (i >= p->steps.size || marks[i]) continue;
        marks[i] = true;
        for (uint32_t k = 0; k < p->steps.data[i].count; k++)
            vec_push(&open, proof_antecedents(p, &p->steps.data[i])[k]);
    }
    vec_free(&open);
    return marks;
}

const char *proof_check(const struct proof *p, uint32_t step, uint32_t *where) {
    if (step != PROOF_NONE && step >= p->steps.size) return "there is no such step";
    struct replay r = {.proof = p, .literals = 2};
    vec_each (sat_lit, l, &p->literals)
        if (l->code >= r.literals) r.literals = (l->code | 1) + 1;
    r.present = mem_new_array(bool, r.literals);
    bool *needed = step == PROOF_NONE ? NULL : reachable(p, step);
    const char *wrong = NULL;
    for (uint32_t i = 0; i < p->steps.size && !wrong; i++) {
        if (needed && !needed[i]) continue;
        wrong = replay_step(&r, i);
        if (wrong && where) *where = i;
    }
    mem_free(needed);
    mem_free(r.present);
    vec_free(&r.resolvent);
    return wrong;
}
