/* Runs start elsewhere, and the program's main is in the way. */
extern void reach_error(void), log_it(const char *, ...);
extern int limit;

int check(int x, unsigned char y) {
    log_it("%d", x);
    limit = x;
    if (x == 1000 && y == 7) reach_error();
    return 0;
}

int main(void) { return check(1, 2); }
