#include "cli/join.h"

#include "cluster/redis.h"

bool join_address(struct address *address, const char *url, const struct command *command) {
    struct text why = {0};
    *address = (struct address){0};
    bool good = address_parse(address, url, &why) && address_secrets(address, &why) && redis_ready(&why);
    if (!good) {
        arguments_complain(command, "%s", why.data);
        address_fini(address);
    }
    text_fini(&why);
    return good;
}
