/* Names that a replay could need itself. */
extern void reach_error(void);
extern int induct_next(const char *), induct_same(void), induct_report(void), induct_inputs(void);

int main(void) {
    if (induct_next("x") == 3 && induct_same() == 4 &&
        induct_report() == 5 && induct_inputs() == 6)
        reach_error();
    return 0;
}
