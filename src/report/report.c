#include "report/report.h"

#include "base/json.h"
#include "base/sha256.h"
#include "report/parts.h"

#include <stdlib.h>
#include <string.h>

static const char *const scripts[] = {
    [REPORT_RUN] = report_run_script, [REPORT_CAMPAIGN] = report_campaign_script};

enum status report_check(enum report_kind *kind, char **title, const char *json, size_t size,
                         const char *file, struct messages *messages) {
    json_t *j;
    enum status status = json_read(&j, json, size, file, messages);
    if (status != STATUS_OK) return status;
    const char *tool = json_text(json_member(j, "tool")), *about = json_text(json_member(j, "file"));
    bool run = tool && !strcmp(tool, "induct"), campaign = tool && !strcmp(tool, "induct bench");
    *title = mem_strdup(about ? text_file_name(about) : file);
    *kind = campaign ? REPORT_CAMPAIGN : REPORT_RUN;
    if ((!run && !campaign) || !json_is_list(json_member(j, run ? "properties" : "instances")))
        status = messages_fail(
            messages, STATUS_MALFORMED, (struct position){.file = file},
            "is no run of induct: expected what check --report FILE.json, --stats or --json gives");
    json_free(j);
    if (status != STATUS_OK) mem_free(*title);
    return status;
}

static void escape(struct text *out, const char *string) {
    for (const char *c = string; *c; c++) {
        if (*c == '<')
            text_add(out, "&lt;");
        else if (*c == '&')
            text_add(out, "&amp;");
        else if ((unsigned char)*c >= ' ')
            text_byte(out, (unsigned char)*c);
    }
}

/* 'sha256-...', as policies have it: of the text of the element. */
static void add_hash(struct text *out, const char *content) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char hex[SHA256_HEX];
    sha256_hex(content, strlen(content), hex);
    text_add(out, "'sha256-");
    for (int i = 0; i < 32; i += 3) {
        uint32_t bits = 0;
        for (int k = 0; k < 3; k++) {
            char byte[3] = {i + k < 32 ? hex[2 * (i + k)] : '0', i + k < 32 ? hex[2 * (i + k) + 1] : '0', 0};
            bits = bits << 8 | (uint32_t)strtoul(byte, NULL, 16);
        }
        for (int k = 0; k < 4; k++)
            text_byte(out, i + k > 32 ? '=' : (unsigned char)digits[bits >> (18 - 6 * k) & 63]);
    }
    text_byte(out, '\'');
}

/* `<` is the one byte with which markup could begin, and in JSON it is in strings only. */
static void add_json(struct text *out, const char *json, size_t size) {
    for (size_t i = 0; i < size;) {
        const char *next = memchr(json + i, '<', size - i);
        size_t plain = next ? (size_t)(next - json) - i : size - i;
        text_bytes(out, json + i, plain);
        i += plain;
        if (!next) break;
        text_add(out, "\\u003c");
        i++;
    }
}

void report_page(struct text *out, enum report_kind kind, const char *title, const char *json, size_t size) {
    text_add(out, REPORT_START "\n<title>");
    escape(out, title);
    text_add(out,
             " - induct</title>\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
             "base-uri 'none'; form-action 'none'; style-src ");
    add_hash(out, report_style);
    text_add(out, "; script-src ");
    add_hash(out, scripts[kind]);
    text_add(out, "\">\n<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                  "<meta name=\"referrer\" content=\"no-referrer\">\n<style>");
    text_add(out, report_style);
    text_add(
        out,
        "</style></head><body>\n<noscript>This page needs JavaScript to show what is in it. It loads nothing "
        "from anywhere.</noscript>\n<script type=\"application/json\" id=\"data\">");
    add_json(out, json, size);
    text_add(out, "</script>\n<script>");
    text_add(out, scripts[kind]);
    text_add(out, "</script>\n</body></html>\n");
}
