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
    coded_error(info.Env(), "ERR_SESSION_PREPARED", "this session already has its files")
        .ThrowAsJavaScriptException();
    return {};
  }
  auto request = parse_power_cut_prepare(info);
  return request ? start(info.Env(), *std::move(request)) : Napi::Value();
}

Napi::Value PowerCutSessionObject::run(const Napi::CallbackInfo& info) {
  if (!is_free(info.Env())) {
    return {};
  }
  if (stage_ == Stage::kNew) {
    coded_error(info.Env(), "ERR_SESSION_NOT_PREPARED", "prepare() has not made the files yet")
        .ThrowAsJavaScriptException();
  } else if (stage_ == Stage::kRun) {
    // Numbers would start at 1 again, and old records could not be told from new ones.
    coded_error(info.Env(), "ERR_SESSION_HAS_RUN", "the files of a session are written once")
        .ThrowAsJavaScriptException();
  } else if (!usable_) {
    coded_error(info.Env(), "ERR_MODE_UNAVAILABLE", "every mode was refused in this folder")
        .ThrowAsJavaScriptException();
  } else {
    stage_ = Stage::kRun;
    return start(info.Env(), power_cut::RunRequest{});
  }
  return {};
}

Napi::Value PowerCutSessionObject::read_back(const Napi::CallbackInfo& info) {
  if (!is_free(info.Env())) {
    return {};
  }
  auto request = parse_power_cut_read_back(info);
  return request ? start(info.Env(), *std::move(request)) : Napi::Value();
}

Napi::Value PowerCutSessionObject::set_witnessed(const Napi::CallbackInfo& info) {
  const auto elapsed_ns = parse_witnessed(info);
  if (elapsed_ns && session() != nullptr) {
    session()->progress().set_witnessed(*elapsed_ns);
  }
  return info.Env().Undefined();
}

void PowerCutSessionObject::settle(Napi::Env env, const power_cut::PrepareOutcome& outcome) {
  const auto pending = take_pending();
  if (outcome.ended_by == EndedBy::kComplete) {
    stage_ = Stage::kPrepared;
    usable_ = std::any_of(outcome.modes.begin(), outcome.modes.end(),
                          [](const auto& mode) { return !mode.refusal; });
    pending.Resolve(to_js(env, outcome));
  } else if (outcome.fault) {
    pending.Reject(fault_error(env, *outcome.fault).Value());
  } else {
    pending.Reject(coded_error(env, "ABORTED", "stopped while preparing").Value());
  }
  let_go();
}

void PowerCutSessionObject::settle(Napi::Env env, const power_cut::RunOutcome& outcome) {
  take_pending().Resolve(to_js(env, outcome));
  let_go();
}

void PowerCutSessionObject::settle(Napi::Env env, const power_cut::ReadBackOutcome& outcome) {
  const auto pending = take_pending();
  if (outcome.ended_by == EndedBy::kComplete) {
    pending.Resolve(to_js(env, outcome));
  } else {
    pending.Reject(coded_error(env, "ABORTED", "stopped while reading back").Value());
  }
  let_go();
}

}  // namespace driveproof
