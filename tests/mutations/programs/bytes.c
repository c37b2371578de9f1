/* A number that is written byte by byte. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    union {
        unsigned word;
        unsigned char byte[4];
    } u = {0};
    unsigned word = 0;
    for (unsigned i = 0; i < 4; i++) {
        if (word & 0xf0f0f0f0u) reach_error();
        u.byte[i & 3] = (unsigned char)(__VERIFIER_nondet_uint() & 15);
        word = u.word;
    }
}
