/* The working copy of an automaton as read, and the stages after it. */
#include "transform/program/prepare.h"
#include "transform/program/rebuild.h"

struct program *program_copy(const struct program *from, enum program_unsupported unsupported) {
    struct program_rebuild r;
    program_rebuild_init(&r, from, NULL, NULL);
    for (uint32_t i = 0; i < from->edges.size; i++) {
        const struct program_edge *e = &from->edges.data[i];
        if (e->unsupported && unsupported == PROGRAM_UNSUPPORTED_LEFT_OUT) continue;
        program_command command =
            program_then(r.to, program_tag(r.to, i), program_rebuild_command(&r, e->command));
        uint32_t to = e->unsupported ? from->error : e->to;
        program_add_edge(r.to, r.locations.data[e->from], command, r.locations.data[to], e->position);
    }
    return program_rebuild_finish(&r);
}

/* Replaces an automaton by what a stage has made of it. */
static void replace(struct program **program, struct program *made) {
    program_free(*program);
    *program = made;
}

struct program *program_prepare(const struct program *from, enum program_unsupported unsupported,
                                const struct options *options, struct stats *stats) {
    struct program *program = program_copy(from, unsupported);
    if (options->slice) replace(&program, program_slice(program));
    uint64_t most_paths = from->long_sums ? (uint64_t)options->block_paths : 0;
    if (options->large_blocks != PROGRAM_BLOCKS_OFF)
        replace(&program, program_blocks(program, (enum program_blocks)options->large_blocks, most_paths));
    if (!stats) return program;
    stats->final_locations = program->locations.size;
    stats->final_edges = program->edges.size;
    stats->final_variables = program->variables.size;
    return program;
}
