/* What the language leaves open gets a meaning before LLVM can use it as a licence: uninitialised variables, bytes that
 * initial values leave open, shift amounts, division. */
#include "format/c/ir.h"

#include <math.h>

/* Aggregates up to so many scalars are made arbitrary one by one, so that SROA can split them. */
enum { LEAVES = 64 };

/* Whether clang made the instruction to initialise a variable that the program does not
 * (-ftrivial-auto-var-init). */
static bool is_automatic(struct c_unit *unit, LLVMValueRef x) {
    LLVMValueRef node = llvm.GetMetadata(x, llvm.GetMDKindIDInContext(unit->context, "annotation", 10));
    if (!node) return false;
    unsigned n = llvm.GetMDNodeNumOperands(node);
    LLVMValueRef *operands = mem_new_array(LLVMValueRef, n ? n : 1);
    llvm.GetMDNodeOperands(node, operands);
    bool found = false;
    for (unsigned i = 0; i < n && !found; i++) {
        unsigned length = 0;
        const char *text = operands[i] ? llvm.GetMDString(operands[i], &length) : NULL;
        found = text && length == 9 && memcmp(text, "auto-init", 9) == 0;
    }
    mem_free(operands);
    return found;
}

static uint64_t leaves(LLVMTypeRef t) {
    uint64_t n = 0;
    switch (llvm.GetTypeKind(t)) {
    case LLVMArrayTypeKind:
        n = llvm.GetArrayLength2(t);
        return n > LEAVES ? LEAVES + 1 : n * leaves(llvm.GetElementType(t));
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < llvm.CountStructElementTypes(t); i++)
            n += leaves(llvm.StructGetTypeAtIndex(t, i));
        return n;
    default: return c_ir_is_scalar(t) ? 1 : LEAVES + 1;
    }
}

static void store_padding(struct c_unit *unit, LLVMValueRef address, uint64_t offset) {
    LLVMTypeRef byte = llvm.Int8TypeInContext(unit->context);
    LLVMValueRef at = llvm.ConstInt(llvm.Int64TypeInContext(unit->context), offset, false);
    LLVMValueRef any = c_ir_call(unit, c_ir_declare(unit, C_PADDING, byte, NULL, 0), NULL, 0);
    llvm.BuildStore(unit->builder, any, llvm.BuildGEP2(unit->builder, byte, address, &at, 1, ""));
}

/* The bytes between the fields of a structure, and behind them: if they are read, as a part of something else, LLVM
 * would choose their values. */
static void store_arbitrary_padding(struct c_unit *unit, LLVMValueRef address, LLVMTypeRef t) {
    unsigned n = llvm.CountStructElementTypes(t);
    uint64_t from = 0;
    for (unsigned i = 0; i <= n; i++) {
        uint64_t to = i < n ? llvm.OffsetOfElement(unit->layout, t, i) : llvm.ABISizeOfType(unit->layout, t);
        for (; from < to; from++) store_padding(unit, address, from);
        if (i < n) from = to + llvm.StoreSizeOfType(unit->layout, llvm.StructGetTypeAtIndex(t, i));
    }
}

/* Stores into every scalar of the type at the address: what stands at another address, or, where that is NULL, an
 * arbitrary value. The type is as deep as the source's. */
static void store_scalars(struct c_unit *unit, LLVMValueRef to, LLVMValueRef from, LLVMTypeRef t) {
    if (c_ir_is_scalar(t)) {
        LLVMValueRef value = from ? llvm.BuildLoad2(unit->builder, t, from, "") : c_ir_uninitialized(unit, t);
        llvm.BuildStore(unit->builder, value, to);
        return;
    }
    bool array = llvm.GetTypeKind(t) == LLVMArrayTypeKind;
    uint64_t n = array ? llvm.GetArrayLength2(t) : llvm.CountStructElementTypes(t);
    LLVMTypeRef i32 = llvm.Int32TypeInContext(unit->context);
    for (uint64_t i = 0; i < n; i++) {
        LLVMValueRef path[2] = {llvm.ConstInt(i32, 0, false), llvm.ConstInt(i32, i, false)};
        store_scalars(unit, llvm.BuildGEP2(unit->builder, t, to, path, 2, ""),
                      from ? llvm.BuildGEP2(unit->builder, t, from, path, 2, "") : NULL,
                      array ? llvm.GetElementType(t) : llvm.StructGetTypeAtIndex(t, (unsigned)i));
    }
    if (!array) store_arbitrary_padding(unit, to, t);
}

