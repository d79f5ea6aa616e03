#pragma once

#include <napi.h>

#include "../power-cut/session.h"
#include "task_object.h"

namespace driveproof {

/** The JavaScript object of one PowerCutSession. */
class PowerCutSessionObject : public TaskObject<PowerCutSessionObject, power_cut::PowerCutSession> {
 public:
  static Napi::Function define(Napi::Env env);

  explicit PowerCutSessionObject(const Napi::CallbackInfo& info) : TaskObject(info) {}

 private:
  friend TaskObject;

  Napi::Value prepare(const Napi::CallbackInfo& info);
  Napi::Value run(const Napi::CallbackInfo& info);
  Napi::Value read_back(const Napi::CallbackInfo& info);
  Napi::Value set_witnessed(const Napi::CallbackInfo& info);

  void settle(Napi::Env env, const Promise& promise, const power_cut::PrepareOutcome& outcome);
  void settle(Napi::Env env, const Promise& promise, const power_cut::RunOutcome& outcome);
  void settle(Napi::Env env, const Promise& promise, const power_cut::ReadBackOutcome& outcome);

  enum class Stage { kNew, kPrepared, kRun };
  Stage stage_ = Stage::kNew;
  bool usable_ = false;  // at least one of the prepared modes was not refused
};

}  // namespace driveproof
