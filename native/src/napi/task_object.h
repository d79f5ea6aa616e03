#pragma once

#include <memory>
#include <utility>

#include "../engine/task_thread.h"
#include "options.h"
#include "shapes.h"

namespace driveproof {

enum class When {
  kFirst,    // the first call; again only after a failure
  kThen,     // only after the first call has succeeded
  kLast,     // as kThen, and ends the calls of both kinds
  kAnytime,  // at any time
};

template <typename Request, When kWhen = When::kThen>
struct Starts {
  const char* name;
};

/**
 * The Worker of a session's TaskThread, and the type of the request that has to come first, if
 * there is one. A struct of rules also has
 *   - kMethods: a tuple of Starts<Request, When>{"name"}, whose argument is an object of options
 *     unless the request is empty,
 *   - MaybeFault admit(Request&), if a task may be refused,
 *   - kTell, the name and the function of Progress that passes the running task a number.
 */
template <typename Worker, typename FirstRequest = std::monostate>
struct SessionRules {
  using Tasks = Worker;
  FirstRequest prepared;  // as admitted

  /**
   * The fault that rejects the promise. If there is none, the promise resolves with the outcome,
   * even if that contains a fault: the outcome then says how the task ended.
   */
  template <typename Outcome>
  MaybeFault after(const Outcome& outcome) const {
    if constexpr (requires { outcome.refusal; }) {
      return outcome.refusal;
    } else if constexpr (requires { outcome.ended_by; }) {
      return std::nullopt;
    } else {
      return outcome.fault;
    }
  }
};

/** The fault that rejects the promise of a task that was not completed; for after(). */
inline MaybeFault unless_complete(EndedBy ended_by, const MaybeFault& fault = std::nullopt) {
  return ended_by == EndedBy::kComplete
             ? std::nullopt
             : first_of(fault, refused_if(true, "ABORTED", "stopped before the end"));
}

/**
 * The JavaScript object of a session: one promise at a time, outcomes that come back from the
 * session's thread, and an end that need not be awaited.
 *
 * Everything but the listener, which only queues the outcome, runs on the JavaScript thread.
 *
 * A pending task keeps the object and the event loop alive. If none is pending, the object may be
 * collected and the process may end; both stop and join the session's thread first.
 */
template <typename Rules>
class TaskObject : public Napi::ObjectWrap<TaskObject<Rules>> {
  using Wrap = Napi::ObjectWrap<TaskObject>;
  using Session = TaskThread<typename Rules::Tasks>;
  using Outcome = typename Session::Outcome;

 public:
  /** Defines the class for each object again, so that none must be kept per environment. */
  static Napi::Value open(const Napi::CallbackInfo& info) {
    std::vector<typename Wrap::PropertyDescriptor> methods;
    const auto add = [&](const char* name, auto method) {
      methods.push_back(
          Wrap::InstanceMethod(name, method, napi_default, const_cast<char*>(name)));
    };
    add("snapshot", &TaskObject::snapshot);
    add("stop", &TaskObject::stop);
    add("close", &TaskObject::close);
    if constexpr (requires { Rules::kTell; }) {
      add(Rules::kTell.first, &TaskObject::tell);
    }
    const auto add_start = [&]<typename Request, When kWhen>(Starts<Request, kWhen> method) {
      add(method.name, &TaskObject::template start<Request, kWhen>);
    };
    std::apply([&](const auto&... each) { (add_start(each), ...); }, Rules::kMethods);
    return Wrap::DefineClass(info.Env(), "Session", methods).New({});
  }

  explicit TaskObject(const Napi::CallbackInfo& info) : Wrap(info) {
    // The queue is unbounded but short: one outcome per promise, and one for close().
    channel_ = Channel::New(info.Env(), "driveproof.session", 0, 1, this);
    if (info.Env().IsExceptionPending()) {
      return;
    }
    channel_.Unref(info.Env());
    session_ = std::make_unique<Session>([channel = channel_](Outcome outcome) {
      // The session's thread calls this listener.
      auto delivery = std::make_unique<Outcome>(std::move(outcome));
      if (channel.NonBlockingCall(delivery.get()) == napi_ok) {
        delivery.release();  // deliver() deletes it
      }
    });
    if (throws(info.Env(), session_->refusal())) {
      end_session();
      return;
    }
    // Cleanup hooks run in reverse order: this one, registered after the channel's, ends the
    // session before the channel closes, because the session's thread uses the channel.
    napi_add_env_cleanup_hook(info.Env(), on_environment_cleanup, this);
  }

  ~TaskObject() override {
    if (session_) {
      napi_remove_env_cleanup_hook(this->Env(), on_environment_cleanup, this);
      end_session();
    }
  }

