/* Only a read beyond its object gets to the error. */
void *malloc(unsigned long);
void reach_error(void);
int main(void) {
    unsigned char *p = malloc(1);
    if (p[3] == 7) reach_error();
    return 0;
}
