#include "check.h"
int main(void) {
    int x = __VERIFIER_nondet_int();
    typeof(x) y = ({
        int z = x;
        z + 1;
    });
    switch (x) {
    case 3 ... 5: CHECK(y >= 4 && y <= 6 && (y ?: 1) == y, y != 6);
    }
    return 0;
}
