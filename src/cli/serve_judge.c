/* Evidence of a result, judged in a process of its own: the model is read again, no engine is asked, and who found the
 * evidence does not matter. */
#include "cli/serve.h"

#include "base/clock.h"
#include "cli/supervise.h"

#include <stdio.h>
#include <unistd.h>

enum said {
    SAID_JUDGED =
        200, /* property: position of the answer; number: 4 * verdict + judgement; bytes: property that it is
                          about (4 bytes), name, NUL, file of evidence, NUL, reason */
    SAID_FAILED /* bytes: the model cannot be read here */
};

struct judging {
    const struct serve *serve;
    const struct serve_problem *problem;
    const struct task_result *result;
    serve_judgements *judgements;
    struct induct *problem_read;
    char *failure;
};

/* ---- in the child ---- */

/* A format that others know, if the model has one; else the evidence stays as it came. */
static char *write_for_others(struct judging *j, unsigned property, const char *stem,
                              enum induct_verdict verdict) {
    static const char *const proofs[] = {"aig", "smt2", NULL}, *const traces[] = {"aiw", "btorwit", "yml",
                                                                                  "smt2", NULL};
    const char *const *formats = verdict == INDUCT_SAFE ? proofs : traces;
    for (; *formats; formats++) {
        char *name = mem_format("%s.%s", stem, *formats), *path = serve_folder_path(j->serve, name);
        bool good = induct_can_write_evidence(j->problem_read, path, verdict) == INDUCT_OK &&
                    induct_write_evidence(j->problem_read, property, path) == INDUCT_OK;
        mem_free(path);
        if (good) return name;
        mem_free(name);
    }
    return mem_strdup("");
}

static void tell(int pipe, uint32_t answer, const struct induct_verification *v, const char *name,
                 const char *evidence, const char *reason) {
    struct text bytes = {0};
    uint32_t property = v->property;
    text_bytes(&bytes, &property, sizeof property);
    text_bytes(&bytes, name, strlen(name) + 1);
    text_bytes(&bytes, evidence, strlen(evidence) + 1);
    text_add(&bytes, reason);
    wire_send(pipe, (struct wire_message){SAID_JUDGED, answer, 4 * (uint64_t)v->verdict + v->judgement,
                                          bytes.size, bytes.data});
    text_fini(&bytes);
}

/* What cannot be read as evidence about this model is as good as rejected. */
static void judge_answer(struct judging *j, int pipe, uint32_t i) {
    const struct message_answer *answer = &j->result->answers.data[i];
    struct induct *p = j->problem_read;
    struct induct_verification v = {.judgement = INDUCT_REJECTED};
    if (answer->property >= induct_properties(p)) {
        tell(pipe, i, &v, "", "", "there is no such property");
        return;
    }
    const char *property = induct_property_name(p, answer->property);
    char *stem = mem_format("evidence/%s-%u", j->problem->evidence, answer->property),
         *name = mem_format("%s.pack", stem), *path = serve_folder_path(j->serve, name), *other = NULL;
    struct messages messages = {0};
    induct_clear_messages(p);
    induct_select_all(p);
    if (text_write_file(&answer->evidence, path, &messages) != STATUS_OK) {
        v.judgement = INDUCT_UNDECIDED;
        tell(pipe, i, &v, property, "", messages_first_error(&messages));
    } else if (induct_verify(p, path, &v) != INDUCT_OK) {
        v = (struct induct_verification){.judgement = INDUCT_REJECTED};
        tell(pipe, i, &v, property, "", induct_error(p));
    } else {
        const bool good = v.judgement == INDUCT_ACCEPTED && v.property == answer->property;
        if (good) other = write_for_others(j, answer->property, stem, v.verdict);
        tell(pipe, i, &v, property, good && *other ? other : good ? name : "", v.reason);
    }
    if (v.judgement != INDUCT_ACCEPTED) unlink(path);
    messages_fini(&messages);
    mem_free(stem);
    mem_free(name);
    mem_free(path);
    mem_free(other);
}

static bool is_open(const struct serve_problem *p, uint32_t property) {
    return property >= p->properties.size || !p->properties.data[property].known;
}

static bool configure(struct induct *p, const struct serve *s, const struct serve_problem *problem) {
    const struct input_settings *input = &problem->input;
    return (!*problem->format || induct_set_format(p, problem->format) == INDUCT_OK) &&
           (!input->data_model || induct_set_data_model(p, input->data_model) == INDUCT_OK) &&
           (!input->entry || induct_set_entry(p, input->entry) == INDUCT_OK) &&
           (!input->theory || induct_set_theory(p, input->theory) == INDUCT_OK) &&
           (!s->settings->judge || induct_set_judge(p, s->settings->judge) == INDUCT_OK) &&
           induct_set_option(p, "minimize", "off") == INDUCT_OK;
}

