// SPDX-License-Identifier: MIT
#include "engine/room.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/text.h"

enum { NAME_MAX_BYTES = 1024, LINE_BYTES = 1024 };

// A place where Linux keeps the control groups' memory, and what its files are called.
struct hierarchy {
    const char *line; // how the process's line in /proc/self/cgroup begins after its number
    const char *base, *limit, *usage, *cache;
};

static const struct hierarchy hierarchies[] = {
    {":memory:", "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
     "total_inactive_file"},
    {"::", "/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"},
    {"::", "/sys/fs/cgroup/unified", "memory.max", "memory.current", "inactive_file"},
};

// Opens the file named by these parts, or NULL.
static FILE *open_parts(const char *root, const char *folder, const char *name)
{
    char path[NAME_MAX_BYTES];
    struct writer w = writer_on(path, sizeof path);
    write_text(&w, "%s%s/%s", root, folder, name);
    return w.cut ? NULL : fopen(path, "r");
}

// The number that follows `key` in a file, or the only one when there is no key. False when there
// is none ("max" is none) or no such file.
static bool number_in(const char *root, const char *folder, const char *name, const char *key,
                      uint64_t *out)
{
    char line[LINE_BYTES];
    bool found = false;
    FILE *f = open_parts(root, folder, name);
    while (f && !found && fgets(line, sizeof line, f)) {
        struct word rest = {line, strcspn(line, "\n")}, word;
        int64_t number;
        if (key && (!word_next(&rest, &word) || !word_is(word, key)))
            continue;
        found = word_next(&rest, &word) && word_int(word, 0, INT64_MAX, &number);
        if (found)
            *out = (uint64_t)number;
        else
            break;
    }
    if (f)
        fclose(f);
    return found;
}

// What one group leaves, if it sets a limit and that is less than *left.
static bool group_left(const char *root, const struct hierarchy *h, const char *folder,
                       uint64_t *left)
{
    uint64_t limit, usage, cache = 0;
    if (!number_in(root, folder, h->limit, NULL, &limit) ||
        !number_in(root, folder, h->usage, NULL, &usage))
        return false;
    number_in(root, folder, "memory.stat", h->cache, &cache);
    usage = usage > cache ? usage - cache : 0;
    uint64_t here = limit > usage ? limit - usage : 0;
    if (here >= *left)
        return false;
    *left = here;
    return true;
}

// The same for a group and all above it. Where the process sees only a part of the tree, its own
// folder does not exist, but the part's root does.
static bool groups_left(const char *root, const struct hierarchy *h, struct word path,
                        uint64_t *left)
{
    char folder[NAME_MAX_BYTES];
    bool less = false;
    for (;;) {
        struct writer w = writer_on(folder, sizeof folder);
        write_text(&w, "%s%.*s", h->base, (int)path.length, path.text);
        if (!w.cut)
            less |= group_left(root, h, folder, left);
        if (path.length == 0)
            return less;
        while (path.length && path.text[--path.length] != '/')
            continue;
    }
}

// The path of the process's group, which stands behind `begins`, as part of the line.
static bool group_path(const char *line, const char *begins, struct word *out)
{
    const char *colon = strchr(line, ':');
    size_t length = strlen(begins);
    if (!colon || strncmp(colon, begins, length) != 0)
        return false;
    *out = (struct word){colon + length, strcspn(colon + length, "\n")};
    return true;
}

// What the control groups leave, as far as that is less than *left.
static bool cgroups_left(const char *root, uint64_t *left)
{
    char line[LINE_BYTES];
    bool less = false;
    FILE *f = open_parts(root, "/proc/self", "cgroup");
    while (f && fgets(line, sizeof line, f))
        for (size_t i = 0; i < sizeof hierarchies / sizeof *hierarchies; i++) {
            struct word path;
            if (group_path(line, hierarchies[i].line, &path))
                less |= groups_left(root, &hierarchies[i], path, left);
        }
    if (f)
        fclose(f);
    return less;
}

uint64_t room_left(const char *root, bool *grouped)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    uint64_t kib, left = UINT64_MAX;
    if (number_in(root, "/proc", "meminfo", "MemAvailable:", &kib))
        left = kib << 10;
    else if (pages > 0 && page > 0)
        left = (uint64_t)pages * (uint64_t)page;
    *grouped = cgroups_left(root, &left);
    return left - left / 16;
}
