#include "format/c/debug.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static LLVMMetadataRef operand(const struct c_unit *unit, LLVMMetadataRef node, unsigned index) {
    LLVMValueRef value = llvm.MetadataAsValue(unit->context, node);
    unsigned n = llvm.GetMDNodeNumOperands(value);
    if (index >= n) return NULL;
    LLVMValueRef *operands = mem_new_array(LLVMValueRef, n);
    llvm.GetMDNodeOperands(value, operands);
    LLVMMetadataRef found = operands[index] ? llvm.ValueAsMetadata(operands[index]) : NULL;
    mem_free(operands);
    return found;
}

/* A string operand as an owned string; NULL when there is none. */
static char *string(const struct c_unit *unit, LLVMMetadataRef node, unsigned index) {
    LLVMMetadataRef text = operand(unit, node, index);
    unsigned length = 0;
    const char *s = text ? llvm.GetMDString(llvm.MetadataAsValue(unit->context, text), &length) : NULL;
    return s && length ? mem_format("%.*s", (int)length, s) : NULL;
}

/* Scopes: lexical blocks inside a function. */
static LLVMMetadataRef parent(struct c_unit *unit, LLVMMetadataRef scope) {
    return operand(unit, scope, 1);
}
static LLVMMetadataRef function_of(struct c_unit *unit, LLVMMetadataRef scope) {
    while (scope && llvm.GetMetadataKind(scope) != LLVMDISubprogramMetadataKind) {
        LLVMMetadataKind kind = llvm.GetMetadataKind(scope);
        if (kind != LLVMDILexicalBlockMetadataKind && kind != LLVMDILexicalBlockFileMetadataKind) return NULL;
        scope = parent(unit, scope);
    }
    return scope;
}

/* The file's name as it is known to the user. */
static char *file_name(LLVMMetadataRef scope) {
    LLVMMetadataRef file = llvm.DIScopeGetFile(scope);
    unsigned length = 0;
    const char *name = file ? llvm.DIFileGetFilename(file, &length) : NULL;
    return name && length ? mem_format("%.*s", (int)length, name) : NULL;
}

/* As struct program_position has it; not all of them where recursion was inlined. */
static void add_calls(struct c_unit *unit, LLVMMetadataRef location, struct text *calls) {
    enum { DEEPEST = 32 };
    for (uint32_t depth = 0; depth < DEEPEST && (location = llvm.DILocationGetInlinedAt(location)); depth++) {
        LLVMMetadataRef function = function_of(unit, llvm.DILocationGetScope(location));
        char *name = function ? string(unit, function, 2) : NULL;
        text_format(calls, "%s:%u\n", name ? name : "?", llvm.DILocationGetLine(location));
        mem_free(name);
    }
}

struct program_position c_debug_place(struct c_unit *unit, struct program *program,
                                      LLVMMetadataRef location) {
    struct program_position at = {0};
    if (!location) return at;
    at.line = llvm.DILocationGetLine(location);
    at.column = llvm.DILocationGetColumn(location);
    LLVMMetadataRef scope = llvm.DILocationGetScope(location), function = function_of(unit, scope);
    char *file = file_name(scope), *name = function ? string(unit, function, 2) : NULL;
    at.file = program_text(program, file);
    at.function = program_text(program, name);
    struct text calls = {0};
    add_calls(unit, location, &calls);
    at.calls = program_text(program, calls.data);
    text_fini(&calls);
    mem_free(file);
    mem_free(name);
    return at;
}

struct program_position c_debug_function(struct program *program, LLVMValueRef f) {
    struct program_position at = {.function = program_text(program, c_ir_name(f))};
    LLVMMetadataRef function = llvm.GetSubprogram(f);
    if (!function) return at;
    char *file = file_name(function);
    at.line = llvm.DISubprogramGetLine(function);
    at.file = program_text(program, file);
    mem_free(file);
    return at;
}

