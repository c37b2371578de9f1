#define DATA 1
