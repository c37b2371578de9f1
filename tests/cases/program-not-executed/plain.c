extern void reach_error(void);

int main(void) {
    int n = 0;
    while (n < 5) n++;
    if (n != 5) reach_error();
}
