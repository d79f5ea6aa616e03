#pragma once

#include "../engine/capacity_session.h"
#include "task_object.h"

namespace driveproof {

/** The JavaScript object of one CapacitySession. See TaskObject for the threads. */
class CapacitySessionObject : public TaskObject<CapacitySessionObject, CapacitySession> {
 public:
  static Napi::Function define(Napi::Env env);

  explicit CapacitySessionObject(const Napi::CallbackInfo& info) : TaskObject(info) {}

 private:
  friend TaskObject;

  Napi::Value prepare(const Napi::CallbackInfo& info);
  Napi::Value fill(const Napi::CallbackInfo& info);
  Napi::Value rewrite(const Napi::CallbackInfo& info);
  Napi::Value read(const Napi::CallbackInfo& info);
  Napi::Value hash_of(const Napi::CallbackInfo& info);
  Napi::Value remove(const Napi::CallbackInfo& info);

  bool may_start(Napi::Env env, bool needs_folder);

  void settle(Napi::Env env, const Promise& promise, const CapacityPrepareOutcome& outcome);
  void settle(Napi::Env env, const Promise& promise, const CapacityWriteOutcome& outcome);
  void settle(Napi::Env env, const Promise& promise, const CapacityReadOutcome& outcome);
  void settle(Napi::Env env, const Promise& promise, const CapacityHashOutcome& outcome);
  void settle(Napi::Env env, const Promise& promise, const CapacityRemoveOutcome& outcome);

  bool prepared_ = false;
  bool filled_ = false;
  bool removed_ = false;
};

}  // namespace driveproof
