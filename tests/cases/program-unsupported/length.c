/* Not any value will do: the library's function has one result. */
#include <string.h>
void reach_error(void);

int main(void) {
    char s[8] = "hello";
    if (strlen(s) != LENGTH) reach_error();
}
