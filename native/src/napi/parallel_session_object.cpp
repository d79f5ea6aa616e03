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
  if (needs_files == prepared_) {
    return true;
  }
  return prepared_ ? refuse(env, "ERR_SESSION_PREPARED", "this session already has test files")
                   : refuse(env, "ERR_SESSION_NOT_PREPARED", "prepare() has made no test files");
}

bool ParallelSessionObject::may_write(Napi::Env env, std::size_t mode) {
  if (faulted_) {
    return refuse(env, "ERR_SESSION_FAULTED",
                  "an earlier write or flush failed; figures after that would not be true");
  }
  return !refused_[mode] ||
         refuse(env, "ERR_MODE_UNAVAILABLE", "this mode was refused on these files");
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

void ParallelSessionObject::settle(Napi::Env env, const Promise& promise,
                                   const PrepareOutcome& outcome) {
  if (outcome.ended_by != EndedBy::kComplete) {
    return reject(env, promise, outcome.fault, "stopped while preparing");
  }
  prepared_ = true;
  refused_.clear();
  for (const PreparedMode& mode : outcome.modes) {
    refused_.push_back(mode.refusal.has_value());
  }
  promise.Resolve(to_js(env, outcome));
}

void ParallelSessionObject::settle(Napi::Env env, const Promise& promise,
                                   const MeasureTogetherOutcome& outcome) {
  if (outcome.fault) {
    return reject(env, promise, *outcome.fault);  // nothing was written: the files are sound
  }
  for (const MeasureOutcome& writer : outcome.writers) {
    faulted_ = faulted_ || writer.fault;
  }
  promise.Resolve(to_js(env, outcome));
}

void ParallelSessionObject::settle(Napi::Env env, const Promise& promise,
                                   const DrainOutcome& outcome) {
  faulted_ = faulted_ || outcome.fault;
  if (outcome.fault) {
    return reject(env, promise, *outcome.fault);
  }
  promise.Resolve(to_js(env, outcome));
}

void ParallelSessionObject::settle(Napi::Env env, const Promise& promise,
                                   const VerifyOutcome& outcome) {
  faulted_ = faulted_ || outcome.fault;
  promise.Resolve(to_js(env, outcome));
}

}  // namespace driveproof
