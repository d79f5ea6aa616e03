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

/** Each is opened by its own function: openSession, openCommitSession. */
constexpr struct {
  const char* name;
  Napi::Function (*define)(Napi::Env, const char* name);
} sessions[] = {
    {"Session", TaskObject<FileRules>::define},
    {"CommitSession", TaskObject<CommitRules>::define},
    {"DocumentSession", TaskObject<DocumentRules>::define},
    {"ParallelSession", TaskObject<ParallelRules>::define},
    {"CapacitySession", TaskObject<CapacityRules>::define},
    {"PowerCutSession", TaskObject<PowerCutRules>::define},
};

constexpr struct {
  const char* name;
  Napi::Value (*call)(const Napi::CallbackInfo&);
} functions[] = {
    {"readHealthPages", on_pool<platform::read_health_pages>},
    {"listVolumes", on_pool<list_volumes>},
    {"readVolume", on_pool<platform::read_volume>},
    {"removeLeftovers", on_pool<remove_leftovers>},
    {"removePowerCutTest", on_pool<power_cut::remove_test>},
    {"tryLock", try_lock},
    {"sleptNs", slept_ns},
};

}  // namespace

static Napi::Object initialize(Napi::Env env, Napi::Object exports) {
  for (const auto& [name, define] : sessions) {
    auto open = [session = Napi::Persistent(define(env, name))](const Napi::CallbackInfo&) {
      return session.New({});
    };
    const std::string opener = std::string("open") + name;
    exports.Set(opener, Napi::Function::New(env, std::move(open), opener.c_str()));
  }
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
