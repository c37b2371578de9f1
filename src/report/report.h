/* Reports: pages that show what happened, in any browser, without anything else.
 *
 *     struct text page = {0};
 *     if (report_check(&kind, &title, json.data, json.size, "run.json", messages) == STATUS_OK)
 *         report_page(&page, kind, title, json.data, json.size);
 *
 * A page is one file: data as JSON, and the style and script of page/, which show it. Nothing is loaded from anywhere.
 * Whatever is in the data stays data: nothing in it ends the element that holds it, and the page's
 * Content-Security-Policy allows the one style and the one script by their hashes, and nothing else.
 *
 * The data of a run is what `check --json` prints, with more members: see docs/REPORTS.md. */
#ifndef INDUCT_REPORT_REPORT_H
#define INDUCT_REPORT_REPORT_H

#include "base/text.h"

enum report_kind { REPORT_RUN, REPORT_CAMPAIGN };

/* How files that are pages begin: no other program's do. */
#define REPORT_START                                                                                         \
    "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"generator\" "               \
    "content=\"induct\">"

/* Whether the bytes are JSON of a run or a campaign, and what it is about (*title, the caller's). STATUS_MALFORMED,
 * with a message: they are not. */
enum status report_check(enum report_kind *, char **title, const char *json, size_t size, const char *file,
                         struct messages *);

/* Appends the page. The bytes are well-formed JSON. */
void report_page(struct text *, enum report_kind, const char *title, const char *json, size_t size);

#endif
