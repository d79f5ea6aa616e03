#include "capacity_session_object.h"

#include "arguments.h"
#include "values.h"

namespace driveproof {

Napi::Function CapacitySessionObject::define(Napi::Env env) {
  return DefineClass(env, "CapacitySession",
                     {InstanceMethod<&CapacitySessionObject::prepare>("prepare"),
                      InstanceMethod<&CapacitySessionObject::fill>("fill"),
                      InstanceMethod<&CapacitySessionObject::rewrite>("rewrite"),
                      InstanceMethod<&CapacitySessionObject::read>("read"),
                      InstanceMethod<&CapacitySessionObject::hash_of>("hashOf"),
                      InstanceMethod("snapshot", &CapacitySessionObject::snapshot),
                      InstanceMethod("stop", &CapacitySessionObject::stop),
                      InstanceMethod("close", &CapacitySessionObject::close)});
}

bool CapacitySessionObject::may_start(Napi::Env env, bool needs_folder) {
  if (!is_free(env)) {
    return false;
  }
  if (needs_folder && !prepared_) {
    return refuse(env, "ERR_SESSION_NOT_PREPARED", "prepare() has not made a folder yet");
  }
  return needs_folder || !prepared_ ||
         refuse(env, "ERR_SESSION_PREPARED", "this session already has a folder");
}

Napi::Value CapacitySessionObject::prepare(const Napi::CallbackInfo& info) {
  return may_start(info.Env(), false) ? start_if(info.Env(), parse_capacity_prepare(info))
                                      : Napi::Value();
}

Napi::Value CapacitySessionObject::fill(const Napi::CallbackInfo& info) {
  if (!may_start(info.Env(), true)) {
    return {};
  }
  if (filled_) {
    refuse(info.Env(), "ERR_SESSION_FILLED", "the volume was filled already");
    return {};
  }
  const auto request = parse_capacity_fill(info);
  filled_ = request.has_value();
  return start_if(info.Env(), request);
}

Napi::Value CapacitySessionObject::rewrite(const Napi::CallbackInfo& info) {
  return may_start(info.Env(), true) ? start_if(info.Env(), parse_capacity_rewrite(info))
                                     : Napi::Value();
}

Napi::Value CapacitySessionObject::read(const Napi::CallbackInfo& info) {
  return may_start(info.Env(), true) ? start_if(info.Env(), parse_capacity_read(info))
                                     : Napi::Value();
}

Napi::Value CapacitySessionObject::hash_of(const Napi::CallbackInfo& info) {
  return may_start(info.Env(), true) ? start_if(info.Env(), parse_capacity_hash(info))
                                     : Napi::Value();
}

void CapacitySessionObject::settle(Napi::Env env, const Promise& promise,
                                   const CapacityPrepareOutcome& outcome) {
  if (outcome.fault) {
    return reject(env, promise, *outcome.fault);
  }
  prepared_ = true;
  using Bytes = std::optional<std::uint64_t>;
  const auto& space = outcome.space;
  const Napi::Value prepared = ObjectBuilder(env)
                                   .set("freeBytes", outcome.free_bytes)
                                   .set("totalBytes", space ? Bytes(space->total_bytes) : Bytes())
                                   .set("usedBytes", space ? Bytes(space->used_bytes) : Bytes());
  promise.Resolve(prepared);
}

void CapacitySessionObject::settle(Napi::Env env, const Promise& promise,
                                   const CapacityWriteOutcome& outcome) {
  promise.Resolve(to_js(env, outcome));
}

void CapacitySessionObject::settle(Napi::Env env, const Promise& promise,
                                   const CapacityReadOutcome& outcome) {
  promise.Resolve(to_js(env, outcome));
}

void CapacitySessionObject::settle(Napi::Env env, const Promise& promise,
                                   const CapacityHashOutcome& outcome) {
  promise.Resolve(to_js(env, outcome));
}

}  // namespace driveproof
