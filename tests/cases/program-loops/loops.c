/* Loops of every kind, and where their invariants stand in witnesses. */
extern void reach_error(void);
#define LOOP while (hidden < 7)

int main(void) {
    int q = 0;
    do {
        q++;
    } while (q < 9);
    int n = 20, m = 0;
    while (n-- > 0) m++;
    int s = 0;
    for (int i = 0; i < 10; i++) s++;
    int hidden = 0;
    LOOP hidden++;
    int w = 0;
again:
    w++;
    if (w < 5) goto again;
    if (q != 9 || m != 20 || s != 10 || hidden != 7 || w != 5) reach_error();
}
