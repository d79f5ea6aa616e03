#include "leftover_sweep.h"

#include <string>
#include <utility>
#include <vector>

#include "../databases/commit_variants.h"
#include "../platform/leftovers.h"
#include "values.h"

namespace driveproof {

namespace {

/** Execute() runs on a thread of the pool, because a drive may hang; the rest on JavaScript's. */
class LeftoverSweep : public Napi::AsyncWorker {
 public:
  LeftoverSweep(Napi::Env env, std::string directory)
      : Napi::AsyncWorker(env),
        promise_(Napi::Promise::Deferred::New(env)),
        directory_(std::move(directory)) {}

  Napi::Promise promise() const { return promise_.Promise(); }

 protected:
  void Execute() override {
    fault_ = platform::remove_leftovers(directory_, database_file_names(), leftovers_);
  }

  void OnOK() override {
    const Napi::Env env = Env();
    if (fault_) {
      promise_.Reject(fault_error(env, *fault_).Value());
      return;
    }
    promise_.Resolve(array(env, leftovers_, [&](const platform::Leftover& leftover) {
      Napi::Object entry = Napi::Object::New(env);
      entry.Set("name", leftover.name);
      entry.Set("held", leftover.held);
      entry.Set("fault", fault_or_null(env, leftover.fault));
      return entry;
    }));
  }

 private:
  Napi::Promise::Deferred promise_;
  const std::string directory_;
  std::vector<platform::Leftover> leftovers_;
  std::optional<platform::Fault> fault_;
};

}  // namespace

Napi::Value remove_leftovers(const Napi::CallbackInfo& info) {
  if (!info[0].IsString()) {
    invalid_argument(info.Env(), "the folder must be a string").ThrowAsJavaScriptException();
    return info.Env().Undefined();
  }
  // Deletes itself when it is done.
  auto* const sweep = new LeftoverSweep(info.Env(), info[0].As<Napi::String>());
  sweep->Queue();
  return sweep->promise();
}

}  // namespace driveproof
