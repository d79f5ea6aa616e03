#pragma once

#include <napi.h>

namespace driveproof {

/** removeLeftovers() of native/index.ts. */
Napi::Value remove_leftovers(const Napi::CallbackInfo& info);

}  // namespace driveproof