static bool has_array(LLVMTypeRef t) {
    if (llvm.GetTypeKind(t) != LLVMStructTypeKind) return llvm.GetTypeKind(t) == LLVMArrayTypeKind;
    for (unsigned i = 0; i < llvm.CountStructElementTypes(t); i++)
        if (has_array(llvm.StructGetTypeAtIndex(t, i))) return true;
    return false;
}

/* Whether all accesses are to constant places, so that SROA will split the variable. */
static bool is_splittable(LLVMValueRef object) {
    C_EACH_USE(u, object) {
        LLVMValueRef user = llvm.GetUser(u);
        if (llvm.IsACallInst(user)) {
            LLVMValueRef callee = c_ir_callee(user); /* memset, lifetime ... */
            if (!callee || !c_ir_starts(c_ir_name(callee), "llvm.")) return false;
        } else if (llvm.IsAGetElementPtrInst(user)) {
            for (int i = 1; i < llvm.GetNumOperands(user); i++)
                if (!llvm.IsAConstantInt(llvm.GetOperand(user, (unsigned)i))) return false;
            if (!is_splittable(user)) return false;
        } else if (!llvm.IsALoadInst(user) &&
                   !(llvm.IsAStoreInst(user) && llvm.GetOperand(user, 1) == object)) {
            return false;
        }
    }
    return true;
}

/* Whether the variable is made arbitrary by stores to all that it has. */
static bool takes_stores(LLVMValueRef object) {
    if (!llvm.IsAAllocaInst(object) || !llvm.IsAConstantInt(llvm.GetOperand(object, 0)) ||
        llvm.ConstIntGetZExtValue(llvm.GetOperand(object, 0)) != 1)
        return false;
    LLVMTypeRef type = llvm.GetAllocatedType(object);
    return leaves(type) <= LEAVES && (!has_array(type) || is_splittable(object));
}

static bool covers(struct c_unit *unit, LLVMValueRef object, LLVMValueRef size) {
    return takes_stores(object) && llvm.IsAConstantInt(size) &&
           llvm.ConstIntGetZExtValue(size) == llvm.ABISizeOfType(unit->layout, llvm.GetAllocatedType(object));
}

/* memset of a variable, or of an array of variable length */
static void rewrite_automatic(struct c_unit *unit, LLVMValueRef x) {
    LLVMValueRef pointer = llvm.GetOperand(x, 0), size = llvm.GetOperand(x, 2);
    c_ir_before(unit, x);
    if (covers(unit, pointer, size))
        store_scalars(unit, pointer, NULL, llvm.GetAllocatedType(pointer));
    else
        c_ir_make_arbitrary(unit, pointer, size);
    c_ir_replace(x, NULL);
}

/* Of a variable, or of the place that a caller has for a result; NULL: neither. */
static LLVMTypeRef type_of_place(LLVMValueRef v, LLVMValueRef function) {
    if (llvm.IsAAllocaInst(v)) return llvm.GetAllocatedType(v);
    if (llvm.CountParams(function) == 0 || llvm.GetParam(function, 0) != v) return NULL;
    LLVMAttributeRef result =
        llvm.GetEnumAttributeAtIndex(function, 1, llvm.GetEnumAttributeKindForName("sret", 4));
    return result ? llvm.GetTypeAttributeValue(result) : NULL;
}

/* ---- unions ----
 *
 * The type that a union has is that of one of its members, and the initial value may be of another one: then what lies
 * between the fields of the type is no padding. */

struct place {
    uint64_t offset, size;
};
typedef VEC(struct place) places;

