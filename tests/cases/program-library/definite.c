/* What the library does is what it does. */
#include <string.h>
extern void reach_error(void);

int main(void) {
    char b[10];
    strcpy(b, "abc");
    if (strlen(b) == LENGTH) reach_error();
    return 0;
}
