extern void reach_error(void);
int main(void) {
#ifndef __PIC__
    reach_error();
#endif
}
