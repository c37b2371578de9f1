/* What programs of Csmith include in place of its own runtime: their checksum is simple, and observed at the end. */
#include <float.h>
#include <limits.h>
#include <stdint.h>
#define STATIC       static inline
#define UNDEFINED(x) (x)
#define LOG_INDEX
#define LOG_EXEC
#define FUNC_NAME(x) (safe_##x)
float fabsf(float), ldexpf(float, int);
double fabs(double), ldexp(double, int);
#include "csmith/safe_math.h"

static unsigned crc32_context = 0xffffffffu;
static void crc32_gentab(void) {}
static void transparent_crc(unsigned long long value, char *name, int print) {
    crc32_context = (crc32_context << 5 | crc32_context >> 27) ^ (unsigned)value ^ (unsigned)(value >> 32);
}
static void transparent_crc_bytes(char *bytes, int count, char *name, int print) {
    for (int i = 0; i < count; i++) transparent_crc((unsigned char)bytes[i], name, print);
}
static void platform_main_begin(void) {}
static void platform_main_end(unsigned checksum, int print) {
    observe(checksum);
}
