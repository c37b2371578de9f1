/* Nobody says whether the weak symbols are there, but each is or is not: throughout. */
extern int variable __attribute__((weak));
extern int function(void) __attribute__((weak));
void reach_error(void);

int main(void) {
#ifdef THERE
    if (&variable && function) reach_error();
#else
    int before = function != 0;
    if (&variable && *&variable == 3 && !&variable) reach_error();
    if (before != (function != 0)) reach_error();
    if (MISSING && !&variable) reach_error();
#endif
}
