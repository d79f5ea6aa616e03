#pragma once

#include <napi.h>

namespace driveproof {

// What addon.cpp exports. The class of each session and the lists of this system come from the
// file of the session.

Napi::Function define_session(Napi::Env env);
Napi::Function define_parallel_session(Napi::Env env);
Napi::Function define_commit_session(Napi::Env env);
Napi::Function define_document_session(Napi::Env env);
Napi::Function define_capacity_session(Napi::Env env);
Napi::Function define_power_cut_session(Napi::Env env);

Napi::Value list_modes(Napi::Env env);
Napi::Value list_commit_variants(Napi::Env env);
Napi::Value list_document_ways(Napi::Env env);

// functions.cpp, what needs no session.
Napi::Value list_volumes(const Napi::CallbackInfo& info);
Napi::Value read_volume(const Napi::CallbackInfo& info);
Napi::Value read_health_pages(const Napi::CallbackInfo& info);
Napi::Value remove_leftovers(const Napi::CallbackInfo& info);
Napi::Value remove_power_cut_test(const Napi::CallbackInfo& info);
Napi::Value slept_ns(const Napi::CallbackInfo& info);
Napi::Value try_lock(const Napi::CallbackInfo& info);

}  // namespace driveproof
