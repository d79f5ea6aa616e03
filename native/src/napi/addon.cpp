// The exports of driveproof.node, see NativeEngine in native/index.ts.

#include <napi.h>

#include <utility>

#include "capacity_session.h"
#include "commit_session.h"
#include "document_session.h"
#include "file_session.h"
#include "functions.h"
#include "parallel_session.h"
#include "power_cut_session.h"

namespace driveproof {

namespace {

constexpr struct {
  const char* name;
  Napi::Function (*define)(Napi::Env);  // the class of the session it opens
} openers[] = {
    {"openSession", TaskObject<FileRules>::define},
    {"openCommitSession", TaskObject<CommitRules>::define},
    {"openDocumentSession", TaskObject<DocumentRules>::define},
    {"openParallelSession", TaskObject<ParallelRules>::define},
    {"openCapacitySession", TaskObject<CapacityRules>::define},
    {"openPowerCutSession", TaskObject<PowerCutRules>::define},
};

constexpr struct {
  const char* name;
  Napi::Value (*call)(const Napi::CallbackInfo&);
  const char* argument = "";  // see read_argument()
} functions[] = {
    {"readHealthPages", on_pool<platform::read_health_pages>, "the drive"},
    {"listVolumes", on_pool<list_volumes>},
    {"readVolume", on_pool<read_volume>, "readVolume"},
    {"removeLeftovers", on_pool<remove_leftovers>, "the folder"},
    {"removePowerCutTest", on_pool<power_cut::remove_test>, "removePowerCutTest"},
    {"tryLock", try_lock, "the descriptor"},
    {"sleptNs", slept_ns},
};

}  // namespace

static Napi::Object initialize(Napi::Env env, Napi::Object exports) {
  for (const auto& [name, define] : openers) {
    auto open = [session = Napi::Persistent(define(env))](const Napi::CallbackInfo&) {
      return session.New({});
    };
    exports.Set(name, Napi::Function::New(env, std::move(open), name));
  }
  for (const auto& [name, call, argument] : functions) {
    exports.Set(name, Napi::Function::New(env, call, name, const_cast<char*>(argument)));
  }
  exports.Set("version", DRIVEPROOF_VERSION);
  exports.Set("modes", to_value(env, platform::modes()));
  exports.Set("commitVariants", to_value(env, commit_variants()));
  exports.Set("documentWays", to_value(env, platform::save_ways()));
  return exports;
}

NODE_API_MODULE(driveproof, initialize)

}  // namespace driveproof
