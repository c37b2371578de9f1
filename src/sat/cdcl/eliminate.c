/* Candidates are tried in rounds: all gates first, then those whose clauses or users have changed. */
#include "sat/cdcl/eliminate.h"

enum {
    MOST_USERS = 16,   /* of a gate that is tried */
    MOST_CLAUSES = 60, /* of a gate that another is put into */
    LONGEST = 24,      /* clause that may come into being */
    ROUNDS = 12,
    WORK_PER_WORD = 60, /* of the netlist: literals that may be looked at */
    HEADER = 2          /* words before a clause's literals: size, signature */
};

struct eliminator {
    const struct netlist *from;
    const uint8_t *frozen;
    u32s arena;       /* clauses; those that have been replaced stay in it */
    u32s *clauses;    /* by variable: positions in the arena */
    u32s *users;      /* by variable: gates with clauses that have it, some of them repeated or outdated */
    uint8_t *gone;    /* by variable */
    uint8_t *waiting; /* by variable: a candidate of the next round */
    u32s candidates;  /* of the next round */
    uint8_t *marks;   /* by literal; all zero between calls */
    u32s fresh;       /* what the clauses of the users at hand become, one user after the other */
    u32s ends;        /* where each user's end in it */
    int64_t work;     /* left */
};

static uint32_t size_of(const struct eliminator *e, uint32_t clause) {
    return e->arena.data[clause];
}

static const uint32_t *literals_of(const struct eliminator *e, uint32_t clause) {
    return e->arena.data + clause + HEADER;
}

static uint32_t signature(const uint32_t *literals, uint32_t size) {
    uint32_t s = 0;
    for (uint32_t i = 0; i < size; i++) s |= 1u << ((literals[i] >> 1) * 0x9e3779b1u >> 27);
    return s;
}

/* Finishes the clause whose literals have been pushed from `clause` on. */
static void seal(struct eliminator *e, uint32_t clause) {
    uint32_t size = e->arena.size - clause - HEADER;
    e->arena.data[clause] = size;
    e->arena.data[clause + 1] = signature(literals_of(e, clause), size);
    e->work -= size;
}

static uint32_t open_clause(struct eliminator *e) {
    uint32_t clause = e->arena.size;
    vec_resize(&e->arena, clause + HEADER);
    return clause;
}

static bool contains(const struct eliminator *e, uint32_t clause, uint32_t literal) {
    const uint32_t *l = literals_of(e, clause);
    for (uint32_t i = 0; i < size_of(e, clause); i++)
        if (l[i] == literal) return true;
    return false;
}

static void mark(struct eliminator *e, uint32_t clause, uint8_t value) {
    for (uint32_t i = 0; i < size_of(e, clause); i++) e->marks[literals_of(e, clause)[i]] = value;
}

static void want(struct eliminator *e, uint32_t variable) {
    if (e->waiting[variable] || e->gone[variable] || !e->clauses[variable].size) return;
    e->waiting[variable] = 1;
    vec_push(&e->candidates, variable);
}

enum relation { UNRELATED, SUBSUMES, STRENGTHENS };

/* The first clause is part of the second; or it is but for one literal, whose negation the second has: *without. */
static enum relation relate(struct eliminator *e, uint32_t first, uint32_t second, uint32_t *without) {
    const uint32_t *a = literals_of(e, first);
    uint32_t size = size_of(e, first);
    if (size > size_of(e, second) || e->arena.data[first + 1] & ~e->arena.data[second + 1]) return UNRELATED;
    bool negated = false;
    e->work -= 2 * size;
    for (uint32_t i = 0; i < size; i++) {
        if (contains(e, second, a[i])) continue;
        if (negated || !contains(e, second, a[i] ^ 1)) return UNRELATED;
        negated = true;
        *without = a[i] ^ 1;
    }
    return negated ? STRENGTHENS : SUBSUMES;
}

static uint32_t copy_without(struct eliminator *e, uint32_t clause, uint32_t literal) {
    uint32_t fresh = open_clause(e);
    for (uint32_t i = 0; i < size_of(e, clause); i++) {
        uint32_t l = literals_of(e, clause)[i];
        if (l != literal) vec_push(&e->arena, l);
    }
    seal(e, fresh);
    return fresh;
}

/* Subsumption and self-subsuming resolution among the fresh clauses from `begin` on, which are all of one gate. Those
 * that stand before `old` in the arena need not be compared with each other again. */
static void reduce(struct eliminator *e, uint32_t begin, uint32_t old) {
    u32s *f = &e->fresh;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = begin; i < f->size; i++)
            for (uint32_t k = begin; k < f->size; k++) {
                uint32_t literal = UINT32_MAX;
                if (i == k || (f->data[i] < old && f->data[k] < old)) continue;
                enum relation r = relate(e, f->data[i], f->data[k], &literal);
                if (r == STRENGTHENS) {
                    f->data[k] = copy_without(e, f->data[k], literal);
                    changed = true;
                } else if (r == SUBSUMES) {
                    f->data[k] = f->data[f->size - 1];
                    f->size--;
                    if (i == f->size) i = k;
                    k--;
                    changed = true;
                }
            }
    }
}

