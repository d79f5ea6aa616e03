#pragma once

#include "../databases/commit_session.h"
#include "task_object.h"

namespace driveproof {

/** The JavaScript object of one CommitSession. See TaskObject for the threads. */
class CommitSessionObject : public TaskObject<CommitSessionObject, CommitSession> {
 public:
  static Napi::Function define(Napi::Env env);

  explicit CommitSessionObject(const Napi::CallbackInfo& info) : TaskObject(info) {}

 private:
  friend TaskObject;

  Napi::Value run(const Napi::CallbackInfo& info);
  void settle(Napi::Env env, const Promise& promise, const CommitOutcome& outcome);
};

}  // namespace driveproof
