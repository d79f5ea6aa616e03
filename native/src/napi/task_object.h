#pragma once

#include <napi.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "../engine/tasks.h"
#include "results.h"
#include "values.h"

namespace driveproof {

/**
 * The common part of all sessions' JavaScript objects: one promise at a time, outcomes that come
 * back from the session's thread, and an end that need not be awaited. `Self` is the object's class
 * and adds a `settle(env, promise, outcome)` for every outcome but CloseOutcome; `Session` is a
 * TaskThread.
 *
 * Everything here runs on the JavaScript thread, except the listener, which only puts the outcome
 * into the thread-safe function's queue.
 *
 * A pending task keeps the object and the event loop alive. Without one the object may be collected
 * and the process may end; both stop and join the session's thread first.
 */
template <typename Self, typename Session>
class TaskObject : public Napi::ObjectWrap<Self> {
 public:
  ~TaskObject() override {
    if (session_) {
      napi_remove_env_cleanup_hook(this->Env(), on_environment_cleanup, this);
      end_session();
    }
  }

 protected:
  using Outcome = typename Session::Outcome;

  explicit TaskObject(const Napi::CallbackInfo& info) : Napi::ObjectWrap<Self>(info) {
    // The queue is unbounded but short: one outcome per promise, and one for close().
    channel_ = Channel::New(info.Env(), "driveproof.session", 0, 1, static_cast<Self*>(this));
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
    if (const auto& refusal = session_->refusal()) {
      fault_error(info.Env(), *refusal).ThrowAsJavaScriptException();
      end_session();
      return;
    }
    // Cleanup hooks run in reverse order. Ours is registered after the channel and so runs before
    // the channel's, which the session's thread may use until then.
    napi_add_env_cleanup_hook(info.Env(), on_environment_cleanup, this);
  }

  using Promise = Napi::Promise::Deferred;

  /** Leaves an Error pending; always false. */
  static bool refuse(Napi::Env env, const char* code, const char* message) {
    coded_error(env, code, message).ThrowAsJavaScriptException();
    return false;
  }

  /** Whether a task may be started. If not, an Error is pending. */
  bool is_free(Napi::Env env) {
    if (pending_ && !closed_ && session_) {
      return refuse(env, "ERR_SESSION_BUSY", "another task of this session is still running");
    }
    return is_open(env);
  }

  Napi::Value start(Napi::Env env, typename Session::Request request) {
    pending_ = Napi::Promise::Deferred::New(env);
    hold();
    session_->hand_in(std::move(request));
    return pending_->Promise();
  }

  /** Starts the task unless it could not be parsed; then an Error is pending. */
  template <typename Parsed>
  Napi::Value start_if(Napi::Env env, std::optional<Parsed> request) {
    return request ? start(env, *std::move(request)) : Napi::Value();
  }

  static void reject(Napi::Env env, const Promise& promise, const Fault& fault) {
    promise.Reject(fault_error(env, fault).Value());
  }

  /** Rejects a task that was not completed, with its fault, or ABORTED after a stop. */
  static void reject(Napi::Env env, const Promise& promise, const std::optional<Fault>& fault,
                     const char* stopped) {
    promise.Reject((fault ? fault_error(env, *fault) : coded_error(env, "ABORTED", stopped)).Value());
  }

  /** Empty once the session has ended. */
  Session* session() { return session_.get(); }

  Napi::Value snapshot(const Napi::CallbackInfo& info) {
    return is_open(info.Env()) ? to_js(info.Env(), session_->snapshot()) : Napi::Value();
  }

  Napi::Value stop(const Napi::CallbackInfo& info) {
    if (session_) {
      session_->stop();
    }
    return info.Env().Undefined();
  }

  Napi::Value close(const Napi::CallbackInfo& info) {
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

 private:
  bool is_open(Napi::Env env) {
    return (!closed_ && session_) || refuse(env, "ERR_SESSION_CLOSED", "the session is closed");
  }

  static void deliver(Napi::Env env, Napi::Function, Self* self, Outcome* outcome) {
    const std::unique_ptr<Outcome> owned(outcome);
    if (napi_env(env) == nullptr) {
      return;  // the environment or the session has ended; self may be gone
    }
    std::visit(
        [&](const auto& result) {
          if constexpr (std::is_same_v<decltype(result), const CloseOutcome&>) {
            self->settle_close(env, result);
          } else {
            self->settle(env, *std::exchange(self->pending_, std::nullopt), result);
            self->let_go();
          }
        },
        *owned);
  }
  using Channel = Napi::TypedThreadSafeFunction<Self, Outcome, deliver>;

  static void on_environment_cleanup(void* self) { static_cast<TaskObject*>(self)->end_session(); }

  void end_session() {
    session_.reset();  // stops, joins, removes what it made
    // Aborted rather than released: deliveries still queued are deleted and not delivered.
    channel_.Abort();
  }

  void hold() {
    this->Ref();
    channel_.Ref(this->Env());
  }

  void let_go() {
    channel_.Unref(this->Env());
    this->Unref();
  }

  void settle_close(Napi::Env env, const CloseOutcome& outcome) {
    close_fault_ = outcome.fault;
    folders_left_ = outcome.folders;
    napi_remove_env_cleanup_hook(env, on_environment_cleanup, this);
    let_go();
    end_session();  // the thread has delivered its last outcome; this only joins it
    for (const auto& closing : std::exchange(closing_, {})) {
      settle_closing(env, closing);
    }
  }

  void settle_closing(Napi::Env env, const Napi::Promise::Deferred& closing) const {
    if (close_fault_) {
      const Napi::Error error = fault_error(env, *close_fault_);
      ObjectBuilder(env, error.Value()).set("folders", folders_left_);
      closing.Reject(error.Value());
    } else {
      closing.Resolve(env.Undefined());
    }
  }

  Channel channel_;
  std::unique_ptr<Session> session_;  // empty once it has ended
  std::optional<Napi::Promise::Deferred> pending_;
  std::vector<Napi::Promise::Deferred> closing_;
  std::optional<Fault> close_fault_;
  std::vector<std::string> folders_left_;
  bool closed_ = false;
};

}  // namespace driveproof