/* Appends the resolvent unless it is a tautology. False: it is too long. The literals of `clause` are marked. */
static bool resolve(struct eliminator *e, uint32_t clause, uint32_t definition, uint32_t variable) {
    uint32_t fresh = open_clause(e);
    for (uint32_t i = 0; i < size_of(e, clause); i++) {
        uint32_t l = literals_of(e, clause)[i];
        if (l >> 1 != variable) vec_push(&e->arena, l);
    }
    for (uint32_t i = 0; i < size_of(e, definition); i++) {
        uint32_t l = literals_of(e, definition)[i];
        if (l >> 1 == variable || e->marks[l]) continue;
        if (e->marks[l ^ 1]) {
            vec_shrink(&e->arena, fresh);
            return true;
        }
        vec_push(&e->arena, l);
    }
    seal(e, fresh);
    vec_push(&e->fresh, fresh);
    return size_of(e, fresh) <= LONGEST;
}

static bool resolve_all(struct eliminator *e, uint32_t clause, uint32_t literal) {
    const u32s *definition = &e->clauses[literal >> 1];
    bool possible = true;
    mark(e, clause, 1);
    for (uint32_t i = 0; i < definition->size && possible; i++)
        if (contains(e, definition->data[i], literal ^ 1))
            possible = resolve(e, clause, definition->data[i], literal >> 1);
    mark(e, clause, 0);
    return possible;
}

/* Appends what the user's clauses become. False: not possible within the bounds. */
static bool put_into(struct eliminator *e, uint32_t variable, uint32_t user) {
    uint32_t begin = e->fresh.size, old = e->arena.size;
    for (uint32_t i = 0; i < e->clauses[user].size; i++) {
        uint32_t clause = e->clauses[user].data[i];
        if (e->fresh.size - begin > MOST_CLAUSES) return false;
        if (contains(e, clause, 2 * variable)) {
            if (!resolve_all(e, clause, 2 * variable)) return false;
        } else if (contains(e, clause, 2 * variable + 1)) {
            if (!resolve_all(e, clause, 2 * variable + 1)) return false;
        } else {
            vec_push(&e->fresh, clause);
        }
    }
    reduce(e, begin, old);
    return true;
}

static bool uses(const struct eliminator *e, uint32_t gate, uint32_t variable) {
    vec_each (const uint32_t, c, &e->clauses[gate])
        if (contains(e, *c, 2 * variable) || contains(e, *c, 2 * variable + 1)) return true;
    return false;
}

/* Drops repeated and outdated entries; gates are marked by their positive literals. */
static void tidy_users(struct eliminator *e, uint32_t variable) {
    u32s *users = &e->users[variable];
    uint32_t kept = 0;
    vec_each (const uint32_t, u, users) {
        if (e->gone[*u] || e->marks[2 * *u] || !uses(e, *u, variable)) continue;
        e->marks[2 * *u] = 1;
        users->data[kept++] = *u;
    }
    vec_shrink(users, kept);
    vec_each (const uint32_t, u, users) e->marks[2 * *u] = 0;
}

static void want_variables(struct eliminator *e, uint32_t gate) {
    vec_each (const uint32_t, c, &e->clauses[gate])
        for (uint32_t i = 0; i < size_of(e, *c); i++) want(e, literals_of(e, *c)[i] >> 1);
}

/* The users' clauses become the fresh ones. */
static void commit(struct eliminator *e, uint32_t variable) {
    u32s *users = &e->users[variable];
    uint32_t at = 0;
    for (uint32_t i = 0; i < users->size; i++) {
        uint32_t user = users->data[i];
        want_variables(e, user); /* some may lose a use */
        vec_clear(&e->clauses[user]);
        vec_append(&e->clauses[user], e->fresh.data + at, e->ends.data[i] - at);
        at = e->ends.data[i];
        vec_each (const uint32_t, c, &e->clauses[variable])
            for (uint32_t k = 0; k < size_of(e, *c); k++) {
                uint32_t v = literals_of(e, *c)[k] >> 1;
                if (v != variable) vec_push(&e->users[v], user);
            }
    }
}

static void try(struct eliminator *e, uint32_t variable) {
    u32s *users = &e->users[variable];
    bool constant = e->clauses[variable].size == 1 && size_of(e, e->clauses[variable].data[0]) == 1;
    if (e->gone[variable] || (e->frozen[variable] && !constant)) return;
    tidy_users(e, variable);
    if (users->size > MOST_USERS && !constant) return;
    vec_clear(&e->fresh);
    vec_clear(&e->ends);
    int64_t fewer = e->clauses[variable].size;
    uint32_t arena = e->arena.size;
    for (uint32_t i = 0; i < users->size; i++) {
        uint32_t begin = e->fresh.size;
        bool possible = put_into(e, variable, users->data[i]);
        fewer += (int64_t)e->clauses[users->data[i]].size - (e->fresh.size - begin);
        if (!possible || fewer < 0) {
            vec_shrink(&e->arena, arena);
            return;
        }
        vec_push(&e->ends, e->fresh.size);
    }
    want_variables(e, variable);
    commit(e, variable);
    if (!e->frozen[variable]) e->gone[variable] = 1;
}

