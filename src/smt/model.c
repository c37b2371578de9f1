/* Models: Z3's values as terms.
 *
 * Arrays come as stores over a constant array, as the graph of a function (as-array), or, for Boolean elements, as a
 * lambda whose body compares the index with constants. Elements of uninterpreted sorts are numbered per model: an
 * element that occurs in assertions has its own number, the others of the universe get the next free ones. */
#include "smt/solver.h"

enum { NESTING = 64 }; /* of arrays in arrays; sorts nested deeper have no values here */
#define FUNCTION_KEY (UINT64_C(1) << 32)

void model_drop(struct smt *s) {
    if (!s->model) return;
    z3.model_dec_ref(s->bridge->context, s->model);
    s->model = NULL;
    vec_clear(&s->elements);
    hash_map_clear(&s->loaded);
    evaluation_fini(&s->values); /* functions belong to the model, too */
    evaluation_init(&s->values, s->bridge->bank);
}

bool model_fetch(struct smt *s) {
    assert(s->state == STATE_SAT);
    if (s->model) return true;
    s->model = z3.solver_get_model(s->bridge->context, s->solver);
    if (!s->model) return false;
    z3.model_inc_ref(s->bridge->context, s->model);
    s->exact = true;
    return true;
}

/* The model's value of an AST, in the arena; NULL: none. */
static Z3_ast evaluated(struct smt *s, Z3_ast a) {
    Z3_ast value = NULL;
    if (!a || !z3.model_eval(s->bridge->context, s->model, a, true, &value) || !value) return NULL;
    return bridge_hold(s->bridge, value);
}

/* Elements of uninterpreted sorts. */

static bool element_number(const struct smt *s, Z3_ast value, uint32_t *number) {
    vec_each (const struct model_element, e, &s->elements) {
        if (e->value != value) continue;
        *number = e->number;
        return true;
    }
    return false;
}

static bool number_taken(const struct smt *s, sort sort, uint32_t number) {
    vec_each (const struct model_element, e, &s->elements)
        if (sort_same(e->sort, sort) && e->number == number) return true;
    return false;
}

static void number_element(struct smt *s, sort sort, Z3_ast value) {
    uint32_t number = 0, known;
    if (element_number(s, value, &known)) return;
    while (number_taken(s, sort, number)) number++;
    vec_push(&s->elements, (struct model_element){value, sort, number});
}

static bool sort_numbered(const struct smt *s, sort sort) {
    vec_each (const struct model_element, e, &s->elements)
        if (sort_same(e->sort, sort)) return true;
    return false;
}

static void number_sort(struct smt *s, sort sort) {
    struct bridge *b = s->bridge;
    vec_each (const struct bridge_element, e, &b->elements) {
        if (!sort_same(term_sort(b->bank, e->element), sort)) continue;
        Z3_ast value = evaluated(s, e->constant);
        uint32_t number = term_parameter(b->bank, e->element, 0);
        if (value) vec_push(&s->elements, (struct model_element){value, sort, number});
    }
    Z3_ast_vector universe = z3.model_get_sort_universe(b->context, s->model, bridge_sort(b, sort));
    if (!universe) return;
    z3.ast_vector_inc_ref(b->context, universe);
    for (uint32_t i = 0, n = z3.ast_vector_size(b->context, universe); i < n; i++)
        number_element(s, sort, z3.ast_vector_get(b->context, universe, i));
    z3.ast_vector_dec_ref(b->context, universe);
}

static term element_value(struct smt *s, Z3_ast value, sort sort) {
    uint32_t number;
    if (!sort_numbered(s, sort)) number_sort(s, sort);
    number_element(s, sort, value); /* completion may invent one that the universe lacks */
    return element_number(s, value, &number) ? term_element(s->bridge->bank, sort, number) : TERM_NONE;
}

/* Arrays. */

static term value_of(struct smt *s, Z3_ast, sort, uint32_t nesting);

static Z3_decl_kind kind_of(struct smt *s, Z3_ast a) {
    Z3_context c = s->bridge->context;
    if (z3.get_ast_kind(c, a) != Z3_APP_AST) return Z3_OP_UNINTERPRETED;
    return z3.get_decl_kind(c, z3.get_app_decl(c, z3.to_app(c, a)));
}

static Z3_ast argument(struct smt *s, Z3_ast a, uint32_t i) {
    return z3.get_app_arg(s->bridge->context, z3.to_app(s->bridge->context, a), i);
}