static void find_scalars(struct c_unit *unit, LLVMTypeRef t, uint64_t offset, places *found) {
    if (found->size > 8 * LEAVES) return;
    if (llvm.GetTypeKind(t) == LLVMArrayTypeKind) {
        LLVMTypeRef element = llvm.GetElementType(t);
        uint64_t stride = llvm.ABISizeOfType(unit->layout, element);
        for (uint64_t i = 0; i < llvm.GetArrayLength2(t) && i <= 8 * LEAVES; i++)
            find_scalars(unit, element, offset + i * stride, found);
    } else if (llvm.GetTypeKind(t) == LLVMStructTypeKind) {
        for (unsigned i = 0; i < llvm.CountStructElementTypes(t); i++)
            find_scalars(unit, llvm.StructGetTypeAtIndex(t, i),
                         offset + llvm.OffsetOfElement(unit->layout, t, i), found);
    } else {
        vec_push(found, (struct place){offset, llvm.StoreSizeOfType(unit->layout, t)});
    }
}

static bool is_among(const places *list, struct place p) {
    vec_each (const struct place, q, list)
        if (q->offset == p.offset && q->size == p.size) return true;
    return false;
}

/* Whether the initial value has all that the type has where the type has it. */
static bool has_all(struct c_unit *unit, const places *initial, LLVMTypeRef t, uint64_t offset) {
    places wanted = {0};
    bool all = true;
    find_scalars(unit, t, offset, &wanted);
    vec_each (const struct place, p, &wanted) all = all && is_among(initial, *p);
    vec_free(&wanted);
    return all;
}

static bool is_union(LLVMTypeRef t) {
    const char *name = llvm.GetTypeKind(t) == LLVMStructTypeKind ? llvm.GetStructName(t) : NULL;
    return name && c_ir_starts(name, "union.");
}

/* Copies unions whose initial value is of another member as they are. */
static void copy_unions(struct c_unit *unit, LLVMValueRef to, LLVMValueRef from, LLVMTypeRef t,
                        uint64_t offset, const places *initial) {
    if (is_union(t) && !has_all(unit, initial, t, offset)) {
        LLVMTypeRef byte = llvm.Int8TypeInContext(unit->context),
                    i64 = llvm.Int64TypeInContext(unit->context);
        for (uint64_t i = 0; i < llvm.ABISizeOfType(unit->layout, t); i++) {
            LLVMValueRef at = llvm.ConstInt(i64, offset + i, false);
            LLVMValueRef value = llvm.BuildLoad2(unit->builder, byte,
                                                 llvm.BuildGEP2(unit->builder, byte, from, &at, 1, ""), "");
            llvm.BuildStore(unit->builder, value, llvm.BuildGEP2(unit->builder, byte, to, &at, 1, ""));
        }
    } else if (llvm.GetTypeKind(t) == LLVMArrayTypeKind) {
        LLVMTypeRef element = llvm.GetElementType(t);
        uint64_t stride = llvm.ABISizeOfType(unit->layout, element);
        for (uint64_t i = 0; i < llvm.GetArrayLength2(t); i++)
            copy_unions(unit, to, from, element, offset + i * stride, initial);
    } else if (llvm.GetTypeKind(t) == LLVMStructTypeKind) {
        for (unsigned i = 0; i < llvm.CountStructElementTypes(t); i++)
            copy_unions(unit, to, from, llvm.StructGetTypeAtIndex(t, i),
                        offset + llvm.OffsetOfElement(unit->layout, t, i), initial);
    }
}

/* clang copies what a variable is initialised to, with zeros between the fields. Others write the fields alone. */
static bool rewrite_initial(struct c_unit *unit, LLVMValueRef x) {
    LLVMValueRef callee = c_ir_callee(x);
    if (!callee || !c_ir_starts(c_ir_name(callee), "llvm.memcpy")) return false;
    LLVMValueRef to = llvm.GetOperand(x, 0), from = llvm.GetOperand(x, 1), size = llvm.GetOperand(x, 2);
    bool initial = llvm.IsAGlobalVariable(from) && llvm.IsGlobalConstant(from) &&
                   llvm.GetLinkage(from) == LLVMPrivateLinkage && llvm.IsAConstantInt(size);
    LLVMTypeRef type =
        initial ? type_of_place(to, llvm.GetBasicBlockParent(llvm.GetInstructionParent(x))) : NULL;
    if (!type || leaves(type) > LEAVES || !c_ir_has_padding(unit, type) ||
        llvm.ConstIntGetZExtValue(size) != llvm.ABISizeOfType(unit->layout, type))
        return false;
    c_ir_before(unit, x);
    store_scalars(unit, to, from, type);
    places initial_scalars = {0};
    find_scalars(unit, llvm.GlobalGetValueType(from), 0, &initial_scalars);
    copy_unions(unit, to, from, type, 0, &initial_scalars);
    vec_free(&initial_scalars);
    c_ir_replace(x, NULL);
    return true;
}

