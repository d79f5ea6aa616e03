#pragma once

#include <napi.h>

namespace driveproof {

// The functions of native/index.ts that need no session.

Napi::Value list_volumes(const Napi::CallbackInfo& info);
Napi::Value read_volume(const Napi::CallbackInfo& info);
Napi::Value read_health_pages(const Napi::CallbackInfo& info);
Napi::Value remove_leftovers(const Napi::CallbackInfo& info);
Napi::Value remove_power_cut_test(const Napi::CallbackInfo& info);
Napi::Value slept_ns(const Napi::CallbackInfo& info);
Napi::Value try_lock(const Napi::CallbackInfo& info);

}  // namespace driveproof
