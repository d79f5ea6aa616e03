#pragma once

#include <napi.h>

namespace driveproof {

/** tryLock() of native/index.ts. */
Napi::Value try_lock(const Napi::CallbackInfo& info);

}  // namespace driveproof
