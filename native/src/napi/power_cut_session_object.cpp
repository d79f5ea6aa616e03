#include "power_cut_session_object.h"

#include <algorithm>

#include "arguments.h"
#include "values.h"

namespace driveproof {

Napi::Function PowerCutSessionObject::define(Napi::Env env) {
  return DefineClass(env, "PowerCutSession",
                     {InstanceMethod<&PowerCutSessionObject::prepare>("prepare"),
                      InstanceMethod<&PowerCutSessionObject::run>("run"),
                      InstanceMethod<&PowerCutSessionObject::read_back>("readBack"),
                      InstanceMethod<&PowerCutSessionObject::set_witnessed>("setWitnessed"),
                      InstanceMethod("snapshot", &PowerCutSessionObject::snapshot),
                      InstanceMethod("stop", &PowerCutSessionObject::stop),
                      InstanceMethod("close", &PowerCutSessionObject::close)});
}

Napi::Value PowerCutSessionObject::prepare(const Napi::CallbackInfo& info) {
  if (!is_free(info.Env())) {
    return {};
  }
  if (stage_ != Stage::kNew) {
    refuse(info.Env(), "ERR_SESSION_PREPARED", "this session already has its files");
    return {};
  }
  return start_if(info.Env(), parse_power_cut_prepare(info));
}

Napi::Value PowerCutSessionObject::run(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (!is_free(env)) {
    return {};
  }
  if (stage_ == Stage::kNew) {
    refuse(env, "ERR_SESSION_NOT_PREPARED", "prepare() has not made the files yet");
  } else if (stage_ == Stage::kRun) {
    // A second run would start at 1 again, and old and new records could not be distinguished.
    refuse(env, "ERR_SESSION_HAS_RUN", "the files of a session are written once");
  } else if (!usable_) {
    refuse(env, "ERR_MODE_UNAVAILABLE", "every mode was refused in this folder");
  } else {
    stage_ = Stage::kRun;
    return start(env, power_cut::RunRequest{});
  }
  return {};
}

Napi::Value PowerCutSessionObject::read_back(const Napi::CallbackInfo& info) {
  return is_free(info.Env()) ? start_if(info.Env(), parse_power_cut_read_back(info))
                             : Napi::Value();
}

Napi::Value PowerCutSessionObject::set_witnessed(const Napi::CallbackInfo& info) {
  const auto elapsed_ns = parse_witnessed(info);
  if (elapsed_ns && session() != nullptr) {
    session()->progress().set_witnessed(*elapsed_ns);
  }
  return info.Env().Undefined();
}

void PowerCutSessionObject::settle(Napi::Env env, const Promise& promise,
                                   const power_cut::PrepareOutcome& outcome) {
  if (outcome.ended_by != EndedBy::kComplete) {
    return reject(env, promise, outcome.fault, "stopped while preparing");
  }
  stage_ = Stage::kPrepared;
  usable_ = std::any_of(outcome.modes.begin(), outcome.modes.end(),
                        [](const auto& mode) { return !mode.refusal; });
  promise.Resolve(to_js(env, outcome));
}

void PowerCutSessionObject::settle(Napi::Env env, const Promise& promise,
                                   const power_cut::RunOutcome& outcome) {
  promise.Resolve(to_js(env, outcome));
}

void PowerCutSessionObject::settle(Napi::Env env, const Promise& promise,
                                   const power_cut::ReadBackOutcome& outcome) {
  if (outcome.ended_by != EndedBy::kComplete) {
    return reject(env, promise, std::nullopt, "stopped while reading back");
  }
  promise.Resolve(to_js(env, outcome));
}

}  // namespace driveproof
