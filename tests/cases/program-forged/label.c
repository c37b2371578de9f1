extern void reach_error(void);
int before __asm__("x\\\";.include \"hidden.txt\";.globl \"y") = 1;
int main(void) {
    if (before) reach_error();
}
