extern void reach_error(void);
__asm__(".include \"hidden.txt\"\n");
int main(void) {
    reach_error();
}
