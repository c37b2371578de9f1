extern void reach_error(void);

int widths(int x, unsigned char y, _Bool b, long long z, signed char c, unsigned short d, unsigned u) {
    x += 1;
    if (x == -4 && y == 200 && b && z == -1234567890123LL && c == -9 && d == 65000 && u == 4000000000u)
        reach_error();
    return 0;
}

struct many {
    int of[9];
};
/* Between the two that matter there is one that goes on the stack, and one in a register of its own. */
static int others(short first, struct many skipped, double half, unsigned long long last, int *nothing) {
    if (first == -7 && last == 18446744073709551610ULL && !nothing) reach_error();
    return 0;
}

int address(int *p, int n) {
    if (p && n == 7) reach_error();
    return 0;
}

int main(int count, char **words) {
    struct many m = {{0}};
    int shown = 0;
    for (int i = 0; i < count; i++) shown += words[i] != 0;
    if (count == 5) reach_error();
    return others(0, m, 0.5, 0, &shown);
}