static term function_default(struct smt *s, Z3_func_interp f, sort range, uint32_t nesting) {
    Z3_ast otherwise = z3.func_interp_get_else(s->bridge->context, f);
    if (!otherwise) return value_default(s->bridge->bank, range);
    otherwise = evaluated(s, bridge_hold(s->bridge, otherwise));
    return otherwise ? value_of(s, otherwise, range, nesting) : TERM_NONE;
}

/* One point of a function: its arguments, then the result, appended to `out`. */
static bool function_point(struct smt *s, Z3_func_interp f, uint32_t point, const sort *sorts, uint32_t arity,
                           uint32_t nesting, term_list *out) {
    Z3_context c = s->bridge->context;
    Z3_func_entry entry = z3.func_interp_get_entry(c, f, point);
    if (!entry) return false;
    z3.func_entry_inc_ref(c, entry);
    bool complete = true;
    for (uint32_t i = 0; i <= arity && complete; i++) {
        Z3_ast a = i < arity ? z3.func_entry_get_arg(c, entry, i) : z3.func_entry_get_value(c, entry);
        a = a ? evaluated(s, bridge_hold(s->bridge, a)) : NULL;
        term value = a ? value_of(s, a, sorts[i], nesting) : TERM_NONE;
        complete = !term_is_none(value);
        vec_push(out, value);
    }
    z3.func_entry_dec_ref(c, entry);
    return complete;
}

/* (_ as-array f) */
static term graph_value(struct smt *s, Z3_ast a, sort array, uint32_t nesting) {
    Z3_context c = s->bridge->context;
    struct terms *bank = s->bridge->bank;
    Z3_func_interp f = z3.model_get_func_interp(c, s->model, z3.get_as_array_func_decl(c, a));
    if (!f) return TERM_NONE;
    z3.func_interp_inc_ref(c, f);
    sort sorts[2] = {sort_index(bank, array), sort_element(bank, array)};
    term element = function_default(s, f, sorts[1], nesting);
    term value = term_is_none(element) ? element : term_const_array(bank, array, element);
    term_list point = {0};
    for (uint32_t i = 0, n = z3.func_interp_get_num_entries(c, f); i < n && !term_is_none(value); i++) {
        vec_clear(&point);
        bool complete = function_point(s, f, i, sorts, 1, nesting, &point);
        value = complete ? value_store(bank, value, point.data[0], point.data[1]) : TERM_NONE;
    }
    vec_free(&point);
    z3.func_interp_dec_ref(c, f);
    return value;
}

/* A point of a lambda: an index as Z3 and as we have it. */
struct point {
    Z3_ast ast;
    term value;
};
typedef VEC(struct point) points;

/* The constants in the body of a lambda that are of the index's sort. */
static void compared_constants(struct smt *s, Z3_ast body, sort index, uint32_t nesting, points *out) {
    Z3_context c = s->bridge->context;
    z3_asts work = {0};
    struct hash_map seen = {0};
    vec_push(&work, body);
    while (work.size) {
        Z3_ast a = vec_pop(&work);
        Z3_ast_kind kind = z3.get_ast_kind(c, a);
        if (hash_map_get(&seen, z3.get_ast_id(c, a)) != HASH_NONE) continue;
        hash_map_put(&seen, z3.get_ast_id(c, a), 1);
        uint32_t arity = kind == Z3_APP_AST ? z3.get_app_num_args(c, z3.to_app(c, a)) : 0;
        bool constant = kind == Z3_NUMERAL_AST || (kind == Z3_APP_AST && !arity);
        if (constant && z3.get_sort(c, a) == bridge_sort(s->bridge, index)) {
            term value = value_of(s, a, index, nesting);
            if (!term_is_none(value)) vec_push(out, (struct point){a, value});
        }
        for (uint32_t i = 0; i < arity; i++) vec_push(&work, argument(s, a, i));
    }
    vec_free(&work);
    hash_map_free(&seen);
}

static term lambda_at(struct smt *s, Z3_ast body, Z3_ast at, sort element, uint32_t nesting) {
    Z3_ast value = at ? z3.substitute_vars(s->bridge->context, body, 1, &at) : NULL;
    value = value ? evaluated(s, bridge_hold(s->bridge, value)) : NULL;
    return value ? value_of(s, value, element, nesting) : TERM_NONE;
}

