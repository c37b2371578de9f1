/* Functions without a body do nothing that matters, also when the C library has some of their names. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void error(void), perror(const char *), sync(void), syslog(int, const char *, ...), getopt();
extern void err(int, const char *, ...);
extern int sethostname[5000];

int main(void) {
    error();
    perror("x");
    sync();
    syslog(1, "x");
    err(1, "x");
    getopt();
    sethostname[4999] = 3;
    if (__VERIFIER_nondet_int() == 3) reach_error();
    return 0;
}
