#include "model/model.h"

const char *level_name(enum level level) {
    static const char *const names[] = {"circuit", "system", "program"};
    return names[level];
}

uint32_t model_properties(struct model model) {
    switch (model.level) {
    case LEVEL_CIRCUIT: return model.circuit->properties.size;
    case LEVEL_SYSTEM: return model.system->properties.size;
    default: return 1;
    }
}

void model_free(struct model *model) {
    switch (model->level) {
    case LEVEL_CIRCUIT: circuit_free((struct circuit *)model->circuit); break;
    case LEVEL_SYSTEM: system_free((struct system *)model->system); break;
    default: program_free(model->program);
    }
    *model = (struct model){0};
}