static bool listed(const points *list, term value) {
    vec_each (const struct point, p, list)
        if (term_same(p->value, value)) return true;
    return false;
}

/* Number n of the values of a sort (repeating when there are fewer); TERM_NONE for arrays and elements. */
static term nth_value(struct terms *bank, sort s, uint32_t n) {
    switch (sort_kind(bank, s)) {
    case SORT_BOOL: return term_bool(bank, n & 1);
    case SORT_BV: return term_bits_ui(bank, n, sort_width(bank, s));
    case SORT_INT: return term_integer(bank, n);
    case SORT_REAL: {
        mpq_t q;
        mpq_init(q);
        mpq_set_ui(q, n, 1);
        term t = term_number_of(bank, q, s);
        mpq_clear(q);
        return t;
    }
    default: return TERM_NONE;
    }
}

/* An index that is not listed. When all are, the default of the array does not matter and any index will do. */
static Z3_ast other_index(struct smt *s, sort index, const points *list) {
    struct terms *bank = s->bridge->bank;
    if (sort_kind(bank, index) == SORT_UNINTERPRETED) {
        if (!sort_numbered(s, index)) number_sort(s, index);
        Z3_ast any = list->size ? list->data[0].ast : NULL;
        vec_each (const struct model_element, e, &s->elements) {
            if (!sort_same(e->sort, index)) continue;
            if (!listed(list, term_element(bank, index, e->number))) return e->value;
            any = e->value;
        }
        return any;
    }
    uint32_t n = 0;
    while (n < list->size && listed(list, nth_value(bank, index, n))) n++;
    term value = nth_value(bank, index, n);
    return term_is_none(value) ? NULL : bridge_ast(s->bridge, value);
}

/* All values of a sort that has few. False: it has many. */
static bool all_values(struct smt *s, sort index, points *out) {
    enum { FEW_BITS = 8 };
    struct terms *bank = s->bridge->bank;
    enum sort_kind kind = sort_kind(bank, index);
    uint32_t bits = kind == SORT_BOOL ? 1 : kind == SORT_BV ? sort_width(bank, index) : UINT32_MAX;
    if (bits > FEW_BITS) return false;
    for (uint32_t n = 0; n < UINT32_C(1) << bits; n++) {
        term value = nth_value(bank, index, n);
        vec_push(out, (struct point){bridge_ast(s->bridge, value), value});
    }
    return true;
}

/* The body may be any function of the index, such as the index itself. With few indices all are tried; else the body is
 * taken to be what it nearly always is, a comparison of the index with constants. */
static term lambda_value(struct smt *s, Z3_ast a, sort array, uint32_t nesting) {
    Z3_context c = s->bridge->context;
    struct terms *bank = s->bridge->bank;
    sort index = sort_index(bank, array), element = sort_element(bank, array);
    if (z3.get_quantifier_num_bound(c, a) != 1) return TERM_NONE;
    Z3_ast body = bridge_hold(s->bridge, z3.get_quantifier_body(c, a));
    points list = {0};
    if (!all_values(s, index, &list)) compared_constants(s, body, index, nesting, &list);
    term otherwise = lambda_at(s, body, other_index(s, index, &list), element, nesting);
    term value = term_is_none(otherwise) ? otherwise : term_const_array(bank, array, otherwise);
    vec_each (struct point, p, &list) {
        if (term_is_none(value)) break;
        term at = lambda_at(s, body, p->ast, element, nesting);
        value = term_is_none(at) ? at : value_store(bank, value, p->value, at);
    }
    vec_free(&list);
    return value;
}

static term base_value(struct smt *s, Z3_ast a, sort array, uint32_t nesting) {
    if (z3.is_as_array(s->bridge->context, a)) return graph_value(s, a, array, nesting);
    if (z3.is_lambda(s->bridge->context, a)) return lambda_value(s, a, array, nesting);
    if (kind_of(s, a) != Z3_OP_CONST_ARRAY) return TERM_NONE;
    term element = value_of(s, argument(s, a, 0), sort_element(s->bridge->bank, array), nesting);
    return term_is_none(element) ? element : term_const_array(s->bridge->bank, array, element);
}

