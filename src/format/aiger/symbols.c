/* The symbol table and the comment of an AIGER file, and the properties with their names. */
#include "format/aiger/reader.h"

static char *copy_bytes(const unsigned char *bytes, size_t size) {
    char *copy = mem_alloc(size + 1);
    memcpy(copy, bytes, size);
    copy[size] = 0;
    return copy;
}

/* Where the symbol of an element is kept; NULL when the section has no such element. */
static char **name_slot(struct aiger_reader *r, unsigned char kind, uint32_t index) {
    struct circuit *c = r->circuit;
#define SLOT(section) (index < (section).size ? &(section).data[index].name : NULL)
    switch (kind) {
    case 'i': return SLOT(c->inputs);
    case 'l': return SLOT(c->latches);
    case 'o': return SLOT(c->outputs);
    case 'b': return SLOT(r->bads);
    case 'c': return SLOT(c->constraints);
    case 'j': return SLOT(c->justice);
    case 'f': return SLOT(c->fairness);
    }
#undef SLOT
    assert(false);
    return NULL;
}

static const char *kind_name(unsigned char kind) {
    switch (kind) {
    case 'i': return "input";
    case 'l': return "latch";
    case 'o': return "output";
    case 'b': return "bad state literal";
    case 'c': return "constraint";
    case 'j': return "justice property";
    default: return "fairness literal";
    }
}

static bool read_symbol(struct aiger_reader *r) {
    struct aiger_scan *s = &r->scan;
    struct position at = aiger_scan_position(s);
    unsigned char kind = *s->next++;
    uint32_t index;
    if (!aiger_scan_number(s, INT32_MAX, "the index of a symbol", &index)) return false;
    char **slot = name_slot(r, kind, index);
    if (!slot) return aiger_scan_fail(s, at, "there is no %s %u to name", kind_name(kind), index);
    if (*slot) return aiger_scan_fail(s, at, "symbol %c%u is given twice", kind, index);
    if (!aiger_scan_space(s, "the index of a symbol")) return false;
    const unsigned char *name = s->next;
    while (s->next < s->end && *s->next != '\n' && *s->next) s->next++;
    size_t length = (size_t)(s->next - name);
    if (!aiger_scan_newline(s, "a symbol")) return false;
    if (length) *slot = copy_bytes(name, length);
    return true;
}

/* Everything after the line "c", up to the first NUL byte. A `c` that neither ends its line nor has an index
 * also starts a comment: ABC writes its extensions in this way. */
static void read_comment(struct aiger_reader *r) {
    struct aiger_scan *s = &r->scan;
    s->next++;
    if (aiger_scan_peek(s) == '\n') s->next++;
    r->circuit->comment = copy_bytes(s->next, aiger_scan_left(s));
    s->next = s->end;
}

bool aiger_read_symbols(struct aiger_reader *r) {
    struct aiger_scan *s = &r->scan;
    while (s->next < s->end) {
        switch (*s->next) {
        case 'c':
            if (s->next + 1 == s->end || s->next[1] < '0' || s->next[1] > '9') {
                read_comment(r);
                return true;
            } /* fall through */
        case 'i':
        case 'l':
        case 'o':
        case 'b':
        case 'j':
        case 'f':
            if (!read_symbol(r)) return false;
            break;
        default:
            return aiger_scan_expected(s,
                                       "a symbol (i, l, o, b, c, j or f), a comment or the end of the file");
        }
    }
    return true;
}

/* Users and evidence files refer to properties by name, so names must differ. */
static void add_property(struct circuit *c, const struct signal *bad, uint32_t index,
                         struct hash_names *taken) {
    circuit_add_property(c, bad->lit, bad->name, index);
    hash_names_claim(taken, &vec_last(&c->properties).name, index);
}

void aiger_make_properties(struct aiger_reader *r) {
    struct circuit *c = r->circuit;
    struct hash_names taken = {0};
    c->bad_section = r->bads.size > 0;
    if (c->bad_section) {
        for (uint32_t i = 0; i < r->bads.size; i++) add_property(c, &r->bads.data[i], i, &taken);
    } else if (!c->justice.size) {
        for (uint32_t i = 0; i < c->outputs.size; i++) add_property(c, &c->outputs.data[i], i, &taken);
        vec_each (struct signal, s, &c->outputs) mem_free(s->name);
        vec_clear(&c->outputs);
    }
    hash_names_free(&taken);
}
