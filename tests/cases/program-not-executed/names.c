/* A function that is called as one of the comparison's own: no run can be told of. */
extern void reach_error(void);

static int induct_observe_place(int n) {
    return n + 1;
}

int main(void) {
    int n = 0;
    while (n < 5) n = induct_observe_place(n);
    if (n != 5) reach_error();
}
