/* The number of arguments is not negative; what they are is not known. */
void reach_error(void);

int main(int argc, char **argv) {
#ifdef LOOK
    if (argc > 1 && argv[1][0] == 'x') reach_error();
#else
    if (argc < LEAST) reach_error();
#endif
}
