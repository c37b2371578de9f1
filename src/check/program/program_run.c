/* The only run: walked by evaluation, with all that is open kept apart. */
#include "check/program/program_run.h"

#include "check/program/program_dependence.h"

enum { LONGEST = 2000000 /* edges */ };

enum passing {
    PASSED,
    BLOCKED, /* a condition is false, whatever enters */
    OPEN     /* one depends on what enters */
};

struct only_run {
    struct program *program;
    struct program_tracker *state;
    uint32_t location;
    uint32_t site; /* on which a condition depends */
};

/* Goes along an edge, which in an automaton as read has no choice. */
static enum passing pass(struct only_run *r, uint32_t edge) {
    struct program *program = r->program;
    program_command point = program->edges.data[edge].command;
    struct program_node n = program_node(program, point);
    for (; n.kind == PROGRAM_STEP; n = program_node(program, n.next[0])) {
        const struct program_site *site;
        switch (n.action.kind) {
        case PROGRAM_ASSUME:
            r->site = program_tracker_site(r->state, n.action.condition);
            if (r->site != PROGRAM_NONE) return OPEN;
            if (!term_is(program->terms, program_tracker_value(r->state, n.action.condition), TERM_TRUE))
                return BLOCKED;
            break;
        case PROGRAM_ASSIGN: program_tracker_assign(r->state, &n.action); break;
        case PROGRAM_HAVOC:
            site = &program->sites.data[n.action.site];
            program_tracker_set(r->state, site->variable,
                                value_default(program->terms, term_sort(program->terms, site->input)),
                                n.action.site);
            break;
        case PROGRAM_TAG: break;
        }
    }
    return n.kind == PROGRAM_END ? PASSED : OPEN;
}

/* The one edge that can be taken, which is taken; PROGRAM_NONE: there is none. False: there may be several. */
static bool step(struct only_run *r, uint32_t *taken) {
    *taken = PROGRAM_NONE;
    vec_each (const uint32_t, e, &r->program->outgoing.data[r->location]) {
        program_tracker_keep(r->state);
        enum passing passing = pass(r, *e);
        program_tracker_return(r->state);
        if (passing == OPEN || (passing == PASSED && *taken != PROGRAM_NONE)) return false;
        if (passing == PASSED) *taken = *e;
    }
    if (*taken == PROGRAM_NONE) return true;
    (void)pass(r, *taken);
    r->location = r->program->edges.data[*taken].to;
    return true;
}

static enum check_result walk(struct only_run *r, struct limits *limits, struct text *why) {
    const struct program *program = r->program;
    for (uint32_t i = 0; i < LONGEST; i++) {
        uint32_t edge;
        if (limits && limits_stopped(limits)) break;
        r->site = PROGRAM_NONE;
        if (!step(r, &edge)) {
            text_add(why, "the program has more than one run");
            if (r->site != PROGRAM_NONE && program->sites.data[r->site].position.line)
                text_format(why, ", by what enters at line %u", program->sites.data[r->site].position.line);
            return CHECK_REJECTED;
        }
        if (edge == PROGRAM_NONE) return CHECK_ACCEPTED;
        if (r->location != program->error) continue;
        text_add(why, "the program's only run does not end before an error");
        return CHECK_REJECTED;
    }
    text_add(why, limits && limits_stopped_slow(limits) ? "the limits ran out"
                                                        : "the program's only run is too long");
    return CHECK_UNDECIDED;
}

enum check_result check_program_run(struct program *program, struct limits *limits, struct text *why) {
    struct only_run r = {.program = program, .location = program->initial};
    u8s live = {0};
    if (program->outgoing.size != program->locations.size) program_index(program);
    program_live(program, &live);
    bool open = false; /* runs of C programs start with nothing */
    for (uint32_t v = 0; v < program->variables.size; v++)
        open |= live.data[program->initial * program->variables.size + v];
    vec_free(&live);
    enum check_result result = CHECK_REJECTED;
    if (open) {
        text_add(why, "variables have any value at the start");
    } else {
        r.state = program_tracker_new(program, NULL);
        result = walk(&r, limits, why);
        program_tracker_free(r.state);
    }
    return result;
}
