/* A loop in a function that another one calls, twice: the second time it goes wrong. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int total;

static void add_some(int amount) {
    while (__VERIFIER_nondet_int()) {
        total += amount;
        if (total > 5) reach_error();
    }
}

static void add_twice(int amount) {
    add_some(amount);
    add_some(amount + 1);
}

int main(void) {
    add_twice(2);
    return 0;
}
