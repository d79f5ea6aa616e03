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
    coded_error(env, "ERR_SESSION_NOT_PREPARED", "prepare() has not made a test file yet")
        .ThrowAsJavaScriptException();
  } else if (!needs_file && prepared_) {
    coded_error(env, "ERR_SESSION_PREPARED", "this session already has a test file")
        .ThrowAsJavaScriptException();
  } else {
    return true;
  }
  return false;
}

bool SessionObject::is_sound(Napi::Env env) {
  if (faulted_) {
    // fsync(2): after a failed flush the next may report success although data is lost.
    coded_error(env, "ERR_SESSION_FAULTED",
                "an earlier write or flush failed; figures after that would not be true")
        .ThrowAsJavaScriptException();
  }
  return !faulted_;
}

bool SessionObject::may_write(Napi::Env env, std::size_t mode) {
  if (!is_sound(env)) {
    return false;
  }
  if (refused_[mode]) {
    coded_error(env, "ERR_MODE_UNAVAILABLE", "this mode was refused on this file")
        .ThrowAsJavaScriptException();
  }
  return !refused_[mode];
}

bool SessionObject::needs_content(Napi::Env env) {
  if (!has_content_) {
    coded_error(env, "ERR_SESSION_NO_CONTENT",
                "the test file was prepared empty, or emptied to be written anew")
        .ThrowAsJavaScriptException();
  }
  return has_content_;
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

void SessionObject::settle(Napi::Env env, const PrepareOutcome& outcome) {
  const auto pending = take_pending();
  if (outcome.ended_by == EndedBy::kComplete) {
    prepared_ = true;
    shape_.alignment_bytes = outcome.alignment_bytes;
    has_content_ = shape_.file_bytes > 0;
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

void SessionObject::settle(Napi::Env env, const MeasureOutcome& outcome) {
  faulted_ = faulted_ || outcome.fault.has_value();
  take_pending().Resolve(to_js(env, outcome));
  let_go();
}

template <typename Counted>
void SessionObject::settle_unless_refused(Napi::Env env, const Counted& outcome) {
  faulted_ = faulted_ || outcome.fault.has_value();
  const auto pending = take_pending();
  if (outcome.refusal) {
    pending.Reject(fault_error(env, *outcome.refusal).Value());
  } else {
    pending.Resolve(to_js(env, outcome));
  }
  let_go();
}

void SessionObject::settle(Napi::Env env, const SequentialOutcome& outcome) {
  settle_unless_refused(env, outcome);
}

void SessionObject::settle(Napi::Env env, const ConcurrentOutcome& outcome) {
  settle_unless_refused(env, outcome);
}

void SessionObject::settle(Napi::Env env, const EmptyOutcome& outcome) {
  const auto pending = take_pending();
  if (outcome.fault) {
    faulted_ = true;
    pending.Reject(fault_error(env, *outcome.fault).Value());
  } else {
    pending.Resolve(env.Undefined());
  }
  let_go();
}

void SessionObject::settle(Napi::Env env, const DrainOutcome& outcome) {
  const auto pending = take_pending();
  if (outcome.fault) {
    faulted_ = true;
    pending.Reject(fault_error(env, *outcome.fault).Value());
  } else {
    pending.Resolve(to_js(env, outcome));
  }
  let_go();
}

void SessionObject::settle(Napi::Env env, const VerifyOutcome& outcome) {
  faulted_ = faulted_ || outcome.fault.has_value();
  take_pending().Resolve(to_js(env, outcome));
  let_go();
}

}  // namespace driveproof
