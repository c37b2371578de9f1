/* unsigned char to int, and unsigned to unsigned long long. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned long long sum = 0;
    for (int i = 0; i < 4; i++) {
        unsigned char c = (unsigned char)__VERIFIER_nondet_uint();
        unsigned wide = __VERIFIER_nondet_uint();
        sum += c + (unsigned long long)wide;
        if (sum > 5000000000ull * (unsigned long long)(i + 1)) reach_error();
    }
}
