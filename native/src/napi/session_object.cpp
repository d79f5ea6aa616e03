#include "session_object.h"

#include <utility>

#include "results.h"
#include "values.h"

namespace driveproof {

Napi::Function SessionObject::define(Napi::Env env) {
  return DefineClass(env, "Session",
                     {InstanceMethod<&SessionObject::prepare>("prepare"),
                      InstanceMethod<&SessionObject::measure>("measure"),
                      InstanceMethod<&SessionObject::sequential>("sequential"),
                      InstanceMethod<&SessionObject::concurrent>("concurrent"),
                      InstanceMethod<&SessionObject::refill>("refill"),
                      InstanceMethod<&SessionObject::empty>("empty"),
                      InstanceMethod<&SessionObject::drain>("drain"),
                      InstanceMethod<&SessionObject::verify>("verify"),
                      InstanceMethod("snapshot", &SessionObject::snapshot),
                      InstanceMethod("stop", &SessionObject::stop),
                      InstanceMethod("close", &SessionObject::close)});
}

bool SessionObject::may_start(Napi::Env env, bool needs_file) {
  if (!is_free(env)) {
    return false;
  }
  if (needs_file && !prepared_) {
    return refuse(env, "ERR_SESSION_NOT_PREPARED", "prepare() has not made a test file yet");
  }
  if (!needs_file && prepared_) {
    return refuse(env, "ERR_SESSION_PREPARED", "this session already has a test file");
  }
  return true;
}

bool SessionObject::is_sound(Napi::Env env) {
  // fsync(2): after a failed flush the next may report success although data is lost.
  return !faulted_ || refuse(env, "ERR_SESSION_FAULTED",
                             "an earlier write or flush failed; figures after that would not be "
                             "true");
}

bool SessionObject::may_write(Napi::Env env, std::size_t mode) {
  return is_sound(env) &&
         (!refused_[mode] ||
          refuse(env, "ERR_MODE_UNAVAILABLE", "this mode was refused on this file"));
}

bool SessionObject::needs_content(Napi::Env env) {
  return has_content_ || refuse(env, "ERR_SESSION_NO_CONTENT",
                                "the test file was prepared empty, or emptied to be written anew");
}

Napi::Value SessionObject::prepare(const Napi::CallbackInfo& info) {
  if (!may_start(info.Env(), false)) {
    return {};
  }
  auto request = parse_prepare(info);
  if (!request) {
    return {};
  }
  shape_ = {request->file_bytes, request->block_bytes, 0};
  return start(info.Env(), *std::move(request));
}

Napi::Value SessionObject::measure(const Napi::CallbackInfo& info) {
  if (!may_start(info.Env(), true)) {
    return {};
  }
  const auto request = parse_measure(info);
  const bool may = request && may_write(info.Env(), request->mode) && needs_content(info.Env());
  return may ? start(info.Env(), *request) : Napi::Value();
}

Napi::Value SessionObject::sequential(const Napi::CallbackInfo& info) {
  if (!may_start(info.Env(), true)) {
    return {};
  }
  const auto request = parse_sequential(info);
  const bool may = request && may_write(info.Env(), request->mode) &&
                   (request->layout == Layout::kAppend || needs_content(info.Env())) &&
                   suits_file(info.Env(), *request, shape_);
  if (!may) {
    return {};
  }
  has_content_ = has_content_ && request->layout == Layout::kRewrite;
  return start(info.Env(), *request);
}

Napi::Value SessionObject::concurrent(const Napi::CallbackInfo& info) {
  if (!may_start(info.Env(), true) || !is_sound(info.Env())) {
    return {};
  }
  const auto request = parse_concurrent(info);
  const bool may =
      request && needs_content(info.Env()) && suits_file(info.Env(), *request, shape_);
  return may ? start(info.Env(), *request) : Napi::Value();
}

Napi::Value SessionObject::refill(const Napi::CallbackInfo& info) {
  if (!may_start(info.Env(), true) || !is_sound(info.Env())) {
    return {};
  }
  const auto request = parse_refill(info, shape_);
  const bool may = request && needs_content(info.Env());
  return may ? start(info.Env(), *request) : Napi::Value();
}

Napi::Value SessionObject::empty(const Napi::CallbackInfo& info) {
  if (!may_start(info.Env(), true) || !is_sound(info.Env())) {
    return {};
  }
  has_content_ = false;
  return start(info.Env(), EmptyRequest{});
}

Napi::Value SessionObject::drain(const Napi::CallbackInfo& info) {
  return may_start(info.Env(), true) ? start(info.Env(), DrainRequest{}) : Napi::Value();
}

Napi::Value SessionObject::verify(const Napi::CallbackInfo& info) {
  const bool may = may_start(info.Env(), true) && needs_content(info.Env());
  return may ? start(info.Env(), VerifyRequest{}) : Napi::Value();
}

void SessionObject::settle(Napi::Env env, const Promise& promise, const PrepareOutcome& outcome) {
  if (outcome.ended_by != EndedBy::kComplete) {
    return reject(env, promise, outcome.fault, "stopped while preparing");
  }
  prepared_ = true;
  shape_.alignment_bytes = outcome.alignment_bytes;
  has_content_ = shape_.file_bytes > 0;
  refused_.clear();
  for (const PreparedMode& mode : outcome.modes) {
    refused_.push_back(mode.refusal.has_value());
  }
  promise.Resolve(to_js(env, outcome));
}

void SessionObject::settle(Napi::Env env, const Promise& promise, const MeasureOutcome& outcome) {
  faulted_ = faulted_ || outcome.fault;
  promise.Resolve(to_js(env, outcome));
}

template <typename Counted>
void SessionObject::settle_unless_refused(Napi::Env env, const Promise& promise,
                                          const Counted& outcome) {
  faulted_ = faulted_ || outcome.fault;
  if (outcome.refusal) {
    return reject(env, promise, *outcome.refusal);
  }
  promise.Resolve(to_js(env, outcome));
}

void SessionObject::settle(Napi::Env env, const Promise& promise,
                           const SequentialOutcome& outcome) {
  settle_unless_refused(env, promise, outcome);
}

void SessionObject::settle(Napi::Env env, const Promise& promise,
                           const ConcurrentOutcome& outcome) {
  settle_unless_refused(env, promise, outcome);
}

void SessionObject::settle(Napi::Env env, const Promise& promise, const RefillOutcome& outcome) {
  faulted_ = faulted_ || outcome.fault;
  promise.Resolve(to_js(env, outcome));
}

void SessionObject::settle(Napi::Env env, const Promise& promise, const EmptyOutcome& outcome) {
  faulted_ = faulted_ || outcome.fault;
  if (outcome.fault) {
    return reject(env, promise, *outcome.fault);
  }
  promise.Resolve(env.Undefined());
}

void SessionObject::settle(Napi::Env env, const Promise& promise, const DrainOutcome& outcome) {
  faulted_ = faulted_ || outcome.fault;
  if (outcome.fault) {
    return reject(env, promise, *outcome.fault);
  }
  promise.Resolve(to_js(env, outcome));
}

void SessionObject::settle(Napi::Env env, const Promise& promise, const VerifyOutcome& outcome) {
  faulted_ = faulted_ || outcome.fault;
  promise.Resolve(to_js(env, outcome));
}

}  // namespace driveproof
