/* Recursion, as far as it is inlined: every recursive function gets further generations of itself.
 *
 *     f calls f     becomes     f calls f.1, f.1 calls f.2, ..., f.D calls f.D
 *
 * and f.D, still recursive, is cut by calls.c: a run that gets there is unsupported, any other means what it did.
 * Functions that call each other have the same D. It grows for all in turns, as far as the options allow and the
 * program, inlined, stays below LARGEST_UNROLLED: a function that calls itself once gets deep, one that calls itself
 * twice does not.
 *
 * llvm-c cannot copy functions, but modules: a generation is a copy of the module that has nothing but these functions,
 * under new names, and is linked to the program. Whatever else it needs has to be found by name. */
#include "format/c/calls.h"

enum { LARGEST_UNROLLED = 1 << 14 }; /* instructions */

struct unrolling {
    struct c_unit *unit;
    struct c_calls calls;
    u32s recursive; /* functions */
    u32s depth;     /* of each function: its generations beside the first */
    uint32_t deepest;
};

static char *name_of(LLVMValueRef f, uint32_t generation) {
    return generation ? mem_format("%s.%u", c_ir_name(f), generation) : mem_strdup(c_ir_name(f));
}

/* A function whose address is taken would have several; what is an alias would be defined twice. */
static bool is_possible(const struct unrolling *u) {
    if (llvm.GetFirstGlobalAlias(u->unit->module) || llvm.GetFirstGlobalIFunc(u->unit->module)) return false;
    vec_each (const uint32_t, i, &u->recursive) {
        LLVMValueRef f = u->calls.functions.data[*i];
        if (f == u->unit->entry || c_ir_is_address_taken(f)) return false;
    }
    return u->recursive.size > 0;
}

static bool call_each_other(const struct unrolling *u, uint32_t f, uint32_t g) {
    return u->calls.component.data[f] == u->calls.component.data[g];
}

/* The size of the program with these generations. Nodes of the graph are the functions, then the generations 1, 2, ...
 * of each recursive one. */
static uint64_t unrolled_size(const struct unrolling *u) {
    u32s start = {0}, order = {0};
    u8s cyclic = {0};
    u64s sizes = {0};
    c_graph callees = {0};
    uint32_t n = u->calls.functions.size, nodes = n;
    vec_resize(&start, n);
    for (uint32_t f = 0; f < n; f++) {
        start.data[f] = nodes;
        nodes += u->depth.data[f];
    }
    vec_resize(&callees, nodes);
    vec_resize(&sizes, nodes);
    for (uint32_t f = 0; f < n; f++)
        for (uint32_t k = 0; k <= u->depth.data[f]; k++) {
            uint32_t node = k ? start.data[f] + k - 1 : f;
            sizes.data[node] = u->calls.sizes.data[f];
            vec_each (const uint32_t, g, &u->calls.callees.data[f]) {
                bool next = u->calls.recursive.data[f] && call_each_other(u, f, *g);
                if (next && k == u->depth.data[f]) continue; /* this call is cut */
                vec_push(&callees.data[node], next ? start.data[*g] + k : *g);
            }
        }
    c_cycles(&callees, nodes, &order, &cyclic, NULL);
    c_calls_add_sizes(&callees, &order, &sizes);
    uint64_t size = sizes.data[c_calls_find(&u->calls, u->unit->entry)];
    vec_each (u32s, list, &callees) vec_free(list);
    vec_free(&callees);
    vec_free(&start);
    vec_free(&order);
    vec_free(&cyclic);
    vec_free(&sizes);
    return size;
}

/* The depth of the functions that call each other and f. */
static void set_depth(struct unrolling *u, uint32_t f, uint32_t depth) {
    vec_each (const uint32_t, g, &u->recursive)
        if (call_each_other(u, f, *g)) u->depth.data[*g] = depth;
}

static void choose_depths(struct unrolling *u) {
    for (uint32_t k = 1; k <= u->unit->options->recursion; k++) {
        vec_each (const uint32_t, f, &u->recursive) {
            if (u->calls.component.data[*f] != *f || u->depth.data[*f] != k - 1) continue;
            set_depth(u, *f, k);
            if (unrolled_size(u) > LARGEST_UNROLLED)
                set_depth(u, *f, k - 1);
            else
                u->deepest = k;
        }
        if (u->deepest < k) break;
    }
}

