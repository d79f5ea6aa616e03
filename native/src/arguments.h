#pragma once

#include <napi.h>

#include <optional>

#include "engine/tasks.h"

namespace driveproof {

// Arguments from JavaScript. Each function returns nothing, with a TypeError of the code
// ERR_INVALID_ARG pending, when anything about them is not as native/index.ts says.

std::optional<PrepareRequest> parse_prepare(const Napi::CallbackInfo& info);
std::optional<MeasureRequest> parse_measure(const Napi::CallbackInfo& info);

}  // namespace driveproof
