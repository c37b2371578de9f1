/* What they write cannot be given: it is the judge's own executor that gets to the error. */
int read_into(int *to);
void reach_error(void);

int main(void) {
    int x = 0;
    if (!read_into(&x) && x == 77) reach_error();
}
