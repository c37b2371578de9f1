/* Two names of one variable that is only declared: a run has them, too. */
extern void reach_error(void);
int one;
extern int other __attribute__((alias("one")));

int main(void) {
    for (int i = 0; i < 9; i++) {
        other = i;
        if (one == WRONG) reach_error();
    }
}
