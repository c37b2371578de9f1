/* The life of a bridge, its references, sorts and symbols. */
#include "smt/bridge.h"

#include "base/mem.h"

/* Called by Z3 on every error. Codes are looked at after the calls; only memory cannot wait. */
static void on_error(Z3_context context, Z3_error_code code) {
    (void)context;
    if (code == Z3_MEMOUT_FAIL) mem_exhausted(0);
}

void bridge_init(struct bridge *b, struct terms *bank, struct limits *limits, const char *const *settings) {
    *b = (struct bridge){.bank = bank};
    Z3_config config = z3.mk_config();
    for (; settings && *settings; settings += 2) z3.set_param_value(config, settings[0], settings[1]);
    b->context = library_new_context(config);
    z3.del_config(config);
    if (!b->context) mem_exhausted(0); /* nothing else makes this fail, and nobody to ask yet */
    z3.set_error_handler(b->context, on_error);
    watch_init(&b->watch, b->context, limits);
}

void bridge_fini(struct bridge *b) {
    watch_fini(&b->watch);
    bridge_release(b, 0);
    vec_each (Z3_ast, a, &b->asts)
        if (*a) z3.dec_ref(b->context, *a);
    vec_each (Z3_ast, a, &b->axioms) z3.dec_ref(b->context, *a);
    vec_each (Z3_ast, a, &b->names) z3.dec_ref(b->context, *a);
    vec_each (Z3_sort, s, &b->sorts)
        if (*s) z3.dec_ref(b->context, z3.sort_to_ast(b->context, *s));
    vec_each (Z3_func_decl, f, &b->functions)
        if (*f) z3.dec_ref(b->context, z3.func_decl_to_ast(b->context, *f));
    vec_free(&b->asts);
    vec_free(&b->axioms);
    vec_free(&b->names);
    vec_free(&b->sorts);
    vec_free(&b->functions);
    vec_free(&b->elements);
    vec_free(&b->arena);
    hash_map_free(&b->terms);
    hash_map_free(&b->name_of);
    mem_free(b->error);
    library_free_context(b->context);
}

static void fail(struct bridge *b) {
    b->failed = true;
    if (b->error) return;
    Z3_error_code code = z3.get_error_code(b->context);
    b->error = mem_strdup(code == Z3_OK ? "Z3 gave no result" : z3.get_error_msg(b->context, code));
}

void bridge_forgive(struct bridge *b, bool failed_before) {
    if (failed_before) return;
    b->failed = false;
    mem_free(b->error);
    b->error = NULL;
}

Z3_ast bridge_hold(struct bridge *b, Z3_ast a) {
    if (!a) {
        fail(b);
        return NULL;
    }
    z3.inc_ref(b->context, a);
    vec_push(&b->arena, a);
    return a;
}

void bridge_release(struct bridge *b, uint32_t mark) {
    while (b->arena.size > mark) z3.dec_ref(b->context, vec_pop(&b->arena));
}

static Z3_sort make_sort(struct bridge *b, sort s) {
    Z3_context c = b->context;
    switch (sort_kind(b->bank, s)) {
    case SORT_BOOL: return z3.mk_bool_sort(c);
    case SORT_INT: return z3.mk_int_sort(c);
    case SORT_REAL: return z3.mk_real_sort(c);
    case SORT_BV: return z3.mk_bv_sort(c, sort_width(b->bank, s));
    case SORT_ARRAY: {
        Z3_sort index = bridge_sort(b, sort_index(b->bank, s));
        Z3_sort element = bridge_sort(b, sort_element(b->bank, s));
        return index && element ? z3.mk_array_sort(c, index, element) : NULL;
    }
    case SORT_UNINTERPRETED:
        return z3.mk_uninterpreted_sort(c, z3.mk_string_symbol(c, sort_name(b->bank, s)));
    }
    return NULL;
}

/* Recursion is as deep as arrays are nested in the sort. */
Z3_sort bridge_sort(struct bridge *b, sort s) {
    if (s.id >= b->sorts.size) vec_resize(&b->sorts, s.id + 1);
    if (b->sorts.data[s.id]) return b->sorts.data[s.id];
    Z3_sort made = make_sort(b, s);
    if (!made) {
        fail(b);
        return NULL;
    }
    z3.inc_ref(b->context, z3.sort_to_ast(b->context, made));
    b->sorts.data[s.id] = made;
    return made;
}

Z3_func_decl bridge_function(struct bridge *b, uint32_t function) {
    if (function >= b->functions.size) vec_resize(&b->functions, function + 1);
    if (b->functions.data[function]) return b->functions.data[function];
    VEC(Z3_sort) domain = {0};
    bool complete = true;
    for (uint32_t i = 0; i < function_arity(b->bank, function); i++) {
        vec_push(&domain, bridge_sort(b, function_domain(b->bank, function, i)));
        complete &= vec_last(&domain) != NULL;
    }
    Z3_sort range = bridge_sort(b, function_range(b->bank, function));
    Z3_func_decl made = NULL;
    if (complete && range)
        made = z3.mk_func_decl(b->context, z3.mk_string_symbol(b->context, function_name(b->bank, function)),
                               domain.size, domain.data, range);
    vec_free(&domain);
    if (!made) {
        fail(b);
        return NULL;
    }
    z3.inc_ref(b->context, z3.func_decl_to_ast(b->context, made));
    b->functions.data[function] = made;
    return made;
}

Z3_ast bridge_symbol(struct bridge *b, Z3_sort s) {
    Z3_symbol name = z3.mk_int_symbol(b->context, (int)b->symbols++);
    return bridge_hold(b, s ? z3.mk_const(b->context, name, s) : NULL);
}

void bridge_bind(struct bridge *b, Z3_ast ast, term t) {
    hash_map_put(&b->terms, z3.get_ast_id(b->context, ast), t.id);
}

Z3_ast bridge_name(struct bridge *b, term formula) {
    uint32_t found = hash_map_get(&b->name_of, formula.id);
    if (found != HASH_NONE) return b->names.data[found];
    uint32_t mark = bridge_mark(b);
    Z3_ast constant = bridge_symbol(b, bridge_sort(b, sort_bool()));
    if (constant) {
        z3.inc_ref(b->context, constant);
        hash_map_put(&b->name_of, formula.id, b->names.size);
        bridge_bind(b, constant, formula);
        vec_push(&b->names, constant);
    }
    bridge_release(b, mark);
    return constant;
}
