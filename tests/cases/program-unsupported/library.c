/* The error cannot be reached, because of what the library does. */
int sprintf(char *, const char *, ...);
void reach_error(void);
int main(void) {
    char text[9];
    if (sprintf(text, "%.2x", 3) != 2) reach_error();
    return 0;
}
