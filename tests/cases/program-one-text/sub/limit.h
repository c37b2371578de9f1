#define LIMIT 1
