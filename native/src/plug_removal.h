#pragma once

#include <napi.h>

namespace driveproof {

/** removePlugTest() of native/plug.ts. */
Napi::Value remove_plug_test(const Napi::CallbackInfo& info);

}  // namespace driveproof
