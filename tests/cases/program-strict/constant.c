/* Accesses at constant places, which a compiler would rather not see. */
extern void reach_error(void);
int a[2] = {1, 2}, z;
struct { int x, y[2]; } s;
int main(void) {
    int b[2] = {1, 2};
    struct { int x, y; } t = {0, 0};
    int *p = &t.x;
    ACCESS;
    if (a[0] != 1 || s.x || z || b[0] != 1 || t.x) reach_error();
}