static void work(void *client, int pipe) {
    struct judging *j = client;
    struct text model = {0}, why = {0};
    struct induct *p = j->problem_read = induct_new();
    char *name = mem_format("%s%s", j->problem->shown, j->problem->preprocessed ? ".i" : "");
    if (!serve_read_model(j->problem, &model, &why)) {
        wire_send_text(pipe, SAID_FAILED, 0, 0, why.data);
    } else if (!configure(p, j->serve, j->problem) ||
               induct_load_memory(p, model.data, model.size, name) != INDUCT_OK) {
        wire_send_text(pipe, SAID_FAILED, 0, 0, induct_error(p));
    } else {
        for (uint32_t i = 0; i < j->result->answers.size; i++) {
            const struct message_answer *answer = &j->result->answers.data[i];
            if (answer->verdict != MESSAGE_UNKNOWN && is_open(j->problem, answer->property))
                judge_answer(j, pipe, i);
        }
    }
    mem_free(name);
    text_fini(&model);
    text_fini(&why);
}

static void interrupt(void *client) {
    struct judging *j = client;
    if (j->problem_read) induct_interrupt(j->problem_read);
}

/* ---- here ---- */

static bool receive(void *client, const struct wire_message *message) {
    struct judging *j = client;
    if (message->kind == SAID_FAILED) {
        mem_free(j->failure);
        j->failure = mem_strdup(message->bytes);
    }
    if (message->kind != SAID_JUDGED || message->property >= j->result->answers.size) return true;
    const struct message_answer *answer = &j->result->answers.data[message->property];
    uint32_t property;
    memcpy(&property, message->bytes, sizeof property);
    const char *name = message->bytes + sizeof property, *evidence = name + strlen(name) + 1,
               *reason = evidence + strlen(evidence) + 1;
    enum induct_verdict verdict = (enum induct_verdict)(message->number / 4);
    vec_push(j->judgements,
             (struct serve_judgement){.answer = message->property,
                                      .judgement = (enum induct_judgement)(message->number % 4),
                                      .name = mem_strdup(name),
                                      .reason = mem_strdup(reason),
                                      .evidence = *evidence ? mem_strdup(evidence) : NULL,
                                      .same = property == answer->property &&
                                              verdict == (enum induct_verdict)answer->verdict});
    return true;
}

/* Answers that the child did not come to: nobody knows. */
static void fill_up(struct judging *j, const char *reason) {
    for (uint32_t i = 0; i < j->result->answers.size; i++) {
        const struct message_answer *answer = &j->result->answers.data[i];
        bool judged = answer->verdict == MESSAGE_UNKNOWN || !is_open(j->problem, answer->property);
        vec_each (const struct serve_judgement, judgement, j->judgements)
            judged = judged || judgement->answer == i;
        if (judged) continue;
        vec_push(j->judgements, (struct serve_judgement){.answer = i,
                                                         .judgement = INDUCT_UNDECIDED,
                                                         .name = mem_strdup(""),
                                                         .reason = mem_strdup(reason)});
    }
}

bool serve_judge(const struct serve *s, const struct serve_problem *problem, const struct task_result *result,
                 serve_judgements *judgements) {
    struct judging j = {.serve = s, .problem = problem, .result = result, .judgements = judgements};
    bool wanted = false;
    vec_each (const struct message_answer, answer, &result->answers)
        wanted = wanted || (answer->verdict != MESSAGE_UNKNOWN && is_open(problem, answer->property));
    if (!wanted) return true;
    struct supervision plan = {.timeout = s->settings->judge_time,
                               .started_us = clock_us(),
                               .memory_mb = s->settings->memory_mb,
                               .client = &j,
                               .work = work,
                               .interrupt = interrupt,
                               .receive = receive};
    struct ending ending = supervise(&plan);
    if (ending.interrupted) return false;
    const char *reason = j.failure ? j.failure : "evidence check timeout";
    fill_up(&j, reason);
    mem_free(j.failure);
    return true;
}

void serve_judgements_fini(serve_judgements *judgements) {
    vec_each (struct serve_judgement, judgement, judgements) {
        mem_free(judgement->name);
        mem_free(judgement->reason);
        mem_free(judgement->evidence);
    }
    vec_free(judgements);
}
