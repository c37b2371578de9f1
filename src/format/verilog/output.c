#include "format/verilog/output.h"

enum { FARTHEST = 20, WIDEST = 400 }; /* lines and columns that are filled with blanks */

static void go_to(struct verilog_output *o, char place, uint32_t file, uint32_t line) {
    bool near = o->place == place && o->file == file && line >= o->line && line - o->line <= FARTHEST;
    if (!near) {
        text_format(&o->text, "%s`line %u \"%c%u\" 0\n", o->place ? "\n" : "", line, place, file);
        o->place = place, o->file = file, o->line = line, o->column = 1;
    }
    for (; o->line < line; o->line++, o->column = 1) text_byte(&o->text, '\n');
}

void verilog_put_token(struct verilog_output *o, const struct verilog_token *t) {
    go_to(o, 'f', t->file, t->line);
    uint32_t blanks = t->column > o->column && t->column - o->column < WIDEST ? t->column - o->column : 0;
    if (!blanks && o->column > 1 && t->space) blanks = 1;
    o->column += blanks + t->length;
    while (blanks--) text_byte(&o->text, ' ');
    for (uint32_t i = 0; i < t->length; i++) { /* a text may go on in the next line */
        text_byte(&o->text, (unsigned char)t->start[i]);
        if (t->start[i] == '\n') o->line++, o->column = t->length - i;
    }
    if (t->kind != VERILOG_ESCAPED) return;
    text_byte(&o->text, ' ');
    o->column++;
}

void verilog_put_tokens(struct verilog_output *o, const struct verilog_token *begin,
                        const struct verilog_token *end) {
    for (; begin < end; begin++) verilog_put_token(o, begin);
}

void verilog_put_words(struct verilog_output *o, const char *words) {
    text_format(&o->text, " %s ", words);
    o->column += (uint32_t)strlen(words) + 2;
}

void verilog_put_rewritten(struct verilog_output *o, uint32_t number, const char *code) {
    go_to(o, 'r', number, 1);
    text_add(&o->text, code);
    for (; *code; code++)
        if (*code == '\n') o->line++;
    o->column = WIDEST; /* what follows is elsewhere */
}
