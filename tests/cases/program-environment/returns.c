/* What functions without a body return is found out, and given to the program when it is run. */
int read_sensor(int channel);
unsigned char read_byte(void);
char *read_name(const char *of);
void reach_error(void);

int main(void) {
    int a = read_sensor(1), b = read_sensor(2);
    unsigned char c = read_byte();
    if (a == 7 * b && b > 1000 && c == 200 && !read_name("me")) reach_error();
}
