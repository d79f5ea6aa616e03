// The exports of driveproof.node, see NativeEngine in native/index.ts.

#include <napi.h>

#include <cstddef>
#include <iterator>

#include "exports.h"

namespace driveproof {

namespace {

constexpr struct {
  const char* name;
  Napi::Function (*define)(Napi::Env);  // the class of the session it opens
} openers[] = {
    {"openSession", define_session},
    {"openCommitSession", define_commit_session},
    {"openDocumentSession", define_document_session},
    {"openParallelSession", define_parallel_session},
    {"openCapacitySession", define_capacity_session},
    {"openPowerCutSession", define_power_cut_session},
};

constexpr struct {
  const char* name;
  Napi::Value (*call)(const Napi::CallbackInfo&);
} functions[] = {
    {"readHealthPages", read_health_pages}, {"listVolumes", list_volumes},
    {"readVolume", read_volume},            {"removeLeftovers", remove_leftovers},
    {"sleptNs", slept_ns},                  {"tryLock", try_lock},
    {"removePowerCutTest", remove_power_cut_test},
};

/** The classes; one set per environment: the main thread or a worker. */
struct Classes {
  Napi::FunctionReference of[std::size(openers)];
};

Napi::Value open(const Napi::CallbackInfo& info) {
  return static_cast<Napi::FunctionReference*>(info.Data())->New({});
}

Napi::Object initialize(Napi::Env env, Napi::Object exports) {
  auto* const classes = new Classes;
  env.SetInstanceData(classes);  // deletes them with the environment
  for (std::size_t index = 0; index < std::size(openers); ++index) {
    const auto& [name, define] = openers[index];
    classes->of[index] = Napi::Persistent(define(env));
    exports.Set(name, Napi::Function::New<open>(env, name, &classes->of[index]));
  }
  for (const auto& [name, call] : functions) {
    exports.Set(name, Napi::Function::New(env, call, name));
  }
  exports.Set("version", DRIVEPROOF_VERSION);
  exports.Set("modes", list_modes(env));
  exports.Set("commitVariants", list_commit_variants(env));
  exports.Set("documentWays", list_document_ways(env));
  return exports;
}

}  // namespace

}  // namespace driveproof

static Napi::Object initialize_addon(Napi::Env env, Napi::Object exports) {
  return driveproof::initialize(env, exports);
}

NODE_API_MODULE(driveproof, initialize_addon)
