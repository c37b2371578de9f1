/* The initial value of a vector that is read as numbers. */
extern void reach_error(void);
typedef int four __attribute__((vector_size(16)));
static union {
    four vector;
    int numbers[4];
} all = {{1, 2, 3, 4}}, none;

int main(void) {
    if (ALL.numbers[2] == 3) reach_error();
}
