#include "parallel_session_object.h"

#include <utility>

#include "arguments.h"
#include "values.h"

namespace driveproof {

Napi::Function ParallelSessionObject::define(Napi::Env env) {
  return DefineClass(env, "ParallelSession",
                     {InstanceMethod<&ParallelSessionObject::prepare>("prepare"),
                      InstanceMethod<&ParallelSessionObject::measure>("measure"),
                      InstanceMethod<&ParallelSessionObject::drain>("drain"),
                      InstanceMethod<&ParallelSessionObject::verify>("verify"),
                      InstanceMethod("snapshot", &ParallelSessionObject::snapshot),
                      InstanceMethod("stop", &ParallelSessionObject::stop),
                      InstanceMethod("close", &ParallelSessionObject::close)});
}

bool ParallelSessionObject::may_start(Napi::Env env, bool needs_files) {
  if (!is_free(env)) {
    return false;
  }
  if (needs_files != prepared_) {
    const auto error =
        prepared_ ? coded_error(env, "ERR_SESSION_PREPARED", "this session already has test files")
                  : coded_error(env, "ERR_SESSION_NOT_PREPARED", "prepare() has made no test files");
    error.ThrowAsJavaScriptException();
    return false;
  }
  return true;
}

bool ParallelSessionObject::may_write(Napi::Env env, std::size_t mode) {
  if (faulted_) {
    coded_error(env, "ERR_SESSION_FAULTED",
                "an earlier write or flush failed; figures after that would not be true")
        .ThrowAsJavaScriptException();
    return false;
  }
  if (refused_[mode]) {
    coded_error(env, "ERR_MODE_UNAVAILABLE", "this mode was refused on these files")
        .ThrowAsJavaScriptException();
  }
  return !refused_[mode];
}

Napi::Value ParallelSessionObject::prepare(const Napi::CallbackInfo& info) {
  if (!may_start(info.Env(), false)) {
    return {};
  }
  auto request = parse_prepare_files(info);
  if (!request) {
    return {};
  }
  files_ = request->files;
  return start(info.Env(), *std::move(request));
}

Napi::Value ParallelSessionObject::measure(const Napi::CallbackInfo& info) {
  if (!may_start(info.Env(), true)) {
    return {};
  }
  const auto request = parse_measure_together(info, files_);
  const bool may = request && may_write(info.Env(), request->each.mode);
  return may ? start(info.Env(), *request) : Napi::Value();
}

Napi::Value ParallelSessionObject::drain(const Napi::CallbackInfo& info) {
  return may_start(info.Env(), true) ? start(info.Env(), DrainRequest{}) : Napi::Value();
}

Napi::Value ParallelSessionObject::verify(const Napi::CallbackInfo& info) {
  return may_start(info.Env(), true) ? start(info.Env(), VerifyRequest{}) : Napi::Value();
}

void ParallelSessionObject::settle(Napi::Env env, const PrepareOutcome& outcome) {
  const auto pending = take_pending();
  if (outcome.ended_by == EndedBy::kComplete) {
    prepared_ = true;
    refused_.clear();
    for (const PreparedMode& mode : outcome.modes) {
      refused_.push_back(mode.refusal.has_value());
    }
    pending.Resolve(to_js(env, outcome));
  } else if (outcome.fault) {
    pending.Reject(fault_error(env, *outcome.fault).Value());
  } else {
    pending.Reject(coded_error(env, "ABORTED", "stopped while preparing").Value());
  }
  let_go();
}

void ParallelSessionObject::settle(Napi::Env env, const MeasureTogetherOutcome& outcome) {
  for (const MeasureOutcome& writer : outcome.writers) {
    faulted_ = faulted_ || writer.fault.has_value();
  }
  take_pending().Resolve(to_js(env, outcome));
  let_go();
}

void ParallelSessionObject::settle(Napi::Env env, const DrainOutcome& outcome) {
  const auto pending = take_pending();
  if (outcome.fault) {
    faulted_ = true;
    pending.Reject(fault_error(env, *outcome.fault).Value());
  } else {
    pending.Resolve(to_js(env, outcome));
  }
  let_go();
}

void ParallelSessionObject::settle(Napi::Env env, const VerifyOutcome& outcome) {
  faulted_ = faulted_ || outcome.fault.has_value();
  take_pending().Resolve(to_js(env, outcome));
  let_go();
}

}  // namespace driveproof