struct program_position c_debug_position(struct c_unit *unit, struct program *program, LLVMValueRef x) {
    return c_debug_place(unit, program, llvm.InstructionGetDebugLoc(x));
}

LLVMMetadataRef c_debug_loop(struct c_unit *unit, LLVMValueRef branch) {
    LLVMValueRef loop = llvm.GetMetadata(branch, llvm.GetMDKindIDInContext(unit->context, "llvm.loop", 9));
    if (!loop) return NULL;
    LLVMMetadataRef first = operand(unit, llvm.ValueAsMetadata(loop), 1); /* operand 0 is the node itself */
    return first && llvm.GetMetadataKind(first) == LLVMDILocationMetadataKind ? first : NULL;
}

static bool calls(LLVMValueRef x, const char *name) {
    LLVMValueRef callee = c_ir_callee(x);
    return callee && strcmp(c_ir_name(callee), name) == 0;
}
bool c_debug_is_value(LLVMValueRef x) {
    return calls(x, "llvm.dbg.value");
}
bool c_debug_is_declare(LLVMValueRef x) {
    return calls(x, "llvm.dbg.declare");
}

/* Expressions: empty, or only a fragment. Everything else computes something. */
static bool read_expression(LLVMValueRef expression, struct c_debug_variable *v) {
    char *printed = llvm.PrintValueToString(expression);
    const char *open = strchr(printed, '(');
    unsigned offset, size;
    bool understood = true;
    if (open && sscanf(open, "(DW_OP_LLVM_fragment, %u, %u)", &offset, &size) == 2)
        v->offset = offset, v->size = size;
    else
        understood = open && open[1] == ')';
    llvm.DisposeMessage(printed);
    return understood;
}

/* clang's own variables for the lengths of arrays are none of the source, and neither are operands (probes.h). */
static bool is_artificial(struct c_unit *unit, LLVMMetadataRef variable) {
    char *name = string(unit, variable, 1);
    bool artificial = !name || c_ir_starts(name, "__vla_expr") || name[0] == '#';
    mem_free(name);
    return artificial;
}

bool c_debug_read(struct c_unit *unit, LLVMValueRef x, struct c_debug_variable *v, LLVMValueRef *value) {
    *v = (struct c_debug_variable){.variable = llvm.ValueAsMetadata(llvm.GetOperand(x, 1))};
    if (is_artificial(unit, v->variable)) return false;
    LLVMMetadataRef location = llvm.InstructionGetDebugLoc(x);
    if (location) v->inlined = llvm.DILocationGetInlinedAt(location);
    LLVMValueRef wrapped = llvm.GetOperand(x, 0);
    *value = NULL;
    if (llvm.GetMDNodeNumOperands(wrapped) == 1 &&
        llvm.GetMetadataKind(llvm.ValueAsMetadata(wrapped)) == LLVMLocalAsMetadataMetadataKind)
        llvm.GetMDNodeOperands(wrapped, value);
    if (!read_expression(llvm.GetOperand(x, 2), v)) *value = NULL;
    return true;
}

LLVMValueRef c_debug_operand(struct c_unit *unit, LLVMValueRef x, const char *key, LLVMMetadataRef inlined) {
    LLVMMetadataRef location = llvm.InstructionGetDebugLoc(x);
    if ((location ? llvm.DILocationGetInlinedAt(location) : NULL) != inlined) return NULL;
    char *name = string(unit, llvm.ValueAsMetadata(llvm.GetOperand(x, 1)), 1);
    bool same = name && !strcmp(name, key);
    mem_free(name);
    struct c_debug_variable ignored = {0};
    LLVMValueRef wrapped = llvm.GetOperand(x, 0), value = NULL;
    if (!same || !read_expression(llvm.GetOperand(x, 2), &ignored) || ignored.size) return NULL;
    if (llvm.GetMDNodeNumOperands(wrapped) == 1) llvm.GetMDNodeOperands(wrapped, &value);
    return value;
}