 private:
  enum class Stage { kNew, kPrepared, kOver };

  template <typename Request, When kWhen>
  Napi::Value start(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    Request request{};
    if (throws(env, if_out_of_order(kWhen)) || !read_argument(info, request) ||
        throws(env, admit(request))) {
      return {};
    }
    pending_ = Napi::Promise::Deferred::New(env);
    is_preparing_ = kWhen == When::kFirst;
    if constexpr (kWhen == When::kFirst) {
      rules_.prepared = request;
    }
    stage_ = kWhen == When::kLast ? Stage::kOver : stage_;
    hold();
    session_->hand_in(std::move(request));
    return pending_->Promise();
  }

  Napi::Value tell(const Napi::CallbackInfo& info) {
    std::uint64_t number = 0;
    if (read_argument(info, number) && session_) {
      std::invoke(Rules::kTell.second, session_->progress(), number);
    }
    return info.Env().Undefined();
  }

  Napi::Value snapshot(const Napi::CallbackInfo& info) {
    return throws(info.Env(), if_closed()) ? Napi::Value()
                                           : to_value(info.Env(), session_->snapshot());
  }

  Napi::Value stop(const Napi::CallbackInfo& info) {
    if (session_) {
      session_->stop();
    }
    return info.Env().Undefined();
  }

  Napi::Value close(const Napi::CallbackInfo& info) {
    if (!closing_) {
      closing_ = Napi::Promise::Deferred::New(info.Env());
      closed_ = Napi::Persistent<Napi::Object>(closing_->Promise());
      hold();
      session_->close();
    }
    return closed_.Value();
  }

  MaybeFault if_closed() const {
    return refused_if(closing_.has_value(), "ERR_SESSION_CLOSED", "the session is closed");
  }

  MaybeFault if_out_of_order(When when) const {
    const bool is_later = when == When::kThen || when == When::kLast;
    return first_of(if_closed(),
                    refused_if(pending_.has_value(), "ERR_SESSION_BUSY",
                               "another task of this session is still running"),
                    refused_if(when == When::kFirst && stage_ != Stage::kNew,
                               "ERR_SESSION_PREPARED", "this session is prepared already"),
                    refused_if(is_later && stage_ == Stage::kNew, "ERR_SESSION_NOT_PREPARED",
                               "this session is not prepared"),
                    refused_if(is_later && stage_ == Stage::kOver, "ERR_SESSION_OVER",
                               "the files of this session are finished"));
  }

  template <typename Request>
  MaybeFault admit(Request& request) {
    if constexpr (requires { rules_.admit(request); }) {
      return rules_.admit(request);
    }
    return std::nullopt;
  }

  static void deliver(Napi::Env env, Napi::Function, TaskObject* self, Outcome* outcome) {
    const std::unique_ptr<Outcome> owned(outcome);
    if (napi_env(env) == nullptr) {
      return;  // the environment or the session has ended; self may be gone
    }
    std::visit([&](const auto& result) { self->finish(result); }, *owned);
  }
  using Channel = Napi::TypedThreadSafeFunction<TaskObject, Outcome, deliver>;

  static void on_environment_cleanup(void* self) { static_cast<TaskObject*>(self)->end_session(); }

  void end_session() {
    session_.reset();  // stops, joins, removes what it made
    // Aborts the channel, so that outcomes still in the queue are deleted and not delivered.
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
  void finish(const Result& result) {
    const MaybeFault refusal = rules_.after(result);
    stage_ = is_preparing_ && !refusal ? Stage::kPrepared : stage_;
    settle(*std::exchange(pending_, std::nullopt), refusal, result);
    let_go();
  }

  void finish(const CloseOutcome& outcome) {
    const Napi::Env env = this->Env();
    napi_remove_env_cleanup_hook(env, on_environment_cleanup, this);
    let_go();
    end_session();  // the thread has delivered its last outcome; this only joins it
    if (!outcome.fault) {
      closing_->Resolve(env.Undefined());
      return;
    }
    const Napi::Error error = error_of(env, *outcome.fault);
    error.Value().Set("folders", to_value(env, outcome.folders));
    closing_->Reject(error.Value());
  }

  Rules rules_{};
  Stage stage_ = Stage::kNew;
  Channel channel_;
  std::unique_ptr<Session> session_;  // empty once it has ended
  std::optional<Napi::Promise::Deferred> pending_;
  bool is_preparing_ = false;  // the pending task is the session's first call
  std::optional<Napi::Promise::Deferred> closing_;
  Napi::ObjectReference closed_;  // the promise of closing_
};

}  // namespace driveproof
