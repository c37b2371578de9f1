extern void reach_error(void);
int main(void) {
    if ((sizeof __FILE__ != sizeof "file.c" || sizeof __BASE_FILE__ != sizeof "file.c")) reach_error();
}