static term array_value(struct smt *s, Z3_ast a, sort array, uint32_t nesting) {
    struct terms *bank = s->bridge->bank;
    z3_asts stores = {0}; /* outermost first */
    while (kind_of(s, a) == Z3_OP_STORE) {
        vec_push(&stores, a);
        a = argument(s, a, 0);
    }
    term value = base_value(s, a, array, nesting);
    while (stores.size && !term_is_none(value)) {
        Z3_ast store = vec_pop(&stores);
        term index = value_of(s, argument(s, store, 1), sort_index(bank, array), nesting);
        term element = value_of(s, argument(s, store, 2), sort_element(bank, array), nesting);
        bool complete = !term_is_none(index) && !term_is_none(element);
        value = complete ? value_store(bank, value, index, element) : TERM_NONE;
    }
    vec_free(&stores);
    return value;
}

/* The term of a value AST; TERM_NONE: an irrational number, or something unforeseen. */
static term value_of(struct smt *s, Z3_ast a, sort sort, uint32_t nesting) {
    struct terms *bank = s->bridge->bank;
    switch (sort_kind(bank, sort)) {
    case SORT_BOOL: {
        Z3_lbool truth = z3.get_bool_value(s->bridge->context, a);
        return truth == Z3_L_UNDEF ? TERM_NONE : term_bool(bank, truth == Z3_L_TRUE);
    }
    case SORT_INT:
    case SORT_REAL:
    case SORT_BV: return bridge_numeral(s->bridge, a);
    case SORT_ARRAY: return nesting ? array_value(s, a, sort, nesting - 1) : TERM_NONE;
    case SORT_UNINTERPRETED: return element_value(s, a, sort);
    }
    return TERM_NONE;
}

/* The interface. A value that Z3 fails to give says nothing about its answers: failures are forgiven. */

term smt_value(struct smt *s, term t) {
    if (!model_fetch(s)) return TERM_NONE;
    struct bridge *b = s->bridge;
    bool failed = b->failed;
    uint32_t mark = bridge_mark(b);
    Z3_ast value = evaluated(s, bridge_ast(b, t));
    term result = value ? value_of(s, value, term_sort(b->bank, t), NESTING) : TERM_NONE;
    bridge_release(b, mark);
    bridge_forgive(b, failed);
    if (!term_is_none(result) || term_is(b->bank, t, TERM_VARIABLE)) return result;
    /* Z3 leaves some comparisons of arrays as they are. */
    model_load(s, &t, 1);
    if (!s->exact) return TERM_NONE;
    result = evaluate(&s->values, t);
    s->exact = s->values.by_zero == 0;
    return s->exact ? result : TERM_NONE;
}

bool smt_holds(struct smt *s, term formula) {
    return term_is(s->bridge->bank, smt_value(s, formula), TERM_TRUE);
}

bool smt_lit_value(struct smt *s, smt_lit l) {
    assert(l.code / 2 < s->labels.size);
    if (!model_fetch(s)) return false;
    uint32_t mark = bridge_mark(s->bridge);
    bool failed = s->bridge->failed;
    Z3_ast value = evaluated(s, s->labels.data[l.code / 2].positive);
    bool truth = value && z3.get_bool_value(s->bridge->context, value) == Z3_L_TRUE;
    bridge_release(s->bridge, mark);
    bridge_forgive(s->bridge, failed);
    return truth != (l.code & 1);
}

/* How Z3 divides numbers by zero: binary functions of its own, whose second argument is zero. NULL: this model needs
 * none. */
static Z3_func_decl by_zero_function(struct smt *s, uint32_t function) {
    Z3_context c = s->bridge->context;
    const char *name = "mod0";
    if (function == function_by_zero(TERM_DIVIDE)) name = "/0";
    if (function == function_by_zero(TERM_DIV)) name = "div0";
    for (uint32_t i = 0, n = z3.model_get_num_funcs(c, s->model); i < n; i++) {
        Z3_func_decl decl = z3.model_get_func_decl(c, s->model, i);
        if (z3.get_decl_kind(c, decl) != Z3_OP_INTERNAL)
            continue; /* a user's function may have the same name */
        if (!strcmp(z3.get_symbol_string(c, z3.get_decl_name(c, decl)), name)) return decl;
    }
    return NULL;
}

/* Leaves the zeros out. */
static void drop_divisors(struct function_value *v) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i + 2 < v->points.size; i += 3) {
        v->points.data[kept++] = v->points.data[i];
        v->points.data[kept++] = v->points.data[i + 2];
    }
    vec_shrink(&v->points, kept);
    v->arity = 1;
}

