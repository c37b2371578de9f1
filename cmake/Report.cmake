# The style and scripts of reports, from src/report/page/, become strings of the program.
set(page ${CMAKE_SOURCE_DIR}/src/report/page)
set(run_parts base table sources wave run proof history overview start)
set(campaign_parts base table plot campaign)
list(TRANSFORM run_parts REPLACE "(.+)" "${page}/\\1.js")
list(TRANSFORM campaign_parts REPLACE "(.+)" "${page}/\\1.js")
set(report_parts ${CMAKE_BINARY_DIR}/report_parts.c)
add_executable(embed cmake/embed.c)
add_custom_command(
  OUTPUT ${report_parts}
  COMMAND embed ${report_parts} report_style ${page}/style.css -- report_run_script ${run_parts} -- report_campaign_script
          ${campaign_parts}
  DEPENDS embed ${page}/style.css ${run_parts} ${campaign_parts}
  VERBATIM
  COMMENT "Embedding the pages of reports")
target_sources(induct_report PRIVATE ${report_parts})