/* Without repeated literals and tautologies. */
static void read_clause(struct eliminator *e, uint32_t gate, const uint32_t *literals, uint32_t size) {
    uint32_t clause = open_clause(e);
    bool tautology = false;
    for (uint32_t i = 0; i < size; i++) {
        tautology = tautology || e->marks[literals[i] ^ 1];
        if (!e->marks[literals[i]]) vec_push(&e->arena, literals[i]);
        e->marks[literals[i]] = 1;
    }
    for (uint32_t i = 0; i < size; i++) e->marks[literals[i]] = 0;
    seal(e, clause);
    if (tautology)
        vec_shrink(&e->arena, clause);
    else
        vec_push(&e->clauses[gate], clause);
}

static void read_netlist(struct eliminator *e) {
    const struct netlist *n = e->from;
    const uint32_t *clauses = n->clauses.data;
    for (uint32_t v = 0; v < n->variables; v++) {
        uint32_t at = n->clause_begin.data[v];
        for (; at < n->clause_begin.data[v + 1]; at += 1 + clauses[at])
            read_clause(e, v, clauses + at + 1, clauses[at]);
        for (uint32_t i = n->fanin_begin.data[v]; i < n->fanin_begin.data[v + 1]; i++)
            vec_push(&e->users[n->fanins.data[i]], v);
    }
    e->work = (int64_t)WORK_PER_WORD * e->arena.size;
    for (uint32_t v = 0; v < n->variables; v++) want(e, v);
}

static void run(struct eliminator *e) {
    u32s now = {0};
    for (uint32_t round = 0; round < ROUNDS && e->candidates.size; round++) {
        u32s swap = now;
        now = e->candidates;
        e->candidates = swap;
        vec_clear(&e->candidates);
        vec_each (const uint32_t, v, &now) e->waiting[*v] = 0;
        for (uint32_t i = 0; i < now.size && e->work > 0; i++) try(e, now.data[i]);
    }
    vec_free(&now);
}

static void write_clauses(struct eliminator *e, struct netlist *to, uint32_t v, const uint32_t *map) {
    sat_lits clause = {0};
    vec_each (const uint32_t, c, &e->clauses[v]) {
        vec_clear(&clause);
        for (uint32_t i = 0; i < size_of(e, *c); i++) {
            uint32_t l = literals_of(e, *c)[i];
            vec_push(&clause, sat_make(map[l >> 1], l & 1));
        }
        netlist_gate_clause(to, clause.data, clause.size);
    }
    vec_free(&clause);
}

static void write_fanins(struct eliminator *e, struct netlist *to, uint32_t v, const uint32_t *map) {
    e->marks[2 * v] = 1;
    vec_clear(&e->fresh);
    vec_push(&e->fresh, v);
    vec_each (const uint32_t, c, &e->clauses[v])
        for (uint32_t i = 0; i < size_of(e, *c); i++) {
            uint32_t u = literals_of(e, *c)[i] >> 1;
            if (e->marks[2 * u]) continue;
            e->marks[2 * u] = 1;
            vec_push(&e->fresh, u);
            netlist_gate_fanin(to, map[u]);
        }
    vec_each (const uint32_t, u, &e->fresh) e->marks[2 * *u] = 0;
}

static struct netlist *write_netlist(struct eliminator *e, uint32_t *map) {
    uint32_t next = 0;
    for (uint32_t v = 0; v < e->from->variables; v++) map[v] = e->gone[v] ? UINT32_MAX : next++;
    struct netlist *to = netlist_new();
    for (uint32_t v = 0; v < e->from->variables; v++) {
        if (e->gone[v]) continue;
        (void)netlist_variable(to);
        write_clauses(e, to, v, map);
        write_fanins(e, to, v, map);
    }
    return to;
}

struct netlist *netlist_eliminate(const struct netlist *from, const uint8_t *frozen, uint32_t *map) {
    uint32_t variables = from->variables;
    struct eliminator e = {.from = from, .frozen = frozen};
    e.clauses = mem_new_array(u32s, variables);
    e.users = mem_new_array(u32s, variables);
    e.gone = mem_new_array(uint8_t, variables);
    e.waiting = mem_new_array(uint8_t, variables);
    e.marks = mem_new_array(uint8_t, 2 * variables);
    read_netlist(&e);
    run(&e);
    struct netlist *to = write_netlist(&e, map);
    for (uint32_t v = 0; v < variables; v++) {
        vec_free(&e.clauses[v]);
        vec_free(&e.users[v]);
    }
    mem_free(e.clauses);
    mem_free(e.users);
    mem_free(e.gone);
    mem_free(e.waiting);
    mem_free(e.marks);
    vec_free(&e.arena);
    vec_free(&e.candidates);
    vec_free(&e.fresh);
    vec_free(&e.ends);
    return to;
}
