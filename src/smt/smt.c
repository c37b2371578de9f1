/* Solvers: settings, assertions, labels, queries, cores. */
#include "smt/smt.h"

#include "smt/solver.h"

/* What counts as work (limits_spend): so much for each query, and Z3's own count. */
enum { QUERY_WORK = 20, Z3_WORK_PER_US = 4 };

bool smt_available(struct text *why) {
    return library_open(why);
}

/* Parameters of a solver object: names have no prefix such as `smt.`. */
struct parameters {
    Z3_context context;
    Z3_params list;
};

static void set_bool(struct parameters *p, const char *name, bool value) {
    z3.params_set_bool(p->context, p->list, z3.mk_string_symbol(p->context, name), value);
}

static void set_number(struct parameters *p, const char *name, unsigned value) {
    z3.params_set_uint(p->context, p->list, z3.mk_string_symbol(p->context, name), value);
}

static bool only(unsigned theories, unsigned allowed) {
    return (theories & ~allowed) == 0;
}

static bool pure_bits(const struct smt_settings *s) {
    return s->purpose != SMT_JUDGE && (s->theories & THEORY_BV) && only(s->theories, THEORY_BV);
}

static bool linear(unsigned theories) {
    return (theories & (THEORY_INT | THEORY_REAL)) && !(theories & THEORY_NONLINEAR);
}

static Z3_solver make_solver(struct smt *s) {
    Z3_context c = s->bridge->context;
    if (s->settings.purpose == SMT_JUDGE) return z3.mk_solver(c);
    if (pure_bits(&s->settings)) return z3.mk_solver_for_logic(c, z3.mk_string_symbol(c, "QF_BV"));
    if (s->settings.purpose == SMT_BATCH && (s->settings.theories & THEORY_NONLINEAR)) return z3.mk_solver(c);
    return z3.mk_simple_solver(c);
}

/* Each departure from Z3's defaults is measured in README.md. */
static void tune(const struct smt *s, struct parameters *p) {
    const struct smt_settings *settings = &s->settings;
    if (settings->purpose == SMT_JUDGE) return;
    set_number(p, "random_seed", settings->seed);
    if (pure_bits(settings) && settings->purpose == SMT_INCREMENTAL) {
        set_bool(p, "probing", false);
        set_bool(p, "asymm_branch", false);
        set_bool(p, "scc", false);
        set_bool(p, "subsumption", false);
        set_bool(p, "elim_vars", false);
        set_number(p, "simplify.delay", 100000);
    } else if (linear(settings->theories)) {
        set_number(p, "arith.solver", 2);
        set_number(p, "arith.propagation_mode", 0);
    }
}

static void apply_settings(struct smt *s) {
    Z3_context c = s->bridge->context;
    struct parameters p = {c, z3.mk_params(c)};
    z3.params_inc_ref(c, p.list);
    set_bool(&p, "ctrl_c", false); /* SIGINT is ours */
    tune(s, &p);
    if (s->work_limit)
        set_number(&p, "rlimit", s->work_limit > UINT32_MAX ? UINT32_MAX : (unsigned)s->work_limit);
    else
        set_number(&p, "rlimit", 0);
    z3.solver_set_params(c, s->solver, p.list);
    z3.params_dec_ref(c, p.list);
}

struct smt_context *smt_context_new(struct terms *bank, struct limits *limits) {
    if (!library_open(NULL)) return NULL;
    struct smt_context *c = mem_new(struct smt_context);
    bridge_init(&c->bridge, bank, limits, NULL);
    return c;
}

void smt_context_free(struct smt_context *c) {
    if (!c) return;
    assert(!c->solvers);
    bridge_fini(&c->bridge);
    mem_free(c);
}

struct smt *smt_new(struct terms *bank, const struct smt_settings *settings) {
    if (!library_open(NULL)) return NULL;
    struct smt *s = mem_new(struct smt);
    s->settings = *settings;
    s->own = !settings->context;
    s->context = s->own ? smt_context_new(bank, settings->limits) : settings->context;
    s->context->solvers++;
    s->bridge = &s->context->bridge;
    assert(s->bridge->bank == bank);
    s->solver = make_solver(s);
    z3.solver_inc_ref(s->bridge->context, s->solver);
    apply_settings(s);
    evaluation_init(&s->values, bank);
    return s;
}

