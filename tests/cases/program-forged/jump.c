/* An error function, by an address that was reckoned with. */
extern void reach_error(void);
int main(void) {
    volatile unsigned long one = 1;
    unsigned long address = (unsigned long)reach_error + one;
    ((void (*)(void))(address - one))();
}
