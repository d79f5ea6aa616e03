#pragma once

#include <napi.h>

#include "plug/plug_session.h"
#include "plug_results.h"
#include "task_object.h"

namespace driveproof {

/** The JavaScript face of one PlugSession. */
class PlugSessionObject : public TaskObject<PlugSessionObject, plug::PlugSession> {
 public:
  static Napi::Function define(Napi::Env env);

  explicit PlugSessionObject(const Napi::CallbackInfo& info) : TaskObject(info) {}

 private:
  friend TaskObject;

  Napi::Value prepare(const Napi::CallbackInfo& info);
  Napi::Value run(const Napi::CallbackInfo& info);
  Napi::Value read_back(const Napi::CallbackInfo& info);
  Napi::Value set_witnessed(const Napi::CallbackInfo& info);

  void settle(Napi::Env env, const plug::PrepareOutcome& outcome);
  void settle(Napi::Env env, const plug::RunOutcome& outcome);
  void settle(Napi::Env env, const plug::ReadBackOutcome& outcome);

  enum class Stage { kNew, kPrepared, kRun };
  Stage stage_ = Stage::kNew;
  bool usable_ = false;  // at least one of the prepared modes was not refused
};

}  // namespace driveproof
