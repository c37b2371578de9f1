/* On its way to the error it would leave a file behind, in a function that returns nothing. */
int __VERIFIER_nondet_int(void);
void creat(const char *, unsigned);
void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    creat("left-behind", 0600);
    if (x == 5) reach_error();
}
