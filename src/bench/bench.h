/* `induct bench`: runs tools side by side on a set of benchmarks, checks their verdicts and compares their
 * times. bench/README.md has examples; the help text is the reference. */
#ifndef INDUCT_BENCH_BENCH_H
#define INDUCT_BENCH_BENCH_H

/* The command; argv[0] is "bench". Returns the exit status: 0 done and no wrong verdict, 1 a wrong verdict or
 * a contradiction between tools, 2 the call or the manifest is wrong or a file cannot be written, 3
 * interrupted (the same call continues). Catches SIGINT, SIGTERM and SIGHUP while it runs tools. */
int bench_main(int argc, char **argv);

extern const char bench_help[]; /* what --help prints */

#endif