static void forget_answer(struct smt *s) {
    model_drop(s);
    s->core_known = false;
    s->state = STATE_CHANGED;
}

void smt_free(struct smt *s) {
    if (!s) return;
    Z3_context c = s->bridge->context;
    forget_answer(s);
    vec_each (struct smt_meaning, l, &s->labels) {
        z3.dec_ref(c, l->positive);
        z3.dec_ref(c, l->negative);
    }
    vec_each (Z3_ast, a, &s->permanent) z3.dec_ref(c, *a);
    z3.solver_dec_ref(c, s->solver);
    vec_free(&s->labels);
    vec_free(&s->permanent);
    vec_free(&s->assumptions);
    vec_free(&s->core);
    vec_free(&s->in_core);
    vec_free(&s->position_of);
    vec_free(&s->elements);
    hash_map_free(&s->label_of);
    hash_map_free(&s->codes);
    hash_map_free(&s->loaded);
    evaluation_fini(&s->values);
    mem_free(s->reason);
    s->context->solvers--;
    if (s->own) smt_context_free(s->context);
    mem_free(s);
}

/* An assertion that fails leaves the solver without it: from then on its answers mean nothing. */
static void tell(struct smt *s, Z3_ast a) {
    forget_answer(s);
    if (!a) return;
    z3.solver_assert(s->bridge->context, s->solver, a);
    if (z3.get_error_code(s->bridge->context) != Z3_OK) bridge_hold(s->bridge, NULL);
}

/* Asserts a fact that outlives the pushes around it. */
static void tell_for_good(struct smt *s, Z3_ast a) {
    tell(s, a);
    if (!a || !s->depth) return;
    z3.inc_ref(s->bridge->context, a);
    vec_push(&s->permanent, a);
}

/* The AST of a term; facts about new elements reach the solver on the way. */
static Z3_ast translated(struct smt *s, term t) {
    Z3_ast a = bridge_ast(s->bridge, t);
    while (s->axioms < s->bridge->axioms.size) tell_for_good(s, s->bridge->axioms.data[s->axioms++]);
    return a;
}

void smt_assert(struct smt *s, term formula) {
    tell(s, translated(s, formula));
}

void smt_push(struct smt *s) {
    forget_answer(s);
    z3.solver_push(s->bridge->context, s->solver);
    if (z3.get_error_code(s->bridge->context) != Z3_OK) bridge_hold(s->bridge, NULL);
    s->depth++;
}

void smt_pop(struct smt *s) {
    assert(s->depth);
    forget_answer(s);
    z3.solver_pop(s->bridge->context, s->solver, 1);
    if (z3.get_error_code(s->bridge->context) != Z3_OK) bridge_hold(s->bridge, NULL);
    s->depth--;
    vec_each (Z3_ast, a, &s->permanent) tell(s, *a);
    if (s->depth) return;
    vec_each (Z3_ast, a, &s->permanent) z3.dec_ref(s->bridge->context, *a);
    vec_clear(&s->permanent);
}

/* Makes `constant` (in the arena, or NULL after a failure) the next label. */
static smt_lit add_label(struct smt *s, Z3_ast constant) {
    Z3_context c = s->bridge->context;
    if (!constant) constant = z3.mk_false(c); /* the solver is marked as failed: no answer will count */
    z3.inc_ref(c, constant);
    Z3_ast negative = z3.mk_not(c, constant);
    z3.inc_ref(c, negative);
    uint32_t label = s->labels.size;
    vec_push(&s->labels, (struct smt_meaning){constant, negative});
    hash_map_put(&s->codes, z3.get_ast_id(c, constant), 2 * label);
    hash_map_put(&s->codes, z3.get_ast_id(c, negative), 2 * label + 1);
    return (smt_lit){2 * label};
}

