/* What judges answer, and who may be asked. */
#ifndef INDUCT_CHECK_RESULT_H
#define INDUCT_CHECK_RESULT_H

/* CHECK_UNDECIDED: the limits ran out, or who was to be asked is missing or has no answer. */
enum check_result { CHECK_ACCEPTED, CHECK_REJECTED, CHECK_UNDECIDED };

/* The solver for questions over terms: as check/system/check_system.h says, or one by name. */
enum check_judge { CHECK_BY_DEFAULT, CHECK_BY_Z3, CHECK_BY_CVC5 };

#endif
