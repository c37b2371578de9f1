extern void reach_error(void);
__asm__(".data\n.globl secret\nsecret: .incbin \"hidden.txt\"\n");
extern char secret[] __attribute__((weak));
int main(void) {
    if (secret[0] == 'h') reach_error();
}