struct c_debug_variable c_debug_global(LLVMValueRef g) {
    struct c_debug_variable v = {0};
    size_t n = 0;
    LLVMValueMetadataEntry *entries = llvm.GlobalCopyAllMetadata(g, &n);
    for (unsigned i = 0; i < n && !v.variable; i++) {
        LLVMMetadataRef node = llvm.ValueMetadataEntriesGetMetadata(entries, i);
        if (llvm.GetMetadataKind(node) == LLVMDIGlobalVariableExpressionMetadataKind)
            v.variable = llvm.DIGlobalVariableExpressionGetVariable(node);
    }
    llvm.DisposeValueMetadataEntries(entries);
    return v;
}

/* A promoted global has its key for a name already. */
char *c_debug_key(struct c_unit *unit, const struct c_debug_variable *v) {
    char *name = string(unit, v->variable, 1), *key = NULL;
    if (!name || name[0] == '@') return name;
    LLVMMetadataRef scope = llvm.DIVariableGetScope(v->variable),
                    owner = scope ? function_of(unit, scope) : NULL;
    char *function = owner ? string(unit, owner, 2) : NULL;
    if (llvm.GetMetadataKind(v->variable) == LLVMDIGlobalVariableMetadataKind)
        key = mem_format("@%s:%s", function ? function : "", name);
    else if (function)
        key = mem_format("%s:%s:%u", function, name, llvm.DIVariableGetLine(v->variable));
    mem_free(function);
    mem_free(name);
    return key;
}

void c_debug_declare_promoted(struct c_unit *unit, LLVMDIBuilderRef debug, LLVMValueRef global,
                              LLVMValueRef local, LLVMValueRef before) {
    LLVMMetadataRef function = llvm.GetSubprogram(unit->entry), node = c_debug_global(global).variable;
    char *name = node ? string(unit, node, 1) : NULL;
    if (!function || !name) return;
    LLVMMetadataRef scope = llvm.DIVariableGetScope(node), owner = scope ? function_of(unit, scope) : NULL;
    char *owner_name = owner ? string(unit, owner, 2) : NULL;
    char *encoded = mem_format("@%s:%s", owner_name ? owner_name : "", name);
    LLVMMetadataRef variable = llvm.DIBuilderCreateAutoVariable(
        debug, function, encoded, strlen(encoded), llvm.DIVariableGetFile(node), llvm.DIVariableGetLine(node),
        operand(unit, node, 3), true, LLVMDIFlagZero, 0);
    LLVMMetadataRef place = llvm.DIBuilderCreateDebugLocation(
        unit->context, llvm.DISubprogramGetLine(function), 0, function, NULL);
    llvm.DIBuilderInsertDeclareRecordBefore(debug, local, variable,
                                            llvm.DIBuilderCreateExpression(debug, NULL, 0), place, before);
    mem_free(name);
    mem_free(owner_name);
    mem_free(encoded);
}

/* Types. */

enum { ENUMERATION = 0x04 /* DWARF's tag */ };

static bool is_kind(LLVMMetadataRef node, LLVMMetadataKind kind) {
    return node && llvm.GetMetadataKind(node) == kind;
}

static LLVMMetadataRef plain_type(const struct c_unit *unit, LLVMMetadataRef type) {
    while (is_kind(type, LLVMDIDerivedTypeMetadataKind) && llvm.DITypeGetSizeInBits(type) == 0)
        type = operand(unit, type, 3); /* typedef, const, volatile */
    return type;
}

bool c_debug_returns_number(const struct c_unit *unit, LLVMValueRef f) {
    LLVMMetadataRef function = llvm.GetSubprogram(f), type = function ? operand(unit, function, 4) : NULL,
                    types = type ? operand(unit, type, 3) : NULL,
                    result = types ? operand(unit, types, 0) : NULL;
    LLVMMetadataRef plain = plain_type(unit, result);
    bool is_enum = is_kind(plain, LLVMDICompositeTypeMetadataKind) && llvm.GetDINodeTag(plain) == ENUMERATION;
    return is_enum || is_kind(plain, LLVMDIBasicTypeMetadataKind);
}

