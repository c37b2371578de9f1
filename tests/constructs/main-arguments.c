#include "check.h"
int main(int argc, char **argv) {
    CHECK(argc >= 0, argc != 3);
    return 0;
}
