/* Every element is written twice on the way to the error: a replay that copied the array with each write would take
 * minutes. */
extern void reach_error(void);
int main(void) {
    int a[40000];
    for (int i = 0; i < 40000; i++) a[i] = 42;
    for (int i = 0; i < 40000; i++) a[i] = 43;
    for (int i = 0; i < 40000; i++)
        if (a[i] != 43 - (i == 39999)) reach_error();
}
