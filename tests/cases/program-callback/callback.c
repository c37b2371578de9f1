extern void reach_error(void);
static void fails(void) {
    reach_error();
}
void (*hook)(void) = fails;
int main(void) {
    return 0;
}
