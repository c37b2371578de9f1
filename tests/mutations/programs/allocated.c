/* Memory from calloc is zero. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
extern void free(void *);

int main(void) {
    int *p = calloc(4, sizeof *p), sum = 0;
    if (!p) return 0;
    for (int i = 0; i < 4; i++) {
        if (__VERIFIER_nondet_int() > 3) p[i] = 1;
        sum += p[i];
        if (sum > 4) reach_error();
    }
    free(p);
}
