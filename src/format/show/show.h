/* Evidence as JSON, for whoever shows it: reports (src/report/) and other programs.
 *
 * Every object has `kind`, and `files`: the sources that it speaks of, as positions in it name them, each once.
 *
 *     {"kind": "wave", ...}       a counterexample of a circuit or a system (format/wave/wave.h, circuit_wave_json and
 *                                 system_wave_json):
 *         "property" "source" "cover" "top"    names, and FILE:LINE... where the file tells it
 *         "steps": 100, "first": 0             how many steps there are, and the first one that is shown
 *         "signals": [...]                     in the order of their declaration
 *
 *     {"kind": "run", ...}        a counterexample of a program, edge by edge:
 *         "complete": false, "reason": "..."   the inputs do not decide the run, something else enters
 *         "places": [[file, line, column, function, calls], ...]   file: a position in `files`, or -1; calls: a line
 *                                                              "FUNCTION:LINE" per call, the last one first, if any
 *         "variables": [[name, scope], ...]    scope: the function, or null
 *         "steps": [[place, [[name, value, kind], ...], [[variable, value], ...]], ...]   inputs; what changed
 *         "total": 20000, "skipped": 10000     steps of the run; those left out in the middle,
 *         "at": 5000                           before the step of that position
 *         "error": place
 *
 *     {"kind": "proof", ...}      an invariant:
 *         "level": "circuit|system|program", "depth": k, "simple_path": true, "only_run": true
 *         "variables": [name, ...]             states and inputs
 *         "needed": [0, 2, ...]                those that the proof's obligations mention; others cannot matter
 *         "parts": [{"place": [file, line, column, function], "name": "...", "language": "C",
 *                    "conjuncts": [[text, [variable, ...]], ...]}, ...]
 *         "where": [[name, text], ...]         of systems: what helpers in the texts stand for
 *         "total": n, "shown": n               conjuncts
 *         "places": [...], "dead": [place, ...]     of programs: edges from where, as is proved, no run gets
 *
 * Nothing is too long: texts are cut, and so are lists. Texts are for people, and are not read again. */
#ifndef INDUCT_FORMAT_SHOW_SHOW_H
#define INDUCT_FORMAT_SHOW_SHOW_H

#include "base/text.h"
#include "evidence/evidence.h"
#include "format/wave/map.h"

void show_circuit_invariant(struct text *, const struct circuit *, const struct invariant *,
                            uint32_t property, const struct map *); /* NULL: none */
void show_system_invariant(struct text *, const struct system *, const struct system_invariant *,
                           uint32_t property);
/* Both are about the automaton as read. False: the trace does not run there, and nothing is appended. */
bool show_program_trace(struct text *, struct program *, const struct program_trace *);
void show_program_invariant(struct text *, struct program *, const struct program_invariant *);

#endif