/* The size; typedefs and qualified types do not have one of their own. */
bool c_debug_is_constant(struct c_unit *unit, const struct c_debug_variable *v) {
    enum { ARRAY = 0x01, TYPEDEF = 0x16, CONST = 0x26, VOLATILE = 0x35 }; /* DWARF's tags */
    LLVMMetadataRef type = v->variable ? operand(unit, v->variable, 3) : NULL;
    for (; type; type = operand(unit, type, 3)) {
        bool derived = is_kind(type, LLVMDIDerivedTypeMetadataKind);
        if (!derived && !is_kind(type, LLVMDICompositeTypeMetadataKind)) return false;
        unsigned tag = llvm.GetDINodeTag(type);
        if (tag == CONST) return true;
        if (tag != ARRAY && tag != TYPEDEF && tag != VOLATILE) return false;
    }
    return false;
}

static uint64_t size_of(struct c_unit *unit, LLVMMetadataRef type) {
    LLVMMetadataRef plain = plain_type(unit, type);
    return plain ? llvm.DITypeGetSizeInBits(plain) : 0;
}

static void read_basic(struct c_unit *unit, LLVMMetadataRef type, struct c_debug_source *source) {
    type = plain_type(unit, type);
    if (is_kind(type, LLVMDICompositeTypeMetadataKind))
        type = plain_type(unit, operand(unit, type, 3)); /* enum */
    if (!is_kind(type, LLVMDIBasicTypeMetadataKind)) return;
    size_t length = 0;
    const char *name = llvm.DITypeGetName(type, &length);
    char *text = mem_format("%.*s", (int)length, name ? name : "");
    source->is_boolean = strcmp(text, "_Bool") == 0 || strcmp(text, "bool") == 0;
    source->is_signed = !source->is_boolean && !c_ir_starts(text, "unsigned");
    mem_free(text);
}

static uint64_t subrange_count(struct c_unit *unit, LLVMMetadataRef subrange) {
    LLVMMetadataRef count = operand(unit, subrange, 0);
    if (!is_kind(count, LLVMConstantAsMetadataMetadataKind)) return 0;
    LLVMValueRef value = NULL;
    llvm.GetMDNodeOperands(llvm.MetadataAsValue(unit->context, count), &value);
    return value && llvm.IsAConstantInt(value) ? llvm.ConstIntGetZExtValue(value) : 0;
}

/* One step into an aggregate: appends ".f" or "[i]..", and gives the type and offset there; NULL: cannot. */
static LLVMMetadataRef enter_member(struct c_unit *unit, LLVMMetadataRef elements, uint64_t *offset,
                                    uint64_t size, struct text *path) {
    for (unsigned i = 0;; i++) {
        LLVMMetadataRef member = operand(unit, elements, i);
        if (!member) return NULL;
        if (!is_kind(member, LLVMDIDerivedTypeMetadataKind)) continue;
        uint64_t start = llvm.DITypeGetOffsetInBits(member), length = llvm.DITypeGetSizeInBits(member);
        if (*offset < start || *offset + size > start + length) continue;
        char *name = string(unit, member, 2);
        if (name) text_format(path, ".%s", name); /* members of unnamed members count as the outer's */
        mem_free(name);
        *offset -= start;
        return operand(unit, member, 3);
    }
}

static LLVMMetadataRef enter_array(struct c_unit *unit, LLVMMetadataRef array, LLVMMetadataRef elements,
                                   uint64_t *offset, struct text *path) {
    LLVMMetadataRef base = operand(unit, array, 3);
    uint64_t stride = llvm.DITypeGetSizeInBits(array);
    if (!base || size_of(unit, base) == 0) return NULL;
    for (unsigned i = 0;; i++) {
        LLVMMetadataRef subrange = operand(unit, elements, i);
        if (!subrange) break;
        uint64_t count = subrange_count(unit, subrange);
        if (!count) return NULL;
        stride /= count;
        if (!stride) return NULL;
        text_format(path, "[%llu]", (unsigned long long)(*offset / stride));
        *offset %= stride;
    }
    return base;
}