/* Whether the first use of a variable in a block writes it, as declarations with initialiser do; copies of arguments
 * and places of results are written by calls. */
static bool writes(LLVMValueRef user, LLVMValueRef pointer) {
    if (llvm.IsAStoreInst(user)) return llvm.GetOperand(user, 1) == pointer;
    if (llvm.IsACallInst(user)) {
        LLVMValueRef callee = c_ir_callee(user);
        return !callee || !c_ir_starts(c_ir_name(callee), "llvm.mem") || llvm.GetOperand(user, 0) == pointer;
    }
    if (!llvm.IsAGetElementPtrInst(user)) return false;
    C_EACH_USE(u, user)
    if (!writes(llvm.GetUser(u), user)) return false;
    return true;
}

static LLVMValueRef first_user(LLVMBasicBlockRef block, LLVMValueRef variable) {
    C_EACH_INSTRUCTION(x, block)
    for (int i = 0; i < llvm.GetNumOperands(x); i++)
        if (llvm.GetOperand(x, (unsigned)i) == variable) return x;
    return NULL;
}

/* Whether a jump can pass the declaration of a variable: a way from the start of the function to a use that is no
 * initialisation. */
static bool is_passed_by(LLVMValueRef variable) {
    VEC(LLVMBasicBlockRef) list = {0};
    struct hash_map seen = {0};
    bool found = false;
    vec_push(&list, llvm.GetInstructionParent(variable));
    while (list.size && !found) {
        LLVMBasicBlockRef block = vec_pop(&list);
        if (hash_map_get(&seen, c_ir_key(block)) != HASH_NONE) continue;
        hash_map_put(&seen, c_ir_key(block), 1);
        LLVMValueRef user = first_user(block, variable), end = llvm.GetBasicBlockTerminator(block);
        found = user && !writes(user, variable);
        for (unsigned i = 0; !user && i < llvm.GetNumSuccessors(end); i++)
            vec_push(&list, llvm.GetSuccessor(end, i));
    }
    hash_map_free(&seen);
    vec_free(&list);
    return found;
}

/* What SSA form takes in is arbitrary from the start: return values of functions that end without `return`, and
 * variables whose declaration is jumped over, which clang does not initialise. */
static void rewrite_alloca(struct c_unit *unit, LLVMValueRef x) {
    LLVMTypeRef type = llvm.GetAllocatedType(x);
    bool stores = takes_stores(x);
    if (!stores && (!llvm.IsAConstantInt(llvm.GetOperand(x, 0)) || !is_passed_by(x))) return;
    llvm.PositionBuilderBefore(unit->builder, c_ir_past_allocas(x));
    llvm.SetCurrentDebugLocation2(unit->builder, NULL);
    if (stores)
        store_scalars(unit, x, NULL, type);
    else
        c_ir_make_arbitrary(unit, x,
                            llvm.ConstInt(llvm.Int64TypeInContext(unit->context),
                                          llvm.ABISizeOfType(unit->layout, type), false));
}

/* As the machine does it: the amount counts modulo the width. */
static void rewrite_shift(struct c_unit *unit, LLVMValueRef x) {
    LLVMTypeRef t = llvm.TypeOf(x);
    LLVMValueRef amount = llvm.GetOperand(x, 1);
    if (!c_ir_is_integer(t)) return;
    unsigned width = llvm.GetIntTypeWidth(t);
    bool small = llvm.IsAConstantInt(amount) && width <= 64 && llvm.ConstIntGetZExtValue(amount) < width;
    if (small || (width & (width - 1))) return;
    c_ir_before(unit, x);
    llvm.SetOperand(x, 1, llvm.BuildAnd(unit->builder, amount, llvm.ConstInt(t, width - 1, false), ""));
}

