/* The program has them, and the library and the replay do not get them. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static char room[8];
int stdout = 5;
long write(int file, const void *from, unsigned long size) { return 3; }
void *malloc(unsigned long size) { return room; }
int memset(int x) { return x + 1; }
void exit(int status) { room[1] = 9; }

int main(void) {
    char *p = malloc(3);
    *p = (char)__VERIFIER_nondet_int();
    exit(0);
    int zeros[100] = {0}; /* which the compiler does by a function of that name */
    if (memset(zeros[99]) != 1) return 1;
    if (write(3, p, 3) == 3 && *p == 4 && p[1] == 9 && stdout == 5) reach_error();
    return 0;
}
