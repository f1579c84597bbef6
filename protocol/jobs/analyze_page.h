// SPDX-License-Identifier: MIT
// analyze_page.h - what every page of an analysis looks like and does.
#ifndef PROTOCOL_JOBS_ANALYZE_PAGE_H
#define PROTOCOL_JOBS_ANALYZE_PAGE_H

// The style sheet, light and dark, and the script that draws boards. Neither has a '<' or an '&', so
// the page is well-formed XML, too.
extern const char page_style[], page_script[];

#endif
