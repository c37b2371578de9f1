/* Standard output and error whose readers may stall.
 *
 * A process that waits for the reader of a full pipe sees neither signals nor the time. So the supervisor of a worker
 * does not write: what it says through `stdout` and `stderr` joins a queue, in one order, which a thread empties.
 *
 *     outlet_open(); ... printf(...); ... outlet_expire(at_us); outlet_settle(status); ...
 *     return outlet_finish() ? 2 : status;
 *
 * No process is started between outlet_open() and outlet_finish(). */
#ifndef INDUCT_CLI_OUTLET_H
#define INDUCT_CLI_OUTLET_H

#include <stdint.h>

void outlet_open(void);

/* At that time, on clock_us(), or as soon after it as nobody takes what is written, the process exits, whatever is
 * still to be written; so it does five seconds later in any case. Calls that wait for readers of other files are
 * interrupted from that time on. A machine that has much else to do does not make it forget what it has to say. */
void outlet_expire(uint64_t at_us);
/* With this status: until it is called 3. */
void outlet_settle(int status);

/* Waits until all has been written, and goes back to writing directly; also without outlet_open(). Returns 0, or the
 * errno of the failure to write to standard output, EIO if it is not known. */
int outlet_finish(void);

#endif
