#include <stdio.h>
extern void reach_error(void);
int main(void) {
    stdout->_fileno = 3;
    if (printf("error") == 77) reach_error();
    fflush(stdout);
}
