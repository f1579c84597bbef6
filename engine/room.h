// SPDX-License-Identifier: MIT
// room.h - how much more memory this process may fill before the system ends it.
//
// A block can be mapped that the machine does not have: it fails later, when it is filled, and then
// by a signal. So whoever asks for much memory asks here first. Counted are what the machine has
// available and what every control group above the process leaves, in both of Linux's hierarchies:
//
//      /proc/meminfo                        MemAvailable
//      /sys/fs/cgroup[/unified]/...         memory.max - memory.current + inactive_file
//      /sys/fs/cgroup/memory/...            memory.limit_in_bytes - memory.usage_in_bytes + ...
//
// Files that are not there limit nothing. A sixteenth of what is free is left for everybody else.
#ifndef ENGINE_ROOM_H
#define ENGINE_ROOM_H

#include <stdbool.h>
#include <stdint.h>

// Bytes that may be filled now; *grouped says that a control group leaves less than the machine.
// `root` is put before the names of the files: "" but for tests.
uint64_t room_left(const char *root, bool *grouped);

#endif
