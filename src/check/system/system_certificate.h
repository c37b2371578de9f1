/* The judge of witness circuits over words, as those of HWMCC's checker cerbtora: another system W that simulates the
 * part K of the model M that both have, with a property P' that is 1-inductive there and implies M's P.
 *
 *     reset        R{K} & C          =>  R'{K} & C'          R: states have their initial values
 *     transition   F{K} & C0 & C1 & C0'  =>  F'{K} & C1'     F: states of step 1 are the next ones of step 0
 *     property     C & C' & P'       =>  P
 *     base         R' & C'           =>  P'
 *     step         P0' & F' & C0' & C1'  =>  P1'
 *
 * Why this is enough: take a run of M. W's variables outside of K get their initial values, which are functions of
 * others that come before them (so there always are some), and then their next ones; by the first two questions, which
 * ask about all values of these, what they make is a run of W. P' holds in it by the last two, so P holds in the run of
 * M. */
#ifndef INDUCT_CHECK_SYSTEM_SYSTEM_CERTIFICATE_H
#define INDUCT_CHECK_SYSTEM_SYSTEM_CERTIFICATE_H

#include "base/clock.h"
#include "base/text.h"
#include "check/result.h"
#include "model/system.h"

/* Which variable of the model a variable of the witness stands for; TERM_NONE: none. Of the same sorts, and no two
 * stand for the same one; initial values of the witness have no circle, as a reader of BTOR2 ensures. */
struct certificate_map {
    const term *states, *inputs; /* by position in the witness */
};

/* Both systems have init and trans true. The terms of the witness are copied to the bank of the model. */
enum check_result check_system_certificate(const struct system *model, uint32_t property,
                                           const struct system *witness, const struct certificate_map *,
                                           struct limits *, struct text *why);

#endif
