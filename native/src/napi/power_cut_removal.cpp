#include "power_cut_removal.h"

#include <utility>

#include "../power-cut/removal.h"
#include "options.h"
#include "values.h"

namespace driveproof {

namespace {

/** Execute() runs on a thread of the pool, because a drive may hang; the rest on JavaScript's. */
class PowerCutRemoval : public Napi::AsyncWorker {
 public:
  PowerCutRemoval(Napi::Env env, power_cut::RemovalRequest request)
      : Napi::AsyncWorker(env),
        promise_(Napi::Promise::Deferred::New(env)),
        request_(std::move(request)) {}

  Napi::Promise promise() const { return promise_.Promise(); }

 protected:
  void Execute() override { fault_ = power_cut::remove_test(request_, gone_); }

  void OnOK() override {
    const Napi::Env env = Env();
    if (fault_) {
      promise_.Reject(fault_error(env, *fault_).Value());
    } else {
      promise_.Resolve(Napi::Boolean::New(env, gone_));
    }
  }

 private:
  Napi::Promise::Deferred promise_;
  const power_cut::RemovalRequest request_;
  bool gone_ = false;
  std::optional<platform::Fault> fault_;
};

}  // namespace

Napi::Value remove_power_cut_test(const Napi::CallbackInfo& info) {
  Options options(info, "removePowerCutTest()");
  power_cut::RemovalRequest request;
  request.folder = options.text("folder");
  request.mode_names = options.names("modeNames");
  request.test_id = options.text_or_none("testId");
  request.run = options.optional_integer("run", 1).value_or(0);
  if (!options.ok()) {
    return info.Env().Undefined();
  }
  // Deletes itself when it is done.
  auto* const removal = new PowerCutRemoval(info.Env(), std::move(request));
  removal->Queue();
  return removal->promise();
}

}  // namespace driveproof
