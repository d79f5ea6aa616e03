#pragma once

#include <napi.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "../engine/task_thread.h"
#include "../engine/tasks.h"
#include "options.h"
#include "shapes.h"
#include "values.h"

namespace driveproof {

/** Why a call throws: the code and the message of its Error. */
struct Refusal {
  const char* code;
  std::string message;
};
using MaybeRefused = std::optional<Refusal>;

inline MaybeRefused refused_if(bool refused, const char* code, const std::string& message) {
  return refused ? MaybeRefused({code, message}) : std::nullopt;
}

inline MaybeRefused wrong_if(bool wrong, const std::string& message) {
  return refused_if(wrong, kInvalidArgument, message);
}

/** The first that is there. */
template <typename... More>
MaybeRefused first_of(const MaybeRefused& first, const More&... more) {
  if constexpr (sizeof...(more) > 0) {
    return first ? first : first_of(more...);
  }
  return first;
}

/** Why a promise is rejected: a fault; without one a stop, with the message of its Error. */
struct Rejection {
  std::optional<Fault> fault;
  const char* stopped = nullptr;
};
using MaybeRejected = std::optional<Rejection>;

inline MaybeRejected rejected_by(const std::optional<Fault>& fault) {
  return fault ? MaybeRejected(Rejection{fault}) : std::nullopt;
}

/** What one kind of session adds to its object. These defaults refuse nothing. */
struct SessionRules {
  /** Whether a call is refused before its arguments are read. */
  template <typename Request>
  MaybeRefused before() const {
    return std::nullopt;
  }

  /** Whether a task is refused with these arguments; otherwise it starts. */
  template <typename Request>
  MaybeRefused admit(const Request&) const {
    return std::nullopt;
  }

  /**
   * Whether the promise is rejected; otherwise it resolves with the outcome: also with a fault, if
   * the outcome says how the task ended.
   */
  template <typename Outcome>
  MaybeRejected after(const Outcome& outcome) const {
    if constexpr (requires { outcome.refusal; }) {
      return rejected_by(outcome.refusal);
    } else if constexpr (requires { outcome.ended_by; }) {
      return std::nullopt;
    } else {
      return rejected_by(outcome.fault);
    }
  }

 protected:
  /** before() of a session that is prepared once, and whose other calls need that. */
  static MaybeRefused in_order(bool prepares, bool prepared, const char* again, const char* early) {
    return prepares ? refused_if(prepared, "ERR_SESSION_PREPARED", again)
                    : refused_if(!prepared, "ERR_SESSION_NOT_PREPARED", early);
  }

  /** after() of a task that resolves only if it is complete. */
  template <typename Outcome>
  static MaybeRejected unless_complete(const Outcome& outcome, const char* stopped) {
    const bool is_complete = outcome.ended_by == EndedBy::kComplete;
    return is_complete ? std::nullopt : MaybeRejected(Rejection{outcome.fault, stopped});
  }
};

/**
 * The JavaScript object of a session: one promise at a time, outcomes that come back from the
 * session's thread, and an end that need not be awaited. `Rules` is a SessionRules with `Tasks`,
 * the worker of its TaskThread.
 *
 * Everything here runs on the JavaScript thread, except the listener, which only puts the outcome
 * into the thread-safe function's queue.
 *
 * A pending task keeps the object and the event loop alive. Without one the object may be collected
 * and the process may end; both stop and join the session's thread first.
 */
template <typename Rules>
class TaskObject : public Napi::ObjectWrap<TaskObject<Rules>> {
  using Wrap = Napi::ObjectWrap<TaskObject>;
  using Session = TaskThread<typename Rules::Tasks>;
  using Outcome = typename Session::Outcome;
  using Tell = MaybeRefused(const Napi::Value& argument, typename Session::Progress* progress);

 public:
  using Method = typename Wrap::PropertyDescriptor;

  /** The class; `methods` are those that other kinds of session lack. */
  static Napi::Function define(Napi::Env env, const char* name, std::vector<Method> methods) {
    methods.push_back(Wrap::InstanceMethod("snapshot", &TaskObject::snapshot));
    methods.push_back(Wrap::InstanceMethod("stop", &TaskObject::stop));
    methods.push_back(Wrap::InstanceMethod("close", &TaskObject::close));
    return Wrap::DefineClass(env, name, methods);
  }

