/* Two calls deep: the third one of them goes wrong. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int total;

static void add(int amount) {
    total += amount;
    if (total > 5) reach_error();
}

static void add_twice(int amount) {
    add(amount);
    add(amount);
}

int main(void) {
    int amount = __VERIFIER_nondet_int();
    if (amount < 0 || amount > 3) return 0;
    add(amount);
    add_twice(amount);
    return 0;
}
