/* Structures that functions return in registers. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct wide {
    long long first;
    int second;
};

static struct wide make(int n) {
    struct wide w = {n, 2 * n + 1};
    return w;
}

int main(void) {
    int second = 0;
    for (int i = 0; i < 4; i++) {
        if (second > 15) reach_error();
        int n = __VERIFIER_nondet_int() & 7;
        struct wide w = make(n);
        second = w.second;
    }
}
