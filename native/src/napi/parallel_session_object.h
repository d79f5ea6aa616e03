#pragma once

#include <cstddef>
#include <vector>

#include "../engine/parallel_tasks.h"
#include "task_object.h"

namespace driveproof {

/** The JavaScript object of one ParallelSession. See TaskObject for the threads. */
class ParallelSessionObject : public TaskObject<ParallelSessionObject, ParallelSession> {
 public:
  static Napi::Function define(Napi::Env env);

  explicit ParallelSessionObject(const Napi::CallbackInfo& info) : TaskObject(info) {}

 private:
  friend TaskObject;

  Napi::Value prepare(const Napi::CallbackInfo& info);
  Napi::Value measure(const Napi::CallbackInfo& info);
  Napi::Value drain(const Napi::CallbackInfo& info);
  Napi::Value verify(const Napi::CallbackInfo& info);

  bool may_start(Napi::Env env, bool needs_files);
  bool may_write(Napi::Env env, std::size_t mode);

  void settle(Napi::Env env, const Promise& promise, const PrepareOutcome& outcome);
  void settle(Napi::Env env, const Promise& promise, const MeasureTogetherOutcome& outcome);
  void settle(Napi::Env env, const Promise& promise, const DrainOutcome& outcome);
  void settle(Napi::Env env, const Promise& promise, const VerifyOutcome& outcome);

  std::vector<bool> refused_;  // per mode of this system; filled by a successful prepare()
  std::size_t files_ = 0;
  bool prepared_ = false;
  bool faulted_ = false;
};

}  // namespace driveproof
