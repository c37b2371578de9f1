/* A switch with several cases of one place, and one that falls through. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int state = 0, steps = 0;
    for (int i = 0; i < 5; i++) {
        switch (__VERIFIER_nondet_int() & 7) {
        case 1:
        case 3:
        case 6: state = 1 + (__VERIFIER_nondet_int() & 1); break;
        case 2: steps++; /* fall through */
        case 4: state = 2 + (__VERIFIER_nondet_uint() & 1); break;
        default: state = 3;
        }
        if (state < 1 || state > 3 || steps > 5) reach_error();
    }
}
