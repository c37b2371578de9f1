extern void reach_error(void);
#pragma clang section data="x\n.include \"hidden.txt\"\n"
int before = 1;
int main(void) {
    if (before) reach_error();
}
