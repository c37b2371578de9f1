void reach_error(void);
void fail(void);
void start(void) {
    fail();
}
int main(void) {
    reach_error();
}
