extern void reach_error(void);
#include "limit.h"
int main(void) {
    if (LIMIT == 2) reach_error();
}
