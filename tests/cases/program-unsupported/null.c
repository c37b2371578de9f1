/* In the model a write through a null pointer goes nowhere; in the machine nothing comes after it. */
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int *p = 0, x = __VERIFIER_nondet_int();
    if (x > 3) *p = 5;
    if (x == 7) reach_error();
}
