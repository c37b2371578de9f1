#include "bench/score.h"

#include <math.h>
#include <stdlib.h>

static const struct result *solved_by(const struct results *results, uint32_t instance, uint32_t tool) {
    const struct result *result = results_find(results, instance, tool);
    return result && result_solved(result) ? result : NULL;
}

static bool only_solver(const struct plan *plan, const struct results *results, uint32_t instance,
                        uint32_t tool) {
    for (uint32_t other = 0; other < plan->tools.size; other++)
        if (other != tool && solved_by(results, instance, other)) return false;
    return true;
}

double score_time(const struct plan *plan, const struct result *result) {
    return plan->limits.cpu_seconds > 0 ? result->cpu : result->wall;
}

double score_limit(const struct plan *plan) {
    return plan->limits.cpu_seconds > 0 ? plan->limits.cpu_seconds : plan->limits.seconds;
}

const char *score_clock(const struct plan *plan) {
    return plan->limits.cpu_seconds > 0 ? "CPU" : "wall";
}

static void add_run(const struct plan *plan, struct score *score, const struct result *result) {
    bool solved = result_solved(result);
    score->runs++;
    score->solved += solved;
    if (result->check == CHECK_WRONG)
        score->wrong++;
    else
        score->outcomes[result->outcome]++;
    score->unverified += solved && !strcmp(result->note, "unverified");
    score->par2 += solved ? score_time(plan, result) : 2 * score_limit(plan);
    score->wall += result->wall;
    score->cpu += result->cpu;
    if (solved && result->memory > score->memory) score->memory = result->memory;
}

struct score score_tool(const struct plan *plan, const struct results *results, uint32_t tool,
                        const char *family) {
    struct score score = {0};
    for (uint32_t i = 0; i < plan->instances.size; i++) {
        const struct result *result = results_find(results, i, tool);
        if (!result || (family && strcmp(family, plan->instances.data[i].family))) continue;
        add_run(plan, &score, result);
        if (result_solved(result)) score.unique += only_solver(plan, results, i, tool);
    }
    if (score.runs) score.par2 /= score.runs;
    return score;
}

/* Times below a millisecond are taken as one: they measure nothing. */
static double ratio_of(double left, double right) {
    const double least = 1e-3;
    return (left < least ? least : left) / (right < least ? least : right);
}

struct comparison score_compare(const struct plan *plan, const struct results *results, uint32_t left,
                                uint32_t right) {
    struct comparison sum = {0};
    double all = 0, hard = 0, hard_cpu = 0; /* sums of logarithms */
    for (uint32_t i = 0; i < plan->instances.size; i++) {
        if (!results_find(results, i, left) || !results_find(results, i, right)) continue;
        const struct result *a = solved_by(results, i, left), *b = solved_by(results, i, right);
        sum.only_left += a && !b;
        sum.only_right += b && !a;
        if (!a || !b) continue;
        double left_time = score_time(plan, a), right_time = score_time(plan, b);
        double ratio = ratio_of(left_time, right_time);
        sum.both++;
        sum.left_faster += ratio < 1 / 1.1;
        sum.right_faster += ratio > 1.1;
        all += log(ratio);
        if (left_time <= SCORE_TRIVIAL && right_time <= SCORE_TRIVIAL) continue;
        sum.both_hard++;
        hard += log(ratio);
        hard_cpu += log(ratio_of(a->cpu, b->cpu));
    }
    if (sum.both) sum.ratio = exp(all / sum.both);
    if (sum.both_hard)
        sum.ratio_hard = exp(hard / sum.both_hard), sum.ratio_hard_cpu = exp(hard_cpu / sum.both_hard);
    return sum;
}

static bool contradicted(const struct plan *plan, const struct results *results, uint32_t instance) {
    for (uint32_t a = 0; a < plan->tools.size; a++)
        for (uint32_t b = a + 1; b < plan->tools.size; b++) {
            const struct result *left = results_find(results, instance, a);
            const struct result *right = results_find(results, instance, b);
            if (left && right && judge_contradiction(left, right)) return true;
        }
    return false;
}

void score_contradictions(const struct plan *plan, const struct results *results, u32s *instances) {
    for (uint32_t i = 0; i < plan->instances.size; i++)
        if (contradicted(plan, results, i)) vec_push(instances, i);
}

static int by_size(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

void score_times(const struct plan *plan, const struct results *results, uint32_t tool, times *sorted) {
    for (uint32_t i = 0; i < plan->instances.size; i++) {
        const struct result *result = solved_by(results, i, tool);
        if (result) vec_push(sorted, score_time(plan, result));
    }
    if (sorted->size) qsort(sorted->data, sorted->size, sizeof *sorted->data, by_size);
}
