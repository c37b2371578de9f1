/* Concrete IC3 modulo theories: cubes are conjunctions of theory literals over the states, computed
 * backwards.
 *
 * After: Cimatti & Griggio, "Software Model Checking via IC3", CAV 2012 [CG12], sections 3 and 6.1.
 * Paper -> here:  IC3-prove -> loop_run() of loop.c;  APPROX-PREIMAGE -> preimages(), pre_image() of pre.c;
 *                 reduction of bad cubes -> loop_shrink_bad(), pre_lift();  the single solver with
 *                 assumptions for frames and push/pop for the clause under test -> loop.h
 * Invariants:     (1) every state of an obligation's cube that satisfies C has a path of `depth` steps to a
 *                     violation: so a cube that contains an initial state is a counterexample.
 * Departures:     - The range of section 3: `preimage=model` takes the state of the model, `cubes` the first
 *                   preimage-cubes cubes of the preimage (1 as in section 6.1), `exact` all of them.
 *                 - The cubes of the preimage come from the model (implicant, then model-based projection)
 *                   instead of All-SMT on the whole relation, with updates substituted, so that only the cone
 *                   of the cube to reach matters.
 *                 - Bad cubes are reduced by unsatisfiable cores instead of dual-rail simulation: the inputs
 *                   are fixed to the model's and the literals kept that force the step.
 *                 - Not only linear real arithmetic: what Z3 cannot project is replaced by its value.
 */
#include "engine/system/pre.h"
#include "engine/system/system_engines.h"

enum preimage { PREIMAGE_MODEL, PREIMAGE_CUBES, PREIMAGE_EXACT }; /* as the words of the option */

static void bad(struct loop *l, uint32_t property, uint32_t level) {
    term violation =
        term_and2(l->bank, l->constraint, term_not(l->bank, l->system->properties.data[property].good));
    term_list implicant = {0};
    pdr_lits cube = {0};
    bool found = true;
    if (l->options->preimage != PREIMAGE_MODEL && smt_implicant(l->state.smt, violation, &implicant)) {
        vec_each (const term, literal, &implicant) pre_add_literal(l, l->state.smt, *literal, &cube);
        loop_tidy(&cube);
    } else {
        found = pre_point(l, l->state.smt, &cube);
    }
    if (!found) {
        loop_give_up(l, "the SMT solver gave no values");
    } else {
        (void)loop_shrink_bad(l, property, &cube);
        (void)loop_oblige(l, level, &cube, NULL, property, 0);
    }
    vec_free(&implicant);
    vec_free(&cube);
}

/* The cubes of one preimage, one after the other. */
struct cubes {
    pdr_lits literals;
    u32s ends; /* [i]: where cube i ends in `literals` */
};

static void keep_cube(struct cubes *cubes, const pdr_lits *cube) {
    vec_append(&cubes->literals, cube->data, cube->size);
    vec_push(&cubes->ends, cubes->literals.size);
}

/* One cube of predecessors of the target from the model in l->step.smt, reduced. */
static bool preimage(struct loop *l, const struct cube *target, pdr_lits *cube) {
    struct pre *pre = l->data;
    term_list values = {0};
    vec_clear(cube);
    bool found = l->options->preimage == PREIMAGE_MODEL
                     ? pre_point(l, l->step.smt, cube)
                     : pre_image(pre, atoms_cube(&l->atoms, target->literals, target->size), cube);
    if (found && l->options->lift && pre_choices(pre, &values)) (void)pre_lift(pre, &values, target, cube);
    vec_free(&values);
    return found;
}

/* As many cubes as the option asks for; at least one, unless the search ends. */
static void preimages(struct loop *l, const struct cube *target, struct cubes *cubes) {
    uint64_t wanted = l->options->preimage == PREIMAGE_MODEL   ? 1
                      : l->options->preimage == PREIMAGE_CUBES ? (uint64_t)l->options->preimage_cubes
                                                               : UINT64_MAX;
    pdr_lits cube = {0};
    enum smt_result result = SMT_SAT;
    while (result == SMT_SAT && cubes->ends.size < wanted) {
        if (!preimage(l, target, &cube)) {
            loop_give_up(l, "the SMT solver gave no values");
            break;
        }
        keep_cube(cubes, &cube);
        if (cubes->ends.size == wanted) break;
        /* F[level-1] & C & not q & T & q' & not (the cubes so far) sat? */
        result = loop_again(l, term_not(l->bank, atoms_cube(&l->atoms, cube.data, cube.size)));
    }
    vec_free(&cube);
}

static bool predecessors(struct loop *l, struct obligation *o) {
    struct cubes cubes = {0};
    pdr_lits cube = {0};
    preimages(l, o->cube, &cubes);
    loop_end(l);
    bool going = !l->stopped;
    for (uint32_t i = 0, from = 0; i < cubes.ends.size && going; from = cubes.ends.data[i++]) {
        vec_clear(&cube);
        for (uint32_t j = from; j < cubes.ends.data[i]; j++) vec_push(&cube, cubes.literals.data[j]);
        going = loop_oblige(l, o->level - 1, &cube, o, o->goal, 0);
    }
    vec_free(&cube);
    vec_free(&cubes.literals);
    vec_free(&cubes.ends);
    return going;
}

static void spurious(struct loop *l, const struct obligation *o) {
    (void)o;
    loop_give_up(l, "a cube of a preimage was wrong"); /* invariant (1) broken */
}

static const struct domain domain = {.bad = bad, .predecessors = predecessors, .spurious = spurious};

static const char *run(struct engine_task *task) {
    struct loop *l = loop_new(task, &domain);
    struct pre pre;
    pre_init(&pre, l);
    l->data = &pre;
    const char *reason = loop_run(l);
    pre_fini(&pre);
    loop_free(l);
    return reason;
}

const struct engine engine_ic3_smt = {
    .name = "ic3-smt",
    .level = LEVEL_SYSTEM,
    .over_states = true,
    .paper = "[CG12] section 3",
    .summary = "concrete IC3 modulo theories: preimages by implicants and model-based projection",
    .groups = "frames pdr lifting preimage",
    .run = run,
};
