/* Structures that are copied at places known at run time only. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct pair {
    int first, second;
};

int main(void) {
    struct pair a[4], b[4];
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        a[i].first = 1;
        a[i].second = 2;
        b[i].first = b[i].second = 0;
    }
    for (int i = 0; i < 4; i++) {
        unsigned k = __VERIFIER_nondet_uint() % 4;
        b[i] = a[k];
        sum += b[i].second;
        if (sum > 8) reach_error();
    }
}
