extern void reach_error(void);
__attribute__((constructor)) static void first(void) {
    reach_error();
}
int main(void) {}
