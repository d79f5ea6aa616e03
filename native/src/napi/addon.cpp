// The exports of driveproof.node.

#include <napi.h>

#include "capacity_session_object.h"
#include "commit_session_object.h"
#include "document_session_object.h"
#include "functions.h"
#include "parallel_session_object.h"
#include "power_cut_session_object.h"
#include "results.h"
#include "session_object.h"

namespace driveproof {

namespace {

/** One per environment: the main thread or a worker. */
struct EnvironmentData {
  Napi::FunctionReference session;
  Napi::FunctionReference commit_session;
  Napi::FunctionReference capacity_session;
  Napi::FunctionReference document_session;
  Napi::FunctionReference parallel_session;
  Napi::FunctionReference power_cut_session;
};

Napi::Value open_session(const Napi::CallbackInfo& info) {
  return info.Env().GetInstanceData<EnvironmentData>()->session.New({});
}

Napi::Value open_commit_session(const Napi::CallbackInfo& info) {
  return info.Env().GetInstanceData<EnvironmentData>()->commit_session.New({});
}

Napi::Value open_document_session(const Napi::CallbackInfo& info) {
  return info.Env().GetInstanceData<EnvironmentData>()->document_session.New({});
}

Napi::Value open_parallel_session(const Napi::CallbackInfo& info) {
  return info.Env().GetInstanceData<EnvironmentData>()->parallel_session.New({});
}

Napi::Value open_capacity_session(const Napi::CallbackInfo& info) {
  return info.Env().GetInstanceData<EnvironmentData>()->capacity_session.New({});
}

Napi::Value open_power_cut_session(const Napi::CallbackInfo& info) {
  return info.Env().GetInstanceData<EnvironmentData>()->power_cut_session.New({});
}

Napi::Object initialize(Napi::Env env, Napi::Object exports) {
  auto data = std::make_unique<EnvironmentData>();
  data->session = Napi::Persistent(SessionObject::define(env));
  data->commit_session = Napi::Persistent(CommitSessionObject::define(env));
  data->document_session = Napi::Persistent(DocumentSessionObject::define(env));
  data->parallel_session = Napi::Persistent(ParallelSessionObject::define(env));
  data->capacity_session = Napi::Persistent(CapacitySessionObject::define(env));
  data->power_cut_session = Napi::Persistent(PowerCutSessionObject::define(env));
  env.SetInstanceData(data.release());
  exports.Set("version", DRIVEPROOF_VERSION);
  exports.Set("modes", modes_to_js(env));
  exports.Set("openSession", Napi::Function::New<open_session>(env, "openSession"));
  exports.Set("commitVariants", commit_variants_to_js(env));
  exports.Set("openCommitSession",
              Napi::Function::New<open_commit_session>(env, "openCommitSession"));
  exports.Set("documentWays", document_ways_to_js(env));
  exports.Set("openDocumentSession",
              Napi::Function::New<open_document_session>(env, "openDocumentSession"));
  exports.Set("openParallelSession",
              Napi::Function::New<open_parallel_session>(env, "openParallelSession"));
  exports.Set("openCapacitySession",
              Napi::Function::New<open_capacity_session>(env, "openCapacitySession"));
  exports.Set("openPowerCutSession",
              Napi::Function::New<open_power_cut_session>(env, "openPowerCutSession"));
  exports.Set("readHealthPages",
              Napi::Function::New<read_health_pages>(env, "readHealthPages"));
  exports.Set("listVolumes", Napi::Function::New<list_volumes>(env, "listVolumes"));
  exports.Set("readVolume", Napi::Function::New<read_volume>(env, "readVolume"));
  exports.Set("removeLeftovers",
              Napi::Function::New<remove_leftovers>(env, "removeLeftovers"));
  exports.Set("sleptNs", Napi::Function::New<slept_ns>(env, "sleptNs"));
  exports.Set("tryLock", Napi::Function::New<try_lock>(env, "tryLock"));
  exports.Set("removePowerCutTest",
              Napi::Function::New<remove_power_cut_test>(env, "removePowerCutTest"));
  return exports;
}

}  // namespace

}  // namespace driveproof

static Napi::Object initialize_addon(Napi::Env env, Napi::Object exports) {
  return driveproof::initialize(env, exports);
}

NODE_API_MODULE(driveproof, initialize_addon)
