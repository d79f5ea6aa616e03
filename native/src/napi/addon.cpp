// The exports of driveproof.node, see NativeEngine in native/index.ts.

#include <napi.h>

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
  Napi::Value (*call)(const Napi::CallbackInfo&);
} functions[] = {
    {"openSession", TaskObject<FileRules>::open},
    {"openCommitSession", TaskObject<CommitRules>::open},
    {"openDocumentSession", TaskObject<DocumentRules>::open},
    {"openParallelSession", TaskObject<ParallelRules>::open},
    {"openCapacitySession", TaskObject<CapacityRules>::open},
    {"openPowerCutSession", TaskObject<PowerCutRules>::open},
    {"readHealthPages", PoolCall<platform::read_health_pages>::start},
    {"listVolumes", PoolCall<list_volumes>::start},
    {"readVolume", PoolCall<platform::read_volume>::start},
    {"removeLeftovers", PoolCall<remove_leftovers>::start},
    {"removePowerCutTest", PoolCall<power_cut::remove_test>::start},
    {"tryLock", try_lock},
    {"sleptNs", slept_ns},
};

}  // namespace

static Napi::Object initialize(Napi::Env env, Napi::Object exports) {
  for (const auto& [name, call] : functions) {
    exports.Set(name, Napi::Function::New(env, call, name, const_cast<char*>(name)));
  }
  exports.Set("version", DRIVEPROOF_VERSION);
  exports.Set("modes", to_value(env, platform::modes()));
  exports.Set("commitVariants", to_value(env, commit_variants()));
  exports.Set("documentWays", to_value(env, platform::save_ways()));
  return exports;
}

NODE_API_MODULE(driveproof, initialize)

}  // namespace driveproof
