// SPDX-License-Identifier: MIT
// libFuzzer's way into the target "botzone".
#include "tests/targets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return target_fuzz("botzone", data, size);
}
