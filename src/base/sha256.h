/* SHA-256 (FIPS 180-4), for the file hashes that witnesses carry. */
#ifndef INDUCT_BASE_SHA256_H
#define INDUCT_BASE_SHA256_H

#include <stddef.h>

enum { SHA256_HEX = 65 }; /* 64 digits and the end of the string */

void sha256_hex(const void *data, size_t size, char out[SHA256_HEX]);

#endif
