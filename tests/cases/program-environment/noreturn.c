/* A function that is declared not to return does not, whoever has it. */
__attribute__((noreturn)) void give_up(const char *why);
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 5) give_up("five");
    if (x == VALUE) reach_error();
}
