/* Bit fields, unions, copies of structures, signs of characters, addresses in initial values. */
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
char __VERIFIER_nondet_char(void);
void reach_error(void);

struct fields {
    unsigned a : 3;
    int b : 4;
    unsigned c : 9;
};
union parts {
    unsigned whole;
    unsigned char bytes[4];
    short halves[2];
};
struct record {
    int number;
    char letters[3];
    long last;
} first = {1, {'x', 'y', 'z'}, 5};
int table[] = {1, 2, 3}, *second = &table[1];

static struct record next(struct record r) {
    r.number++;
    return r;
}

int main(void) {
    struct fields f = {.c = 511};
    union parts u = {.whole = __VERIFIER_nondet_uint()};
    struct record r = next(first);
    char c = __VERIFIER_nondet_char();
    unsigned char byte = c;
    f.a = __VERIFIER_nondet_int();
    f.b = __VERIFIER_nondet_int();
#ifdef WRONG
    if (f.a == 7 && f.b == -8 && u.halves[1] == -2 && u.bytes[0] == 9 && c == -1 && byte == 255) reach_error();
#else
    if (f.a > 7 || f.b < -8 || f.b > 7 || f.c != 511) reach_error();
    if (u.bytes[3] != u.whole >> 24) reach_error();
    if (r.number != 2 || r.letters[1] != 'y' || r.last != 5) reach_error();
    if (byte != (c < 0 ? c + 256 : c) || *second != 2) reach_error();
#endif
}