smt_lit smt_new_label(struct smt *s) {
    uint32_t mark = bridge_mark(s->bridge);
    smt_lit l = add_label(s, bridge_symbol(s->bridge, bridge_sort(s->bridge, sort_bool())));
    bridge_release(s->bridge, mark);
    return l;
}

smt_lit smt_switch(struct smt *smt, struct terms *bank, term formula) {
    term on = term_fresh(bank, "on", sort_bool());
    smt_assert(smt, term_implies(bank, on, formula));
    return smt_label(smt, on);
}

/* A constant that is defined to be equivalent to the formula. */
static Z3_ast defined(struct smt *s, term formula) {
    struct bridge *b = s->bridge;
    Z3_ast constant = bridge_name(b, formula), meaning = translated(s, formula);
    if (!constant || !meaning) return NULL;
    tell_for_good(s, bridge_hold(b, z3.mk_eq(b->context, constant, meaning)));
    return constant;
}

smt_lit smt_label(struct smt *s, term formula) {
    struct terms *bank = s->bridge->bank;
    uint32_t sign = 0;
    for (; term_is(bank, formula, TERM_NOT); sign ^= 1) formula = term_arg(bank, formula, 0);
    uint32_t found = hash_map_get(&s->label_of, formula.id);
    if (found != HASH_NONE) return (smt_lit){2 * found + sign};
    uint32_t mark = bridge_mark(s->bridge);
    bool own = term_is(bank, formula, TERM_VARIABLE);
    smt_lit l = add_label(s, own ? translated(s, formula) : defined(s, formula));
    bridge_release(s->bridge, mark);
    hash_map_put(&s->label_of, formula.id, l.code / 2);
    return (smt_lit){l.code + sign};
}

static Z3_ast literal(const struct smt *s, smt_lit l) {
    assert(l.code / 2 < s->labels.size);
    const struct smt_meaning *label = &s->labels.data[l.code / 2];
    return l.code % 2 ? label->negative : label->positive;
}

void smt_clause(struct smt *s, const smt_lit *literals, uint32_t n) {
    if (n == 1) {
        tell(s, literal(s, literals[0]));
        return;
    }
    z3_asts list = {0};
    for (uint32_t i = 0; i < n; i++) vec_push(&list, literal(s, literals[i]));
    uint32_t mark = bridge_mark(s->bridge);
    Z3_context c = s->bridge->context;
    tell(s, bridge_hold(s->bridge, n ? z3.mk_or(c, n, list.data) : z3.mk_false(c)));
    bridge_release(s->bridge, mark);
    vec_free(&list);
}

static enum smt_result unknown(struct smt *s, const char *reason) {
    s->state = STATE_UNKNOWN;
    mem_free(s->reason);
    s->reason = mem_strdup(reason);
    if (s->settings.stats) s->settings.stats->smt_unknown++;
    return SMT_UNKNOWN;
}

/* Z3 says it in words when it ran out of memory inside of a query. */
static enum smt_result undecided(struct smt *s) {
    const char *reason = z3.solver_get_reason_unknown(s->bridge->context, s->solver);
    if (reason && (strstr(reason, "memout") || strstr(reason, "memory"))) mem_exhausted(0);
    return unknown(s, reason && *reason ? reason : "unknown");
}

static Z3_lbool ask(struct smt *s, const smt_lit *assumptions, uint32_t n) {
    z3_asts list = {0};
    vec_resize(&s->position_of, 2 * s->labels.size);
    for (uint32_t i = n; i-- > 0;) s->position_of.data[assumptions[i].code] = i;
    for (uint32_t i = 0; i < n; i++) vec_push(&list, literal(s, assumptions[i]));
    uint64_t start = clock_us();
    Z3_lbool answer = z3.solver_check_assumptions(s->bridge->context, s->solver, n, list.data);
    if (s->settings.stats) s->settings.stats->smt_us += clock_us() - start;
    vec_free(&list);
    return answer;
}

