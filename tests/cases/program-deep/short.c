extern void reach_error(void);

int main(void) {
    int x = 0;
    while (x < 5) x++;
    if (x == 5) reach_error();
    return 0;
}
