#define LIMIT (9 + EXTRA)
