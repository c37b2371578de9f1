extern void reach_error(void);
int before __asm__("x\n.include \"hidden.txt\"\n") = 1;
int main(void) {
    if (before) reach_error();
}
