#pragma once

#include "../databases/commit_variants.h"
#include "../engine/capacity_tasks.h"
#include "../engine/document_tasks.h"
#include "../platform/leftovers.h"
#include "../platform/raw_facts.h"
#include "../power-cut/removal.h"
#include "options.h"

namespace driveproof {

// The functions of native/index.ts that need no session.

DESCRIBE(platform::Leftover, FIELDS(it.name, it.held, it.fault));
DESCRIBE(platform::HealthPages,
         FIELDS(it.nvme_health, it.ata_attributes, it.predicts_failure, it.temperature_celsius,
                it.write_cache));
DESCRIBE(platform::VolumeName, FIELDS(it.path, it.mount_points, it.is_network, it.is_disc));
DESCRIBE(platform::VolumePlace, FIELDS(it.path), RULED(Rule().or_none(), it.mount_point));
DESCRIBE(platform::PcieLink, FIELDS(it.speed, it.width, it.most_speed, it.most_width));
DESCRIBE(platform::DiskFacts,
         FIELDS(it.number, it.descriptor, it.adapter_serial, it.seek_penalty, it.alignment,
                it.geometry, it.hotplug, it.writable, it.link));
DESCRIBE(platform::VolumeFacts,
         FIELDS(it.drive_type, it.file_system, it.label, it.total_bytes, it.free_bytes,
                it.read_only, it.encryption, it.partition, it.disks));
DESCRIBE(power_cut::RemovalRequest, FIELDS(it.folder), RULED(kPlainName, it.mode_names),
         RULED(Rule().or_none(), it.test_id), RULED(at_least(1).or_none(), it.run));

inline MaybeFault list_volumes(const std::monostate&, std::vector<platform::VolumeName>& volumes) {
  return platform::list_volumes(volumes);
}

inline MaybeFault remove_leftovers(const std::string& folder,
                                   std::vector<platform::Leftover>& leftovers) {
  std::vector<const char*> file_names;
  for (const auto names : {database_file_names(), document_file_names(), capacity_file_names()}) {
    file_names.insert(file_names.end(), names.begin(), names.end());
  }
  return platform::remove_leftovers(folder, file_names, leftovers);
}

/** A call on a thread of libuv's pool, because a drive may hang. Deletes itself after the call. */
template <auto* kCall>
struct PoolCall;

template <typename Argument, typename Result, MaybeFault (*kCall)(const Argument&, Result&)>
struct PoolCall<kCall> : Napi::AsyncWorker {
  explicit PoolCall(Napi::Env env) : Napi::AsyncWorker(env) {}

  static Napi::Value start(const Napi::CallbackInfo& info) {
    auto call = std::make_unique<PoolCall>(info.Env());
    if (!read_argument(info, call->argument)) {
      return {};
    }
    call->Queue();
    return call.release()->promise.Promise();
  }

  void Execute() override { fault = kCall(argument, result); }  // on a thread of the pool
  void OnOK() override { settle(promise, fault, result); }

  const Napi::Promise::Deferred promise = Napi::Promise::Deferred::New(Env());
  Argument argument{};
  Result result{};
  MaybeFault fault;
};

inline Napi::Value slept_ns(const Napi::CallbackInfo& info) {
  return to_value(info.Env(), platform::slept_ns());
}

inline Napi::Value try_lock(const Napi::CallbackInfo& info) {
  int descriptor = 0;
  bool locked = false;
  if (!read_argument(info, descriptor) ||
      throws(info.Env(), platform::try_lock(descriptor, locked))) {
    return {};
  }
  return to_value(info.Env(), locked);
}

}  // namespace driveproof
