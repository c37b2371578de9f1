/* A chain: the stages that lead from a model to what an engine sees.
 *
 *     struct chain chain;
 *     chain_init(&chain, model, positions, n);                     the properties that are asked about
 *     chain_apply(&chain, &stage_cone, &context, &messages);  ...
 *     ... an engine works on chain_last(&chain) ...
 *     chain_back(&chain, &evidence, &why);                         now about `model`
 *     chain_fini(&chain);
 */
#ifndef INDUCT_TRANSFORM_CHAIN_H
#define INDUCT_TRANSFORM_CHAIN_H

#include "transform/stage.h"

struct chain {
    struct model first; /* borrowed */
    VEC(struct stage *) stages;
    uint64_t applied; /* how many stages there have been */
    VEC(u32s) asked;  /* before each stage and at the end: positions of what is asked about */
};

void chain_init(struct chain *, struct model, const uint32_t *asked, uint32_t n);
void chain_fini(struct chain *);

struct model chain_last(const struct chain *);
struct model chain_model(const struct chain *, uint32_t stages); /* behind so many stages */
/* Where a property of the last model stands in the first. */
uint32_t chain_first_position(const struct chain *, uint32_t property);

/* Adds a stage; anything but STATUS_OK leaves the chain as it was. */
enum status chain_apply(struct chain *, const struct stage_kind *, const struct stage_context *,
                        struct messages *);
void chain_cut(struct chain *, uint32_t stages); /* drops all behind the first so many */
/* From now on nobody asks about what is decided, by position in the first model. */
void chain_ask(struct chain *, const bool *decided);

/* Whether invariants are of no use for the first model. */
bool chain_proves_nothing(const struct chain *);

/* Carries evidence about the last model to the first. On anything but STAGE_CARRIED it is freed, and `why` says
 * why. */
enum stage_back chain_back(struct chain *, struct evidence *, struct text *why);
/* Carries lemmas from the model behind the first `from` stages to the one behind the first `to`. Those that
 * cannot be said are dropped. */
void chain_lemmas(struct chain *, struct evidence *lemmas, uint32_t from, uint32_t to);

#endif