/* Everything can be found by its name. */
static void publish(LLVMModuleRef module) {
    uint32_t unnamed = 0;
    C_EACH_GLOBAL(g, module) {
        if (!*c_ir_name(g)) {
            char *name = mem_format("induct.unnamed.%u", unnamed++);
            llvm.SetValueName2(g, name, strlen(name));
            mem_free(name);
        }
        if (!llvm.IsDeclaration(g) && !c_ir_starts(c_ir_name(g), "llvm."))
            llvm.SetLinkage(g, LLVMExternalLinkage);
    }
    C_EACH_FUNCTION(f, module)
    if (!llvm.IsDeclaration(f)) llvm.SetLinkage(f, LLVMExternalLinkage);
}

/* A module of the recursive functions alone. Variables cannot be made declarations, but give way to those of the
 * program. */
static LLVMModuleRef extract(const struct unrolling *u) {
    LLVMModuleRef module = llvm.CloneModule(u->unit->module);
    llvm.SetIsNewDbgInfoFormat(module, false); /* see c_ir_drop_body */
    vec_each (const LLVMValueRef, f, &u->calls.functions)
        if (!u->calls.recursive.data[c_calls_find(&u->calls, *f)])
            c_ir_drop_body(llvm.GetNamedFunction(module, c_ir_name(*f)));
    C_EACH_GLOBAL(g, module) {
        if (c_ir_starts(c_ir_name(g), "llvm."))
            llvm.DeleteGlobal(g);
        else if (!llvm.IsDeclaration(g))
            llvm.SetLinkage(g, LLVMWeakAnyLinkage);
    }
    return module;
}

/* The functions that have such a generation; of the others it calls the first one. */
static void add_generation(const struct unrolling *u, LLVMModuleRef functions, uint32_t generation) {
    LLVMModuleRef module = llvm.CloneModule(functions);
    vec_each (const uint32_t, i, &u->recursive) {
        LLVMValueRef f = u->calls.functions.data[*i], mine = llvm.GetNamedFunction(module, c_ir_name(f));
        if (u->depth.data[*i] < generation) {
            c_ir_drop_body(mine);
            continue;
        }
        char *name = name_of(f, generation);
        llvm.SetValueName2(mine, name, strlen(name));
        mem_free(name);
    }
    llvm.SetIsNewDbgInfoFormat(module, true);                 /* as the program's is */
    bool failed = llvm.LinkModules2(u->unit->module, module); /* it takes the module */
    assert(!failed);
    (void)failed;
}

static LLVMValueRef in_generation(const struct unrolling *u, uint32_t f, uint32_t generation) {
    char *name = name_of(u->calls.functions.data[f], generation);
    LLVMValueRef found = llvm.GetNamedFunction(u->unit->module, name);
    mem_free(name);
    return found;
}

/* Calls in a generation go to the next one; those of functions from which no call comes back, to the first. */
static void connect(const struct unrolling *u, uint32_t generation) {
    struct hash_map numbers = {0}; /* of the functions of this generation */
    vec_each (const uint32_t, f, &u->recursive)
        if (u->depth.data[*f] >= generation)
            hash_map_put(&numbers, c_ir_key(in_generation(u, *f, generation)), *f);
    vec_each (const uint32_t, f, &u->recursive) {
        if (u->depth.data[*f] < generation) continue;
        uint32_t next = generation < u->depth.data[*f] ? generation + 1 : generation;
        C_EACH_BLOCK(b, in_generation(u, *f, generation))
        C_EACH_INSTRUCTION(x, b) {
            LLVMValueRef callee = c_ir_callee(x);
            uint32_t g = callee ? hash_map_get(&numbers, c_ir_key(callee)) : HASH_NONE;
            if (g == HASH_NONE) continue;
            unsigned last = (unsigned)llvm.GetNumOperands(x) - 1; /* where a call has the function */
            llvm.SetOperand(x, last, in_generation(u, g, call_each_other(u, *f, g) ? next : 0));
        }
    }
    hash_map_free(&numbers);
}

void c_unroll_recursion(struct c_unit *unit) {
    struct unrolling u = {.unit = unit};
    c_calls_init(&u.calls, unit);
    vec_resize(&u.depth, u.calls.functions.size);
    for (uint32_t i = 0; i < u.calls.functions.size; i++)
        if (u.calls.recursive.data[i]) vec_push(&u.recursive, i);
    if (is_possible(&u)) choose_depths(&u);
    if (u.deepest) {
        publish(unit->module);
        LLVMModuleRef functions = extract(&u);
        for (uint32_t k = 1; k <= u.deepest; k++) add_generation(&u, functions, k);
        for (uint32_t k = 0; k <= u.deepest; k++) connect(&u, k);
        llvm.DisposeModule(functions);
    }
    vec_free(&u.recursive);
    vec_free(&u.depth);
    c_calls_fini(&u.calls);
}
