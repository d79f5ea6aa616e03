#pragma once

#include <napi.h>

#include <vector>

#include "../engine/session.h"
#include "arguments.h"
#include "task_object.h"

namespace driveproof {

/** The JavaScript object of one Session. See TaskObject for the threads. */
class SessionObject : public TaskObject<SessionObject, Session> {
 public:
  static Napi::Function define(Napi::Env env);

  explicit SessionObject(const Napi::CallbackInfo& info) : TaskObject(info) {}

 private:
  friend TaskObject;

  Napi::Value prepare(const Napi::CallbackInfo& info);
  Napi::Value measure(const Napi::CallbackInfo& info);
  Napi::Value sequential(const Napi::CallbackInfo& info);
  Napi::Value concurrent(const Napi::CallbackInfo& info);
  Napi::Value empty(const Napi::CallbackInfo& info);
  Napi::Value refill(const Napi::CallbackInfo& info);
  Napi::Value drain(const Napi::CallbackInfo& info);
  Napi::Value verify(const Napi::CallbackInfo& info);

  bool may_start(Napi::Env env, bool needs_file);
  bool is_sound(Napi::Env env);
  bool may_write(Napi::Env env, std::size_t mode);
  bool needs_content(Napi::Env env);

  void settle(Napi::Env env, const Promise& promise, const PrepareOutcome& outcome);
  void settle(Napi::Env env, const Promise& promise, const MeasureOutcome& outcome);
  void settle(Napi::Env env, const Promise& promise, const SequentialOutcome& outcome);
  void settle(Napi::Env env, const Promise& promise, const ConcurrentOutcome& outcome);
  void settle(Napi::Env env, const Promise& promise, const EmptyOutcome& outcome);
  void settle(Napi::Env env, const Promise& promise, const RefillOutcome& outcome);
  void settle(Napi::Env env, const Promise& promise, const DrainOutcome& outcome);
  void settle(Napi::Env env, const Promise& promise, const VerifyOutcome& outcome);

  template <typename Counted>
  void settle_unless_refused(Napi::Env env, const Promise& promise, const Counted& outcome);

  std::vector<bool> refused_;  // per mode of this system; filled by a successful prepare()
  FileShape shape_;
  bool prepared_ = false;
  bool has_content_ = false;  // known to verify(): not in an empty file, nor after an append
  bool faulted_ = false;
};

}  // namespace driveproof
