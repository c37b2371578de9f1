/* Structures that functions of the C library return: some in memory. */
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    int before = 0;
    div_t d;
    for (int i = 0; i < 2; i++) {
        d = div(10 * (i + 1), 2);
#ifdef WRONG
        if (d.quot != 5 * (i + 1)) reach_error();
#else
        if (i == 1 && d.quot != before) reach_error();
#endif
        before = d.quot;
    }
}
