#include "session_object.h"

#include <utility>

#include "results.h"

namespace driveproof {

Napi::Function SessionObject::define(Napi::Env env) {
  return DefineClass(env, "Session",
                     {InstanceMethod<&SessionObject::prepare>("prepare"),
                      InstanceMethod<&SessionObject::measure>("measure"),
                      InstanceMethod<&SessionObject::sequential>("sequential"),
                      InstanceMethod<&SessionObject::drain>("drain"),
                      InstanceMethod<&SessionObject::verify>("verify"),
                      InstanceMethod<&SessionObject::snapshot>("snapshot"),
                      InstanceMethod<&SessionObject::stop>("stop"),
                      InstanceMethod<&SessionObject::close>("close")});
}

SessionObject::SessionObject(const Napi::CallbackInfo& info) : ObjectWrap(info) {
  // The queue is unbounded but short: one outcome per promise, and one for close().
  channel_ = Channel::New(info.Env(), "driveproof.session", 0, 1, this);
  if (info.Env().IsExceptionPending()) {
    return;
  }
  channel_.Unref(info.Env());
  session_ = std::make_unique<Session>([channel = channel_](Outcome outcome) {
    // On the session's thread.
    auto delivery = std::make_unique<Outcome>(std::move(outcome));
    if (channel.NonBlockingCall(delivery.get()) == napi_ok) {
      delivery.release();  // deliver() deletes it
    }
  });
  // Cleanup hooks run in reverse order. Registered after the channel, ours runs before the
  // channel's own, so the session's thread never meets a channel that is gone.
  napi_add_env_cleanup_hook(info.Env(), on_environment_cleanup, this);
}

SessionObject::~SessionObject() {
  if (session_) {
    napi_remove_env_cleanup_hook(Env(), on_environment_cleanup, this);
    end_session();
  }
}

void SessionObject::on_environment_cleanup(void* self) {
  static_cast<SessionObject*>(self)->end_session();
}

void SessionObject::end_session() {
  session_.reset();  // stops, joins, removes the file
  // Aborted rather than released: deliveries still queued are deleted and not delivered.
  channel_.Abort();
}

bool SessionObject::may_start(Napi::Env env, bool needs_file) {
  if (closed_ || !session_) {
    coded_error(env, "ERR_SESSION_CLOSED", "the session is closed").ThrowAsJavaScriptException();
  } else if (pending_) {
    coded_error(env, "ERR_SESSION_BUSY", "another task of this session is still running")
        .ThrowAsJavaScriptException();
  } else if (needs_file && !prepared_) {
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

bool SessionObject::may_write(Napi::Env env, std::size_t mode) {
  if (faulted_) {
    // fsync(2): after a failed flush the next may report success although data is lost.
    coded_error(env, "ERR_SESSION_FAULTED",
                "an earlier write or flush failed; figures after that would not be true")
        .ThrowAsJavaScriptException();
  } else if (refused_[mode]) {
    coded_error(env, "ERR_MODE_UNAVAILABLE", "this mode was refused on this file")
        .ThrowAsJavaScriptException();
  } else {
    return true;
  }
  return false;
}

bool SessionObject::needs_content(Napi::Env env) {
  if (!has_content_) {
    coded_error(env, "ERR_SESSION_NO_CONTENT",
                "the test file was prepared empty, or emptied to be written anew")
        .ThrowAsJavaScriptException();
  }
  return has_content_;
}

Napi::Value SessionObject::start(Napi::Env env, Request request) {
  pending_ = Napi::Promise::Deferred::New(env);
  hold();
  session_->hand_in(std::move(request));
  return pending_->Promise();
}

void SessionObject::hold() {
  Ref();
  channel_.Ref(Env());
}

void SessionObject::let_go() {
  channel_.Unref(Env());
  Unref();
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

Napi::Value SessionObject::drain(const Napi::CallbackInfo& info) {
  return may_start(info.Env(), true) ? start(info.Env(), DrainRequest{}) : Napi::Value();
}

Napi::Value SessionObject::verify(const Napi::CallbackInfo& info) {
  const bool may = may_start(info.Env(), true) && needs_content(info.Env());
  return may ? start(info.Env(), VerifyRequest{}) : Napi::Value();
}

Napi::Value SessionObject::snapshot(const Napi::CallbackInfo& info) {
  if (closed_ || !session_) {
    coded_error(info.Env(), "ERR_SESSION_CLOSED", "the session is closed")
        .ThrowAsJavaScriptException();
    return {};
  }
  return to_js(info.Env(), session_->snapshot());
}

Napi::Value SessionObject::stop(const Napi::CallbackInfo& info) {
  if (session_) {
    session_->stop();
  }
  return info.Env().Undefined();
}

Napi::Value SessionObject::close(const Napi::CallbackInfo& info) {
  const auto closing = Napi::Promise::Deferred::New(info.Env());
  if (!session_) {
    settle_closing(info.Env(), closing);
    return closing.Promise();
  }
  closing_.push_back(closing);
  if (!closed_) {
    closed_ = true;
    hold();
    session_->close();
  }
  return closing.Promise();
}

void SessionObject::deliver(Napi::Env env, Napi::Function, SessionObject* self,
                            Outcome* outcome) {
  const std::unique_ptr<Outcome> owned(outcome);
  if (napi_env(env) == nullptr) {
    return;  // the environment or the session has ended; self may be gone
  }
  std::visit([&](const auto& result) { self->settle(env, result); }, *owned);
}

void SessionObject::settle(Napi::Env env, const PrepareOutcome& outcome) {
  const auto pending = *std::exchange(pending_, std::nullopt);
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
  std::exchange(pending_, std::nullopt)->Resolve(to_js(env, outcome));
  let_go();
}

void SessionObject::settle(Napi::Env env, const SequentialOutcome& outcome) {
  faulted_ = faulted_ || outcome.fault.has_value();
  std::exchange(pending_, std::nullopt)->Resolve(to_js(env, outcome));
  let_go();
}

void SessionObject::settle(Napi::Env env, const DrainOutcome& outcome) {
  const auto pending = *std::exchange(pending_, std::nullopt);
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
  std::exchange(pending_, std::nullopt)->Resolve(to_js(env, outcome));
  let_go();
}

void SessionObject::settle(Napi::Env env, const CloseOutcome& outcome) {
  close_fault_ = outcome.fault;
  napi_remove_env_cleanup_hook(env, on_environment_cleanup, this);
  let_go();
  end_session();  // the thread has said its last word; this only joins it
  for (const auto& closing : std::exchange(closing_, {})) {
    settle_closing(env, closing);
  }
}

void SessionObject::settle_closing(Napi::Env env, const Napi::Promise::Deferred& closing) const {
  if (close_fault_) {
    closing.Reject(fault_error(env, *close_fault_).Value());
  } else {
    closing.Resolve(env.Undefined());
  }
}

}  // namespace driveproof
