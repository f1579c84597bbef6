// SPDX-License-Identifier: MIT
#include "scripts/trainer/data.h"

#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

// Cuts a file down to whole records; what holds no bytes, a device or a pipe, is left as it is.
static bool cut_torn(int fd)
{
    struct stat is;
    if (fstat(fd, &is) != 0)
        return false;
    off_t torn = is.st_size % (off_t)sizeof(struct record);
    return torn == 0 || ftruncate(fd, is.st_size - torn) == 0;
}

FILE *data_append(const char *path)
{
    FILE *file = fopen(path, "ab");
    if (file && cut_torn(fileno(file)))
        return file;
    perror(path);
    if (file)
        fclose(file);
    return NULL;
}