static enum smt_result check(struct smt *s, const smt_lit *assumptions, uint32_t n) {
    forget_answer(s);
    vec_clear(&s->assumptions);
    vec_append(&s->assumptions, assumptions, n);
    if (s->settings.stats) s->settings.stats->smt_queries++;
    if (s->bridge->failed) return unknown(s, s->bridge->error);
    if (!watch_begin(&s->bridge->watch)) return unknown(s, "stopped");
    Z3_lbool answer = ask(s, assumptions, n);
    watch_end(&s->bridge->watch);
    if (answer == Z3_L_UNDEF) return undecided(s);
    if (z3.get_error_code(s->bridge->context) != Z3_OK) return unknown(s, "Z3 reports an error");
    s->state = answer == Z3_L_TRUE ? STATE_SAT : STATE_UNSAT;
    if (answer == Z3_L_TRUE && s->settings.stats) s->settings.stats->smt_sat++;
    return answer == Z3_L_TRUE ? SMT_SAT : SMT_UNSAT;
}

/* To the limits' turn. Z3 counts for a whole context. */
static void charge(struct smt *s) {
    struct bridge *b = s->bridge;
    if (!limits_count_work(b->watch.limits)) return;
    uint64_t work = smt_work(s), more = work > b->charged ? work - b->charged : 0;
    b->charged = work;
    limits_spend(b->watch.limits, QUERY_WORK + more / Z3_WORK_PER_US);
}

enum smt_result smt_check(struct smt *s, const smt_lit *assumptions, uint32_t n) {
    enum smt_result result = check(s, assumptions, n);
    charge(s);
    return result;
}

const char *smt_reason(const struct smt *s) {
    assert(s->state == STATE_UNKNOWN);
    return s->reason;
}

void smt_work_limit(struct smt *s, uint64_t work) {
    if (work == s->work_limit) return;
    s->work_limit = work;
    apply_settings(s);
}

uint64_t smt_work(const struct smt *s) {
    Z3_context c = s->bridge->context;
    uint64_t work = 0;
    Z3_stats stats = z3.solver_get_statistics(c, s->solver);
    z3.stats_inc_ref(c, stats);
    for (unsigned i = 0, n = z3.stats_size(c, stats); i < n; i++)
        if (z3.stats_is_uint(c, stats, i) && !strcmp(z3.stats_get_key(c, stats, i), "rlimit count"))
            work = z3.stats_get_uint_value(c, stats, i);
    z3.stats_dec_ref(c, stats);
    return work;
}

static void whole_core(struct smt *s) {
    for (uint32_t i = 0; i < s->in_core.size; i++) s->in_core.data[i] = 1;
}

static void fetch_core(struct smt *s) {
    Z3_context c = s->bridge->context;
    s->core_known = true;
    vec_clear(&s->in_core);
    vec_resize(&s->in_core, s->assumptions.size);
    Z3_ast_vector list = z3.solver_get_unsat_core(c, s->solver);
    if (list) {
        z3.ast_vector_inc_ref(c, list);
        for (uint32_t i = 0, n = z3.ast_vector_size(c, list); i < n; i++) {
            uint32_t code = hash_map_get(&s->codes, z3.get_ast_id(c, z3.ast_vector_get(c, list, i)));
            uint32_t position = code < s->position_of.size ? s->position_of.data[code] : UINT32_MAX;
            if (position < s->assumptions.size && s->assumptions.data[position].code == code)
                s->in_core.data[position] = 1;
            else
                whole_core(s); /* a literal that we did not assume: be safe */
        }
        z3.ast_vector_dec_ref(c, list);
    } else {
        whole_core(s);
    }
    vec_clear(&s->core);
    for (uint32_t i = 0; i < s->in_core.size; i++)
        if (s->in_core.data[i]) vec_push(&s->core, i);
}

const u32s *smt_core(struct smt *s) {
    assert(s->state == STATE_UNSAT);
    if (!s->core_known) fetch_core(s);
    return &s->core;
}

bool smt_in_core(struct smt *s, uint32_t position) {
    assert(position < s->assumptions.size);
    smt_core(s);
    return s->in_core.data[position];
}