/* Where a program divides by zero its run ends: the machine traps. */
static void exclude_zero(struct c_unit *unit, LLVMValueRef divisor) {
    if (!unit->options->strict_division) {
        c_ir_divisor(unit, divisor);
        return;
    }
    LLVMValueRef zero = llvm.ConstNull(llvm.TypeOf(divisor));
    c_ir_require(unit, llvm.BuildICmp(unit->builder, LLVMIntNE, divisor, zero, ""), C_REFUSES_DIVISION);
}

/* Whether nobody needs the value: not even clang's -O0 has code for what only flows into what nobody needs. */
static bool is_unused(LLVMValueRef x) {
    if (llvm.IsACallInst(x) || llvm.IsAStoreInst(x) || llvm.IsATerminatorInst(x) || llvm.IsAPHINode(x))
        return false;
    C_EACH_USE(u, x)
    if (!is_unused(llvm.GetUser(u))) return false;
    return true;
}

/* Division by what is not a harmless constant becomes a call of a function without side effects, because LLVM
 * would make poison of the quotient that overflows. */
static void rewrite_division(struct c_unit *unit, LLVMValueRef x, const char *operation) {
    LLVMTypeRef t = llvm.TypeOf(x), types[2] = {t, t};
    if (!c_ir_is_integer(t)) return;
    LLVMValueRef operands[2] = {llvm.GetOperand(x, 0), llvm.GetOperand(x, 1)};
    if (llvm.IsAConstantInt(operands[1]) && llvm.GetIntTypeWidth(t) <= 64) {
        long long divisor = llvm.ConstIntGetSExtValue(operands[1]);
        if (divisor != 0 && divisor != -1) return;
    }
    if (!unit->options->strict_division && is_unused(x)) { /* to LLVM it would say that it is not by zero */
        c_ir_replace(x, llvm.ConstNull(t));
        return;
    }
    char *name = mem_format("induct.%s.i%u", operation, llvm.GetIntTypeWidth(t));
    LLVMValueRef f = c_ir_declare(unit, name, t, types, 2);
    mem_free(name);
    c_ir_set_attribute(unit, f, "memory"); /* of no effects: memory(none) */
    c_ir_set_attribute(unit, f, "willreturn");
    c_ir_before(unit, x);
    exclude_zero(unit, operands[1]);
    c_ir_replace(x, c_ir_call(unit, f, operands, 2));
}

/* The number of leading or trailing zeros of zero is open. */
static void rewrite_zeros(struct c_unit *unit, LLVMValueRef x) {
    LLVMValueRef callee = c_ir_callee(x);
    const char *name = callee ? c_ir_name(callee) : "";
    if (!c_ir_starts(name, "llvm.ctlz.i") && !c_ir_starts(name, "llvm.cttz.i")) return;
    if (llvm.IsNull(llvm.GetOperand(x, 1))) return; /* it is the width */
    LLVMTypeRef t = llvm.TypeOf(x);
    LLVMValueRef arguments[2] = {llvm.GetOperand(x, 0),
                                 llvm.ConstInt(llvm.Int1TypeInContext(unit->context), 0, false)};
    c_ir_before(unit, x);
    LLVMValueRef zero =
        llvm.BuildICmp(unit->builder, LLVMIntEQ, arguments[0], llvm.ConstNull(llvm.TypeOf(arguments[0])), "");
    LLVMValueRef any = c_ir_uninitialized(unit, t), count = c_ir_call(unit, callee, arguments, 2);
    c_ir_replace(x, llvm.BuildSelect(unit->builder, zero, any, count, ""));
}

