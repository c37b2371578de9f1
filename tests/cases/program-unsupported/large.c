/* Larger than any program that is translated. */
void reach_error(void);
#define TWICE(name, of)                                                                                      \
    static int name(int x) {                                                                                 \
        return of(x) + of(x + 1);                                                                            \
    }
static int f0(int x) {
    return x * x;
}
TWICE(f1, f0) TWICE(f2, f1) TWICE(f3, f2) TWICE(f4, f3) TWICE(f5, f4) TWICE(f6, f5) TWICE(f7, f6)
TWICE(f8, f7) TWICE(f9, f8) TWICE(f10, f9) TWICE(f11, f10) TWICE(f12, f11) TWICE(f13, f12) TWICE(f14, f13)
TWICE(f15, f14) TWICE(f16, f15) TWICE(f17, f16) TWICE(f18, f17) TWICE(f19, f18) TWICE(f20, f19)

int main(void) {
    if (f20(1) == 2) reach_error();
}
