/* What the build makes of the files in page/ (embed/main.c). Internal to the folder. */
#ifndef INDUCT_REPORT_PARTS_H
#define INDUCT_REPORT_PARTS_H

extern const char report_style[];
extern const char report_run_script[], report_campaign_script[];

#endif
