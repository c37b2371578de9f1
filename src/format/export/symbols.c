#include "format/export/symbols.h"

char *symbols_unused(const struct terms *bank, const char *wanted) {
    char *name = mem_strdup(wanted);
    for (uint32_t i = 1;
         !term_is_none(term_find_variable(bank, name)) || function_find(bank, name) != UINT32_MAX; i++) {
        mem_free(name);
        name = mem_format("%s_%u", wanted, i);
    }
    return name;
}

/* Adds a sort and what it is made of. */
static void add_sort(u32s *sorts, struct hash_map *seen, const struct terms *bank, sort s) {
    u32s todo = {0};
    vec_push(&todo, s.id);
    while (todo.size) {
        sort next = {vec_pop(&todo)};
        if (hash_map_get(seen, next.id) != HASH_NONE) continue;
        hash_map_put(seen, next.id, 1);
        if (sort_kind(bank, next) == SORT_UNINTERPRETED) vec_push(sorts, next.id);
        if (sort_kind(bank, next) != SORT_ARRAY) continue;
        vec_push(&todo, sort_element(bank, next).id);
        vec_push(&todo, sort_index(bank, next).id);
    }
    vec_free(&todo);
}

void symbols_declare_sorts(struct text *out, const struct terms *bank, const term *roots, uint32_t n) {
    term_list variables = {0};
    u32s functions = {0}, sorts = {0};
    struct hash_map seen = {0};
    term_variables(bank, roots, n, &variables);
    term_functions(bank, roots, n, &functions);
    vec_each (term, v, &variables) add_sort(&sorts, &seen, bank, term_sort(bank, *v));
    vec_each (uint32_t, f, &functions) {
        add_sort(&sorts, &seen, bank, function_range(bank, *f));
        for (uint32_t i = 0; i < function_arity(bank, *f); i++)
            add_sort(&sorts, &seen, bank, function_domain(bank, *f, i));
    }
    vec_each (uint32_t, s, &sorts) {
        text_add(out, "(declare-sort ");
        print_sort(out, bank, (sort){*s});
        text_add(out, " 0)\n");
    }
    hash_map_free(&seen);
    vec_free(&variables);
    vec_free(&functions);
    vec_free(&sorts);
}

void symbols_declare_functions(struct text *out, const struct terms *bank, const term *roots, uint32_t n) {
    u32s functions = {0};
    term_functions(bank, roots, n, &functions);
    vec_each (uint32_t, f, &functions) {
        text_add(out, "(declare-fun ");
        print_symbol(out, function_name(bank, *f));
        text_add(out, " (");
        for (uint32_t i = 0; i < function_arity(bank, *f); i++) {
            if (i) text_byte(out, ' ');
            print_sort(out, bank, function_domain(bank, *f, i));
        }
        text_add(out, ") ");
        print_sort(out, bank, function_range(bank, *f));
        text_add(out, ")\n");
    }
    vec_free(&functions);
}

void symbols_parameters(struct text *out, const struct terms *bank, const term *variables, uint32_t n) {
    text_byte(out, '(');
    for (uint32_t i = 0; i < n; i++) {
        text_add(out, i ? " (" : "(");
        print_symbol(out, term_name(bank, variables[i]));
        text_byte(out, ' ');
        print_sort(out, bank, term_sort(bank, variables[i]));
        text_byte(out, ')');
    }
    text_byte(out, ')');
}
