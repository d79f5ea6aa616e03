#include "functions.h"

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
#include "options.h"
#include "values.h"

namespace driveproof {

namespace {

using MaybeFault = std::optional<platform::Fault>;

/** Runs a call that may wait for the drive on a pool thread, because a drive may hang. */
template <typename Result>
class PoolCall : public Napi::AsyncWorker {
 public:
  using Call = std::function<MaybeFault(Result&)>;
  using Convert = Napi::Value (*)(Napi::Env, const Result&);

  /** Deletes itself once the promise is settled. */
  static Napi::Value start(Napi::Env env, Call call, Convert convert) {
    auto* const started = new PoolCall(env, std::move(call), convert);
    started->Queue();
    return started->promise_.Promise();
  }

 protected:
  /** Runs on a pool thread. */
  void Execute() override { fault_ = call_(result_); }

  void OnOK() override {
    if (fault_) {
      promise_.Reject(fault_error(Env(), *fault_).Value());
    } else {
      promise_.Resolve(convert_(Env(), result_));
    }
  }

 private:
  PoolCall(Napi::Env env, Call call, Convert convert)
      : Napi::AsyncWorker(env),
        promise_(Napi::Promise::Deferred::New(env)),
        call_(std::move(call)),
        convert_(convert) {}

  Napi::Promise::Deferred promise_;
  const Call call_;
  const Convert convert_;
  Result result_{};
  MaybeFault fault_;
};

using Leftovers = std::vector<platform::Leftover>;

Napi::Value leftovers_to_js(Napi::Env env, const Leftovers& leftovers) {
  return array(env, leftovers, [env](const platform::Leftover& leftover) {
    return ObjectBuilder(env)
        .set("name", leftover.name)
        .set("held", leftover.held)
        .set("fault", leftover.fault);
  });
}

Napi::Value pages_to_js(Napi::Env env, const platform::HealthPages& pages) {
  return ObjectBuilder(env)
      .set("nvmeHealth", pages.nvme_health)
      .set("ataAttributes", pages.ata_attributes)
      .set("predictsFailure", pages.predicts_failure)
      .set("temperatureCelsius", pages.temperature_celsius)
      .set("writeCache", pages.write_cache);
}

using VolumeNames = std::vector<platform::VolumeName>;

Napi::Value volume_names_to_js(Napi::Env env, const VolumeNames& volumes) {
  return array(env, volumes, [env](const platform::VolumeName& volume) {
    return ObjectBuilder(env).set("path", volume.path).set("mountPoints", volume.mount_points).set("isNetwork", volume.is_network);
  });
}

Napi::Value disk_to_js(Napi::Env env, const platform::DiskFacts& disk) {
  const auto link = [env](const platform::PcieLink& told) -> Napi::Value {
    return ObjectBuilder(env)
        .set("speed", told.speed)
        .set("width", told.width)
        .set("mostSpeed", told.most_speed)
        .set("mostWidth", told.most_width);
  };
  return ObjectBuilder(env)
      .set("number", disk.number)
      .set("descriptor", disk.descriptor)
      .set("adapterSerial", disk.adapter_serial)
      .set("seekPenalty", disk.seek_penalty)
      .set("alignment", disk.alignment)
      .set("geometry", disk.geometry)
      .set("writable", disk.writable)
      .set("link", disk.link ? link(*disk.link) : env.Null());
}

Napi::Value volume_to_js(Napi::Env env, const platform::VolumeFacts& facts) {
  return ObjectBuilder(env)
      .set("driveType", facts.drive_type)
      .set("fileSystem", facts.file_system)
      .set("label", facts.label)
      .set("totalBytes", facts.total_bytes)
      .set("freeBytes", facts.free_bytes)
      .set("readOnly", facts.read_only)
      .set("encryption", facts.encryption)
      .set("partition", facts.partition)
      .set("disks", array(env, facts.disks, [env](const platform::DiskFacts& disk) {
             return disk_to_js(env, disk);
           }));
}

}  // namespace

Napi::Value list_volumes(const Napi::CallbackInfo& info) {
  return PoolCall<VolumeNames>::start(info.Env(), platform::list_volumes, volume_names_to_js);
}

Napi::Value read_volume(const Napi::CallbackInfo& info) {
  Options options(info, "readVolume()");
  const std::string path = options.text("path");
  const std::string mount_point = options.text_or_none("mountPoint");
  if (!options.ok()) {
    return info.Env().Undefined();
  }
  const auto read = [path, mount_point](platform::VolumeFacts& facts) {
    return platform::read_volume(path, mount_point, facts);
  };
  return PoolCall<platform::VolumeFacts>::start(info.Env(), read, volume_to_js);
}

Napi::Value read_health_pages(const Napi::CallbackInfo& info) {
  if (!info[0].IsString()) {
    invalid_argument(info.Env(), "the drive must be a string").ThrowAsJavaScriptException();
    return info.Env().Undefined();
  }
  const auto read = [drive = info[0].As<Napi::String>().Utf8Value()](
                        platform::HealthPages& pages) {
    return platform::read_health_pages(drive, pages);
  };
  return PoolCall<platform::HealthPages>::start(info.Env(), read, pages_to_js);
}

Napi::Value remove_leftovers(const Napi::CallbackInfo& info) {
  if (!info[0].IsString()) {
    invalid_argument(info.Env(), "the folder must be a string").ThrowAsJavaScriptException();
    return info.Env().Undefined();
  }
  const auto remove = [folder = info[0].As<Napi::String>().Utf8Value()](Leftovers& leftovers) {
    std::vector<const char*> file_names;
    for (const auto names : {database_file_names(), document_file_names(), capacity_file_names()}) {
      file_names.insert(file_names.end(), names.begin(), names.end());
    }
    return platform::remove_leftovers(folder, file_names, leftovers);
  };
  return PoolCall<Leftovers>::start(info.Env(), remove, leftovers_to_js);
}

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
  const auto remove = [request = std::move(request)](bool& gone) {
    return power_cut::remove_test(request, gone);
  };
  return PoolCall<bool>::start(info.Env(), remove, to_value<bool>);
}

Napi::Value slept_ns(const Napi::CallbackInfo& info) {
  return to_value(info.Env(), platform::slept_ns());
}

Napi::Value try_lock(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (!info[0].IsNumber()) {
    invalid_argument(env, "the descriptor must be a number").ThrowAsJavaScriptException();
    return env.Undefined();
  }
  bool locked = false;
  if (const auto fault = platform::try_lock(info[0].As<Napi::Number>().Int32Value(), locked)) {
    fault_error(env, *fault).ThrowAsJavaScriptException();
    return env.Undefined();
  }
  return Napi::Boolean::New(env, locked);
}

}  // namespace driveproof
