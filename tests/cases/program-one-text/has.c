extern void reach_error(void);
int main(void) {
#if __has_include("source.c") || !__has_include("has.c")
    reach_error();
#endif
}
