/* The members of portfolios, per level of model, in the order in which they join: as many as there are processes, and a
 * further one for each that gives up. The second one hears nothing from others: what misleads all of them does not
 * mislead it. */
#include "solve/portfolio.h"

static const struct member circuits[] = {
    {"default", NULL, "", false},
    {"eager", "ic3", "effort=off parent=off import=off", true},
    {"bmc", "bmc", "import=always", false},
    {"interpolants", "ipdr", "", false},
    {"induction", "kind", "import=always", false},
    {"patient", "ic3", "push-now=off triggered-push=off import=always", true},
    {"localization", "ic3-local", "", false},
    {"unbounded", "imc", "", false},
    {"plain", "ic3", "ctg=off", true},
    {"unmerged", "ic3", "scorr=off sweep=off", true},
    {"steps", "bmc", "bmc-step=10", false},
    {"joint", "ic3", "joint-infinity=on", true},
};

static const struct member systems[] = {
    {"default", NULL, "", false},
    {"predicates", "ic3ia", "import=off", false},
    {"concrete", "ic3-smt", "", false},
    {"induction", "kind", "import=always", false},
    {"bmc", "bmc", "import=always", false},
    {"single", "ctigar", "", false},
    {"eager", "ic3", "effort=off parent=off", true},
    {"interpolants", "ipdr", "", false},
    {"words", "bmc", "bitblast=off", false},
};

static const struct member programs[] = {
    {"default", NULL, "", false},
    {"bits", "ic3", "import=off", false},
    {"tree", "tree-ic3", "", false},
    {"bmc", "bmc", "import=always", false},
    {"induction", "kind", "import=always", false},
    {"lazy", "tree-itp", "", false},
    {"predicates", "ic3ia", "", false},
    {"abstract-tree", "tree-ic3ia", "", false},
    {"concrete", "ic3-smt", "", false},
    {"words", "ic3cfa", "encoding=bits", true},
};

uint32_t members_for(struct model model, const struct member **list) {
    switch (model.level) {
    case LEVEL_CIRCUIT: *list = circuits; return sizeof circuits / sizeof *circuits;
    case LEVEL_SYSTEM: *list = systems; return sizeof systems / sizeof *systems;
    default: *list = programs; return sizeof programs / sizeof *programs;
    }
}
