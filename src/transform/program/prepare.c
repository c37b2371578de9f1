/* The working copy of an automaton as read, and the stages after it. */
#include "transform/program/prepare.h"
#include "transform/program/rebuild.h"

struct cfa *cfa_copy(const struct cfa *from, enum cfa_unsupported unsupported) {
    struct cfa_rebuild r;
    cfa_rebuild_init(&r, from, NULL, NULL);
    for (uint32_t i = 0; i < from->edges.size; i++) {
        const struct cfa_edge *e = &from->edges.data[i];
        if (e->unsupported && unsupported == CFA_UNSUPPORTED_LEFT_OUT) continue;
        cfa_command command = cfa_then(r.to, cfa_tag(r.to, i), cfa_rebuild_command(&r, e->command));
        uint32_t to = e->unsupported ? from->error : e->to;
        cfa_add_edge(r.to, r.locations.data[e->from], command, r.locations.data[to], e->position);
    }
    return cfa_rebuild_finish(&r);
}

/* Replaces an automaton by what a stage has made of it. */
static void replace(struct cfa **cfa, struct cfa *made) {
    cfa_free(*cfa);
    *cfa = made;
}

struct cfa *cfa_prepare(const struct cfa *from, enum cfa_unsupported unsupported,
                        const struct options *options, struct stats *stats) {
    struct cfa *cfa = cfa_copy(from, unsupported);
    if (options->slice) replace(&cfa, cfa_slice(cfa));
    uint64_t most_paths = from->long_sums ? (uint64_t)options->block_paths : 0;
    if (options->large_blocks != CFA_BLOCKS_OFF)
        replace(&cfa, cfa_blocks(cfa, (enum cfa_blocks)options->large_blocks, most_paths));
    if (!stats) return cfa;
    stats->locations += from->locations.size;
    stats->edges += from->edges.size;
    stats->variables += from->variables.size;
    stats->final_locations += cfa->locations.size;
    stats->final_edges += cfa->edges.size;
    stats->final_variables += cfa->variables.size;
    return cfa;
}
