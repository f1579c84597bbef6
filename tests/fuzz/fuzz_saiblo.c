// SPDX-License-Identifier: MIT
// libFuzzer's way into the target "saiblo".
#include "tests/targets.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return target_fuzz("saiblo", data, size);
}
