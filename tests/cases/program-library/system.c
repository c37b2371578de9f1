/* Names that a replay could need itself. */
#include <unistd.h>
extern void reach_error(void);
extern int induct_next(const char *), induct_same(void), induct_report(void), induct_inputs(void);

int main(void) {
    if (write(1, "x", 1) == 7 && read(0, 0, 0) == 5 && induct_next("x") == 3 && induct_same() == 4 &&
        induct_report() == 5 && induct_inputs() == 6)
        reach_error();
    return 0;
}
