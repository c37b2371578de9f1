static int f(int x) {
    return x + 1;
}
int main(void) {
    return f(3);
}
