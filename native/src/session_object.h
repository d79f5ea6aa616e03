#pragma once

#include <napi.h>

#include <memory>
#include <optional>
#include <vector>

#include "arguments.h"
#include "engine/session.h"

namespace driveproof {

/**
 * The JavaScript face of one Session. Everything in here runs on the JavaScript thread, except
 * the listener, which only puts the outcome into the thread-safe function's queue.
 *
 * While a task is pending the object holds itself and the event loop alive. Without one it may be
 * collected, and the process may end: both stop and join the session's thread first.
 */
class SessionObject : public Napi::ObjectWrap<SessionObject> {
 public:
  static Napi::Function define(Napi::Env env);

  explicit SessionObject(const Napi::CallbackInfo& info);
  ~SessionObject() override;

 private:
  static void deliver(Napi::Env env, Napi::Function callback, SessionObject* self,
                      Outcome* outcome);
  using Channel = Napi::TypedThreadSafeFunction<SessionObject, Outcome, deliver>;

  Napi::Value prepare(const Napi::CallbackInfo& info);
  Napi::Value measure(const Napi::CallbackInfo& info);
  Napi::Value sequential(const Napi::CallbackInfo& info);
  Napi::Value drain(const Napi::CallbackInfo& info);
  Napi::Value verify(const Napi::CallbackInfo& info);
  Napi::Value snapshot(const Napi::CallbackInfo& info);
  Napi::Value stop(const Napi::CallbackInfo& info);
  Napi::Value close(const Napi::CallbackInfo& info);

  bool may_start(Napi::Env env, bool needs_file);
  bool may_write(Napi::Env env, std::size_t mode);
  bool needs_content(Napi::Env env);
  Napi::Value start(Napi::Env env, Request request);
  void hold();
  void let_go();
  void end_session();
  static void on_environment_cleanup(void* self);

  void settle(Napi::Env env, const PrepareOutcome& outcome);
  void settle(Napi::Env env, const MeasureOutcome& outcome);
  void settle(Napi::Env env, const SequentialOutcome& outcome);
  void settle(Napi::Env env, const DrainOutcome& outcome);
  void settle(Napi::Env env, const VerifyOutcome& outcome);
  void settle(Napi::Env env, const CloseOutcome& outcome);
  void settle_closing(Napi::Env env, const Napi::Promise::Deferred& closing) const;

  Channel channel_;
  std::unique_ptr<Session> session_;  // empty once it has ended
  std::optional<Napi::Promise::Deferred> pending_;
  std::vector<Napi::Promise::Deferred> closing_;
  std::optional<Fault> close_fault_;
  std::vector<bool> refused_;  // per mode of this system; filled by a successful prepare()
  FileShape shape_;
  bool prepared_ = false;
  bool has_content_ = false;  // known to verify(): not in an empty file, nor after an append
  bool faulted_ = false;
  bool closed_ = false;
};

}  // namespace driveproof
