extern void reach_error(void);
int main(void) {
#if defined __OPTIMIZE__ || !defined __NO_INLINE__ || defined __SSP__
    reach_error();
#endif
}
