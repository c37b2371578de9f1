extern void reach_error(void);
#ifdef AGAIN
int main(void) { reach_error(); }
#else
#define AGAIN
#if __has_include("source.c")
#include "source.c"
#else
int main(void) {}
#endif
#endif
