extern void reach_error(void);
int main(void) {
    if ((__COUNTER__ != 0 || __INCLUDE_LEVEL__ != 0)) reach_error();
}
