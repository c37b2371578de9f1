/* Strategy `cores`: the literals of what was reached that already exclude the rest of the path. */
#include "refine/strategy.h"

void separate_by_core(struct refiner *r, struct disagreement *d, term_list *out) {
    if (glued_shrink(d->glued, d->cut, &d->reached)) {
        vec_each (const term, literal, &d->reached) refine_atoms(r, *literal, out);
        return;
    }
    /* Undecided, or the cubes overlap because something was not eliminated exactly: any literal may help. */
    vec_each (const term, literal, &d->reached) refine_atoms(r, *literal, out);
    vec_each (const term, literal, &d->leaves) refine_atoms(r, *literal, out);
}

const struct strategy strategy_cores = {.name = "cores", .separator = separate_by_core, .part = true};