static bool function_points(struct smt *s, Z3_func_interp f, const sort *sorts, struct function_value *out) {
    uint32_t n = z3.func_interp_get_num_entries(s->bridge->context, f);
    out->otherwise = function_default(s, f, sorts[out->arity], NESTING);
    if (term_is_none(out->otherwise)) return false;
    for (uint32_t i = 0; i < n; i++)
        if (!function_point(s, f, i, sorts, out->arity, NESTING, &out->points)) return false;
    return true;
}

/* The interpretation of a declaration whose arguments and result have these sorts. */
static bool interpretation(struct smt *s, Z3_func_decl decl, const sort *sorts, struct function_value *out) {
    Z3_context c = s->bridge->context;
    Z3_func_interp f = decl ? z3.model_get_func_interp(c, s->model, decl) : NULL;
    out->otherwise = value_default(s->bridge->bank, sorts[out->arity]);
    if (!f) return true;
    z3.func_interp_inc_ref(c, f);
    bool complete = function_points(s, f, sorts, out);
    z3.func_interp_dec_ref(c, f);
    return complete;
}

static bool by_zero_value(struct smt *s, uint32_t function, struct function_value *out) {
    sort number = function == function_by_zero(TERM_DIVIDE) ? sort_real() : sort_int();
    Z3_func_decl decl = by_zero_function(s, function);
    out->arity = 2;
    bool complete = decl && interpretation(s, decl, (sort[]){number, number, number}, out);
    drop_divisors(out);
    return complete;
}

static bool declared_value(struct smt *s, uint32_t function, struct function_value *out) {
    struct terms *bank = s->bridge->bank;
    out->arity = function_arity(bank, function);
    VEC(sort) sorts = {0};
    for (uint32_t i = 0; i < out->arity; i++) vec_push(&sorts, function_domain(bank, function, i));
    vec_push(&sorts, function_range(bank, function));
    bool complete = interpretation(s, bridge_function(s->bridge, function), sorts.data, out);
    vec_free(&sorts);
    return complete;
}

bool smt_function_value(struct smt *s, uint32_t function, struct function_value *out) {
    *out = (struct function_value){.function = function};
    if (!model_fetch(s)) return false;
    bool failed = s->bridge->failed, zero = function_is_by_zero(function);
    uint32_t mark = bridge_mark(s->bridge);
    bool complete = zero ? by_zero_value(s, function, out) : declared_value(s, function, out);
    bridge_release(s->bridge, mark);
    bridge_forgive(s->bridge, failed);
    return complete;
}

static void load_variable(struct smt *s, term variable) {
    if (hash_map_get(&s->loaded, variable.id) != HASH_NONE) return;
    hash_map_put(&s->loaded, variable.id, 1);
    term value = smt_value(s, variable);
    if (term_is_none(value))
        s->exact = false;
    else
        evaluation_set(&s->values, variable, value);
}

static void load_function(struct smt *s, uint32_t function) {
    if (hash_map_get(&s->loaded, FUNCTION_KEY | function) != HASH_NONE) return;
    hash_map_put(&s->loaded, FUNCTION_KEY | function, 1);
    struct function_value value;
    if (smt_function_value(s, function, &value))
        evaluation_define(&s->values, &value);
    else if (!function_is_by_zero(function)) /* else, the evaluation counts the divisions that need it */
        s->exact = false;
    vec_free(&value.points);
}

void model_load(struct smt *s, const term *roots, uint32_t n) {
    struct terms *bank = s->bridge->bank;
    term_list variables = {0};
    u32s functions = {0};
    term_variables(bank, roots, n, &variables);
    term_functions(bank, roots, n, &functions);
    vec_each (term, v, &variables) load_variable(s, *v);
    if (term_theories(bank, roots, n) & (THEORY_DIVISION | THEORY_NONLINEAR)) {
        vec_push(&functions, function_by_zero(TERM_DIVIDE));
        vec_push(&functions, function_by_zero(TERM_DIV));
        vec_push(&functions, function_by_zero(TERM_MOD));
    }
    vec_each (uint32_t, f, &functions) load_function(s, *f);
    vec_free(&variables);
    vec_free(&functions);
}

int model_truth(struct smt *s, term t) {
    if (s->exact) {
        term value = evaluate(&s->values, t);
        s->exact = s->values.by_zero == 0;
        if (s->exact) return term_is(s->bridge->bank, value, TERM_TRUE);
    }
    term value = smt_value(s, t);
    return term_is_none(value) ? -1 : term_is(s->bridge->bank, value, TERM_TRUE);
}