  /** Starts a task. Its argument is an object of options if the request has a table. */
  template <typename Request>
  static Method starts(const char* name) {
    return Wrap::InstanceMethod(name, &TaskObject::template start<Request>, napi_default,
                                const_cast<char*>(name));
  }

  /** Hands the argument to the running task; there is no progress once the session has ended. */
  template <Tell* kTell>
  static Method tells(const char* name) {
    return Wrap::InstanceMethod(name, &TaskObject::template tell<kTell>);
  }

  explicit TaskObject(const Napi::CallbackInfo& info) : Wrap(info) {
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
    if (const auto& refusal = session_->refusal()) {
      fault_error(info.Env(), *refusal).ThrowAsJavaScriptException();
      end_session();
      return;
    }
    // Cleanup hooks run in reverse order. Ours is registered after the channel and so runs before
    // the channel's, which the session's thread may use until then.
    napi_add_env_cleanup_hook(info.Env(), on_environment_cleanup, this);
  }

  ~TaskObject() override {
    if (session_) {
      napi_remove_env_cleanup_hook(this->Env(), on_environment_cleanup, this);
      end_session();
    }
  }

 private:
  template <typename Request>
  Napi::Value start(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    Request request{};
    if (!is_free(env) || throws(env, rules_.template before<Request>()) ||
        !read_options(info, static_cast<const char*>(info.Data()), request) ||
        throws(env, rules_.admit(request))) {
      return {};
    }
    pending_ = Napi::Promise::Deferred::New(env);
    hold();
    session_->hand_in(std::move(request));
    return pending_->Promise();
  }

  template <Tell* kTell>
  Napi::Value tell(const Napi::CallbackInfo& info) {
    throws(info.Env(), kTell(info[0], session_ ? &session_->progress() : nullptr));
    return info.Env().Undefined();
  }

  Napi::Value snapshot(const Napi::CallbackInfo& info) {
    return is_open(info.Env()) ? to_value(info.Env(), session_->snapshot()) : Napi::Value();
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

  /** Leaves an Error pending for a refusal. */
  static bool throws(Napi::Env env, const MaybeRefused& refusal) {
    if (refusal) {
      coded_error(env, refusal->code, refusal->message).ThrowAsJavaScriptException();
    }
    return refusal.has_value();
  }

  /** Whether the session takes calls. If not, an Error is pending. */
  bool is_open(Napi::Env env) {
    const bool open = !closed_ && session_;
    return open || !throws(env, Refusal{"ERR_SESSION_CLOSED", "the session is closed"});
  }

  /** Whether a task may be started. If not, an Error is pending. */
  bool is_free(Napi::Env env) {
    constexpr const char* kBusy = "another task of this session is still running";
    return is_open(env) && !(pending_ && throws(env, Refusal{"ERR_SESSION_BUSY", kBusy}));
  }

  static void deliver(Napi::Env env, Napi::Function, TaskObject* self, Outcome* outcome) {
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
  using Channel = Napi::TypedThreadSafeFunction<TaskObject, Outcome, deliver>;

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

  template <typename Result>
  void settle(Napi::Env env, const Napi::Promise::Deferred& promise, const Result& result) {
    const MaybeRejected rejection = rules_.after(result);
    if (!rejection) {
      promise.Resolve(to_value(env, result));
    } else if (rejection->fault) {
      promise.Reject(fault_error(env, *rejection->fault).Value());
    } else {
      promise.Reject(coded_error(env, "ABORTED", rejection->stopped).Value());
    }
  }

  void settle_close(Napi::Env env, const CloseOutcome& outcome) {
    closed_with_ = outcome;
    napi_remove_env_cleanup_hook(env, on_environment_cleanup, this);
    let_go();
    end_session();  // the thread has delivered its last outcome; this only joins it
    for (const auto& closing : std::exchange(closing_, {})) {
      settle_closing(env, closing);
    }
  }

  void settle_closing(Napi::Env env, const Napi::Promise::Deferred& closing) const {
    if (closed_with_.fault) {
      const Napi::Error error = fault_error(env, *closed_with_.fault);
      error.Value().Set("folders", to_value(env, closed_with_.folders));
      closing.Reject(error.Value());
    } else {
      closing.Resolve(env.Undefined());
    }
  }

  Rules rules_;
  Channel channel_;
  std::unique_ptr<Session> session_;  // empty once it has ended
  std::optional<Napi::Promise::Deferred> pending_;
  std::vector<Napi::Promise::Deferred> closing_;
  CloseOutcome closed_with_;
  bool closed_ = false;
};

}  // namespace driveproof