/* Down to the part of the given size at the offset. */
static bool find_part(struct c_unit *unit, LLVMMetadataRef type, uint64_t offset, uint64_t size,
                      struct text *path, struct c_debug_source *source) {
    for (;;) {
        type = plain_type(unit, type);
        if (!type) return false;
        LLVMMetadataRef elements =
            is_kind(type, LLVMDICompositeTypeMetadataKind) ? operand(unit, type, 4) : NULL;
        LLVMMetadataRef first = elements ? operand(unit, elements, 0) : NULL;
        bool array = is_kind(first, LLVMDISubrangeMetadataKind);
        if (offset == 0 && size_of(unit, type) == size && !is_kind(first, LLVMDIDerivedTypeMetadataKind)) {
            LLVMMetadataRef base = array ? operand(unit, type, 3) : type;
            read_basic(unit, base, source);
            return true;
        }
        if (array)
            type = enter_array(unit, type, elements, &offset, path);
        else if (is_kind(first, LLVMDIDerivedTypeMetadataKind))
            type = enter_member(unit, elements, &offset, size, path);
        else
            return false;
    }
}

/* Names become parts of C: those of bitcode that is not clang's may be anything. */
static bool is_of_source(const char *path) {
    for (const char *s = path; *s; s++)
        if (!isalnum((unsigned char)*s) && !((unsigned char)*s & 0x80) && !strchr("_$.[]", *s)) return false;
    return *path && !isdigit((unsigned char)*path);
}

struct c_debug_source c_debug_source(struct c_unit *unit, const struct c_debug_variable *v, uint32_t offset,
                                     uint32_t size) {
    struct c_debug_source source = {0};
    char *name = string(unit, v->variable, 1);
    LLVMMetadataRef type = operand(unit, v->variable, 3);
    if (!name || !type) {
        mem_free(name);
        return source;
    }
    struct text path = {0};
    char *colon = name[0] == '@' ? strchr(name, ':') : NULL;
    if (colon) { /* a global that was promoted */
        text_add(&path, colon + 1);
        if (colon > name + 1) source.scope = mem_format("%.*s", (int)(colon - name - 1), name + 1);
    } else {
        text_add(&path, name);
        LLVMMetadataRef scope = llvm.DIVariableGetScope(v->variable),
                        owner = scope ? function_of(unit, scope) : NULL;
        source.scope = owner ? string(unit, owner, 2) : NULL;
    }
    if (size == 0) size = v->size;
    if (size == 0) size = (uint32_t)size_of(unit, type);
    if (find_part(unit, type, (uint64_t)v->offset + offset, size, &path, &source) && is_of_source(path.data))
        source.text = text_take(&path);
    text_fini(&path);
    mem_free(name);
    return source;
}

void c_debug_source_fini(struct c_debug_source *source) {
    mem_free(source->text);
    mem_free(source->scope);
}

bool c_debug_visible(struct c_unit *unit, const struct c_debug_variable *v, LLVMMetadataRef place) {
    char *name = string(unit, v->variable, 1);
    bool global = name && name[0] == '@' && name[1] == ':';
    mem_free(name);
    if (global) return true;
    if (!place || llvm.DILocationGetInlinedAt(place) != v->inlined) return false;
    LLVMMetadataRef scope = llvm.DILocationGetScope(place), home = llvm.DIVariableGetScope(v->variable);
    for (; scope; scope = parent(unit, scope)) {
        if (scope == home) return true;
        if (llvm.GetMetadataKind(scope) == LLVMDISubprogramMetadataKind) return false;
    }
    return false;
}
