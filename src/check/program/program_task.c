#include "check/program/program_task.h"

static void own_names(program_names_list *names) {
    vec_each (const char *, name, names) *name = mem_strdup(*name);
}

static void free_names(program_names_list *names) {
    vec_each (const char *, name, names) mem_free((char *)(uintptr_t)*name);
    vec_free(names);
}

void program_task_init(struct program_task *task, const struct program *program,
                       const struct program_inputs *inputs, const struct program_origin *origin, bool library,
                       const char *const *own, uint32_t n_own) {
    *task = (struct program_task){0};
    program_harness_supplied(program, origin, &task->supplied);
    vec_append(&task->supplied, own, n_own);
    program_harness_kept(program, library, &task->kept);
    own_names(&task->supplied);
    own_names(&task->kept);
    task->replay = (struct replay_task){.program = origin->llvm,
                                        .ilp32 = origin->ilp32,
                                        .gnu89_inline = origin->gnu89_inline,
                                        .c23 = origin->c23,
                                        .supplied = task->supplied.data,
                                        .n_supplied = task->supplied.size,
                                        .kept = task->kept.data,
                                        .n_kept = task->kept.size,
                                        .hides_main = program_harness_has_main(program, inputs, origin),
                                        .entry = program_starts_at_main(origin) ? NULL : origin->entry};
}

void program_task_fini(struct program_task *task) {
    free_names(&task->supplied);
    free_names(&task->kept);
}
