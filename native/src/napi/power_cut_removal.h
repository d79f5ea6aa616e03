#pragma once

#include <napi.h>

namespace driveproof {

/** removePowerCutTest() of native/power-cut.ts. */
Napi::Value remove_power_cut_test(const Napi::CallbackInfo& info);

}  // namespace driveproof
