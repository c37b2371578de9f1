# 1 "has.c"
extern void reach_error(void);
int main(void) {
#if __has_include("source.i")
    reach_error();
#endif
}
