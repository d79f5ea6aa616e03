#include "commit_session_object.h"

#include "../databases/commit_variants.h"
#include "arguments.h"
#include "values.h"

namespace driveproof {

Napi::Function CommitSessionObject::define(Napi::Env env) {
  return DefineClass(env, "CommitSession",
                     {InstanceMethod("run", &CommitSessionObject::run),
                      InstanceMethod("snapshot", &CommitSessionObject::snapshot),
                      InstanceMethod("stop", &CommitSessionObject::stop),
                      InstanceMethod("close", &CommitSessionObject::close)});
}

Napi::Value CommitSessionObject::run(const Napi::CallbackInfo& info) {
  if (!is_free(info.Env())) {
    return {};
  }
  auto request = parse_commit(info);
  if (!request) {
    return {};
  }
  if (const char* refusal = commit_variants()[request->variant].refusal) {
    refuse(info.Env(), "ERR_VARIANT_UNAVAILABLE", refusal);
    return {};
  }
  return start(info.Env(), *std::move(request));
}

void CommitSessionObject::settle(Napi::Env env, const Promise& promise,
                                 const CommitOutcome& outcome) {
  if (outcome.fault && !outcome.made) {
    return reject(env, promise, *outcome.fault);
  }
  promise.Resolve(to_js(env, outcome));
}

}  // namespace driveproof
