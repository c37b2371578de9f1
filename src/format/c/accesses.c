/* With `strict`: what functions of the system access, as far as their arguments tell. */
#include "format/c/lifetime.h"

/* What functions of the system access (C_LIBRARY_BOUNDS in libc.def), argument by argument: `r` and `w` are read and
 * written, as many bytes as the arguments say whose numbers follow, multiplied; the rest is not accessed, is the
 * system's own, or a string: `s`, and `f` and `g` for formats of printf and scanf (bounds.c asks of strings whether
 * they are literals). */
static LLVMValueRef product(struct c_unit *unit, LLVMValueRef x, const char *numbers) {
    LLVMTypeRef word = llvm.IntPtrTypeInContext(unit->context, unit->layout);
    LLVMValueRef size = NULL;
    for (; *numbers >= '0' && *numbers <= '9'; numbers++) {
        unsigned i = (unsigned)(*numbers - '0');
        LLVMValueRef factor = i < llvm.GetNumArgOperands(x) ? llvm.GetOperand(x, i) : NULL;
        if (!factor || !c_ir_is_integer(llvm.TypeOf(factor))) return NULL;
        factor = llvm.BuildIntCast2(unit->builder, factor, word, false, "");
        size = size ? llvm.BuildBinOp(unit->builder, LLVMMul, size, factor, "") : factor;
    }
    return size;
}

/* scanf and its kin: what the conversions of a literal write. */

static int character(LLVMValueRef text, uint64_t i) {
    bool in = i < llvm.GetArrayLength2(llvm.TypeOf(text));
    LLVMValueRef c = in ? llvm.GetAggregateElement(text, (unsigned)i) : NULL;
    return c && llvm.IsAConstantInt(c) ? (int)llvm.ConstIntGetZExtValue(c) : 0;
}

/* The text of a literal; NULL: it is none. */
static LLVMValueRef literal(LLVMValueRef pointer) {
    if (!llvm.IsAGlobalVariable(pointer) || !llvm.IsGlobalConstant(pointer)) return NULL;
    LLVMValueRef text = llvm.GetInitializer(pointer);
    return text && llvm.GetTypeKind(llvm.TypeOf(text)) == LLVMArrayTypeKind ? text : NULL;
}

/* One conversion, behind its %: how many bytes it writes; 0: nothing. False: not known. */
static bool read_conversion(const struct c_unit *unit, LLVMValueRef text, uint64_t *i, uint64_t *bytes) {
    uint64_t pointer = llvm.PointerSize(unit->layout), width = 0, whole = 4, real = 4;
    bool silent = character(text, *i) == '*';
    if (silent) ++*i;
    for (; strchr("0123456789", character(text, *i)) && character(text, *i); ++*i)
        width = width * 10 + (uint64_t)(character(text, *i) - '0');
    for (int c; (c = character(text, *i)) && strchr("hlqjzt", c); ++*i) {
        whole = c == 'h' ? whole / 2 : c == 'q' || c == 'j' || whole != 4 || real == 8 ? 8 : pointer;
        real = 8;
    }
    int c = character(text, (*i)++);
    bool number = c && strchr("diuxXo", c), float_ = c && strchr("efgaEFGA", c);
    *bytes = silent || c == '%' ? 0 : number ? whole : float_ ? real : width ? width : 1;
    return number || float_ || c == '%' || c == 'c';
}

static bool check_scan(struct c_unit *unit, LLVMValueRef x, unsigned format) {
    LLVMValueRef text = literal(llvm.GetOperand(x, format));
    unsigned argument = format + 1;
    for (uint64_t i = 0; text && character(text, i);) {
        uint64_t bytes;
        if (character(text, i++) != '%') continue;
        if (!read_conversion(unit, text, &i, &bytes)) return false;
        if (!bytes) continue;
        if (argument >= llvm.GetNumArgOperands(x)) return false;
        LLVMTypeRef word = llvm.IntPtrTypeInContext(unit->context, unit->layout);
        c_check_access(unit, x, llvm.GetOperand(x, argument++), llvm.ConstInt(word, bytes, false), true);
    }
    return text != NULL;
}

void c_check_library(struct c_unit *unit, LLVMValueRef x, const char *arguments) {
    for (unsigned i = 0; *arguments && i < llvm.GetNumArgOperands(x); i++) {
        bool reads = *arguments == 'r', writes = *arguments == 'w', scans = *arguments == 'g';
        arguments++;
        c_ir_before(unit, x);
        LLVMValueRef size = reads || writes ? product(unit, x, arguments) : NULL;
        if (size)
            c_check_access(unit, x, llvm.GetOperand(x, i), size, writes);
        else if (scans && !check_scan(unit, x, i))
            c_ir_unsupported(unit, C_REFUSES_UNBOUNDED, c_ir_name(c_ir_callee(x)));
        else if (reads || writes)
            c_ir_unsupported(unit, C_REFUSES_ARGUMENTS, c_ir_name(c_ir_callee(x)));
        while (*arguments >= '0' && *arguments <= '9') arguments++;
    }
}
