/* What a function of the library writes to its arguments. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int sscanf(const char *, const char *, ...);

int main(void) {
    int read = 0, sum = 0;
    sscanf("7", "%d", &read);
    for (int i = 0; i < 4; i++) {
        int n = __VERIFIER_nondet_int() & 1;
        sum += read == 7 ? n : 1;
        if (sum > 4) reach_error();
    }
}
