// The functions of native/index.ts that need no session.

#include <napi.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../databases/commit_variants.h"
#include "../engine/capacity_tasks.h"
#include "../engine/document_tasks.h"
#include "../platform/drive_health.h"
#include "../platform/leftovers.h"
#include "../platform/volume_facts.h"
#include "../power-cut/removal.h"
#include "exports.h"
#include "options.h"
#include "values.h"

namespace driveproof {

DESCRIBE(platform::Leftover, FIELDS(it.name, it.held, it.fault));
DESCRIBE(platform::HealthPages,
         FIELDS(it.nvme_health, it.ata_attributes, it.predicts_failure, it.temperature_celsius,
                it.write_cache));
DESCRIBE(platform::VolumeName, FIELDS(it.path, it.mount_points, it.is_network));
DESCRIBE(platform::PcieLink, FIELDS(it.speed, it.width, it.most_speed, it.most_width));
DESCRIBE(platform::DiskFacts,
         FIELDS(it.number, it.descriptor, it.adapter_serial, it.seek_penalty, it.alignment,
                it.geometry, it.writable, it.link));
DESCRIBE(platform::VolumeFacts,
         FIELDS(it.drive_type, it.file_system, it.label, it.total_bytes, it.free_bytes,
                it.read_only, it.encryption, it.partition, it.disks));
DESCRIBE(power_cut::RemovalRequest, FIELDS(it.folder, it.mode_names),
         RULED(Rule().or_none(), it.test_id), RULED(at_least(1).or_none(), it.run));

namespace {

struct Volume {
  std::string path;
  std::string mount_point;  // empty: none
};

}  // namespace

DESCRIBE(Volume, FIELDS(it.path), RULED(Rule().or_none(), it.mount_point));

namespace {

using MaybeFault = std::optional<platform::Fault>;

/** A call that may wait for the drive: on a thread of the pool, because a drive may hang. */
template <typename Result>
class PoolCall : public Napi::AsyncWorker {
 public:
  using Call = std::function<MaybeFault(Result&)>;

  /** Deletes itself once the promise is settled. */
  static Napi::Value start(Napi::Env env, Call call) {
    auto* const started = new PoolCall(env, std::move(call));
    started->Queue();
    return started->promise_.Promise();
  }

 protected:
  /** On a thread of the pool. */
  void Execute() override { fault_ = call_(result_); }

  void OnOK() override {
    if (fault_) {
      promise_.Reject(fault_error(Env(), *fault_).Value());
    } else {
      promise_.Resolve(to_value(Env(), result_));
    }
  }

 private:
  PoolCall(Napi::Env env, Call call)
      : Napi::AsyncWorker(env),
        promise_(Napi::Promise::Deferred::New(env)),
        call_(std::move(call)) {}

  Napi::Promise::Deferred promise_;
  const Call call_;
  Result result_{};
  MaybeFault fault_;
};

/** The first argument. If it is no string, an Error is pending that begins with `what`. */
std::optional<std::string> text_of(const Napi::CallbackInfo& info, const char* what) {
  if (info[0].IsString()) {
    return info[0].As<Napi::String>().Utf8Value();
  }
  const std::string message = std::string(what) + " must be a string";
  coded_error(info.Env(), kInvalidArgument, message).ThrowAsJavaScriptException();
  return std::nullopt;
}

}  // namespace

Napi::Value list_volumes(const Napi::CallbackInfo& info) {
  return PoolCall<std::vector<platform::VolumeName>>::start(info.Env(), platform::list_volumes);
}

Napi::Value read_volume(const Napi::CallbackInfo& info) {
  Volume volume;
  if (!read_options(info, "readVolume", volume)) {
    return {};
  }
  const auto read = [volume](platform::VolumeFacts& facts) {
    return platform::read_volume(volume.path, volume.mount_point, facts);
  };
  return PoolCall<platform::VolumeFacts>::start(info.Env(), read);
}

Napi::Value read_health_pages(const Napi::CallbackInfo& info) {
  const auto drive = text_of(info, "the drive");
  if (!drive) {
    return {};
  }
  const auto read = [drive](platform::HealthPages& pages) {
    return platform::read_health_pages(*drive, pages);
  };
  return PoolCall<platform::HealthPages>::start(info.Env(), read);
}

Napi::Value remove_leftovers(const Napi::CallbackInfo& info) {
  const auto folder = text_of(info, "the folder");
  if (!folder) {
    return {};
  }
  const auto remove = [folder](std::vector<platform::Leftover>& leftovers) {
    std::vector<const char*> file_names;
    for (const auto names : {database_file_names(), document_file_names(), capacity_file_names()}) {
      file_names.insert(file_names.end(), names.begin(), names.end());
    }
    return platform::remove_leftovers(*folder, file_names, leftovers);
  };
  return PoolCall<std::vector<platform::Leftover>>::start(info.Env(), remove);
}

Napi::Value remove_power_cut_test(const Napi::CallbackInfo& info) {
  power_cut::RemovalRequest request;
  if (!read_options(info, "removePowerCutTest", request)) {
    return {};
  }
  const auto remove = [request](bool& gone) { return power_cut::remove_test(request, gone); };
  return PoolCall<bool>::start(info.Env(), remove);
}

Napi::Value slept_ns(const Napi::CallbackInfo& info) {
  return to_value(info.Env(), platform::slept_ns());
}

Napi::Value try_lock(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (!info[0].IsNumber()) {
    coded_error(env, kInvalidArgument, "the descriptor must be a number")
        .ThrowAsJavaScriptException();
    return {};
  }
  bool locked = false;
  if (const auto fault = platform::try_lock(info[0].As<Napi::Number>().Int32Value(), locked)) {
    fault_error(env, *fault).ThrowAsJavaScriptException();
    return {};
  }
  return to_value(env, locked);
}

}  // namespace driveproof
