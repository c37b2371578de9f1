extern void reach_error(void);
int main(void) {
    __asm__(".include \"hidden.txt\"");
    reach_error();
}
