#include "check.h"
int main(int argc, char **argv) {
    CHECK(argv[0][0] == 'a', argv[0][0] == 'b');
    return 0;
}