/* What a floating-point number beyond the range of an integer becomes in it is open. */
static void rewrite_conversion(struct c_unit *unit, LLVMValueRef x, bool is_signed) {
    LLVMValueRef from = llvm.GetOperand(x, 0);
    LLVMTypeRef t = llvm.TypeOf(x), real = llvm.TypeOf(from);
    if (!c_ir_is_integer(t) || !c_ir_is_float(real)) return;
    unsigned bits = llvm.GetIntTypeWidth(t);
    c_ir_before(unit, x);
    LLVMValueRef low = llvm.ConstReal(real, is_signed ? -ldexp(1, (int)bits - 1) - 1 : -1);
    LLVMValueRef high = llvm.ConstReal(real, ldexp(1, (int)bits - is_signed));
    LLVMValueRef above = llvm.BuildFCmp(unit->builder, LLVMRealOGT, from, low, "");
    LLVMValueRef below = llvm.BuildFCmp(unit->builder, LLVMRealOLT, from, high, "");
    LLVMValueRef fits = llvm.BuildBinOp(unit->builder, LLVMAnd, above, below, "");
    LLVMValueRef number = is_signed ? llvm.BuildFPToSI(unit->builder, from, t, "")
                                    : llvm.BuildFPToUI(unit->builder, from, t, "");
    c_ir_replace(x, llvm.BuildSelect(unit->builder, fits, number, c_ir_uninitialized(unit, t), ""));
}

static void rewrite(struct c_unit *unit, LLVMValueRef x) {
    bool automatic = is_automatic(unit, x);
    switch (llvm.GetInstructionOpcode(x)) {
    case LLVMAlloca: rewrite_alloca(unit, x); break;
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr: rewrite_shift(unit, x); break;
    case LLVMSDiv: rewrite_division(unit, x, "sdiv"); break;
    case LLVMUDiv: rewrite_division(unit, x, "udiv"); break;
    case LLVMSRem: rewrite_division(unit, x, "srem"); break;
    case LLVMURem: rewrite_division(unit, x, "urem"); break;
    case LLVMFPToSI: rewrite_conversion(unit, x, true); break;
    case LLVMFPToUI: rewrite_conversion(unit, x, false); break;
    case LLVMStore:
        if (!automatic || !c_ir_is_scalar(llvm.TypeOf(llvm.GetOperand(x, 0)))) break;
        c_ir_before(unit, x);
        llvm.SetOperand(x, 0, c_ir_uninitialized(unit, llvm.TypeOf(llvm.GetOperand(x, 0))));
        break;
    case LLVMCall:
        if (automatic && llvm.GetNumArgOperands(x) == 4)
            rewrite_automatic(unit, x);
        else if (!rewrite_initial(unit, x))
            rewrite_zeros(unit, x);
        break;
    case LLVMUnreachable: /* behind calls that do not return it is dropped again */
        c_ir_before(unit, x);
        c_ir_unsupported(unit, C_REFUSES_UNREACHABLE);
        break;
    default: break;
    }
}

/* Bytes that the initial value of a variable leaves open, those of a union behind its first member, say: compilers make
 * them zero. (In values of automatic variables clang has done so already.) */
static LLVMValueRef with_zeros(struct c_unit *unit, LLVMValueRef c) {
    LLVMTypeRef type = llvm.TypeOf(c);
    if (llvm.IsUndef(c) || llvm.IsPoison(c)) return llvm.ConstNull(type);
    bool array = llvm.IsAConstantArray(c) != NULL, changed = false;
    if (!array && !llvm.IsAConstantStruct(c)) return c;
    value_list parts = {0};
    for (int i = 0; i < llvm.GetNumOperands(c); i++) {
        LLVMValueRef part = llvm.GetOperand(c, (unsigned)i);
        vec_push(&parts, with_zeros(unit, part));
        changed |= vec_last(&parts) != part;
    }
    if (changed && array)
        c = llvm.ConstArray2(llvm.GetElementType(type), parts.data, parts.size);
    else if (changed && llvm.GetStructName(type))
        c = llvm.ConstNamedStruct(type, parts.data, parts.size);
    else if (changed)
        c = llvm.ConstStructInContext(unit->context, parts.data, parts.size, llvm.IsPackedStruct(type));
    vec_free(&parts);
    return c;
}

void c_rewrite_undefined(struct c_unit *unit) {
    C_EACH_GLOBAL(g, unit->module)
    if (llvm.GetInitializer(g)) llvm.SetInitializer(g, with_zeros(unit, llvm.GetInitializer(g)));
    C_EACH_FUNCTION(f, unit->module) {
        if (llvm.IsDeclaration(f)) continue;
        c_ir_set_attribute(unit, f,
                           "null_pointer_is_valid"); /* else LLVM drops what comes after an access there */
        C_EACH_BLOCK(b, f)
        C_EACH_INSTRUCTION(x, b) rewrite(unit, x);
    }
}
