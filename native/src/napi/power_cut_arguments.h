#pragma once

#include <napi.h>

#include <optional>

#include "../power-cut/tasks.h"

namespace driveproof {

// Arguments of a power-cut session; as those in arguments.h.

std::optional<power_cut::PrepareRequest> parse_power_cut_prepare(const Napi::CallbackInfo& info);
std::optional<power_cut::ReadBackRequest> parse_power_cut_read_back(const Napi::CallbackInfo& info);
std::optional<std::uint64_t> parse_power_cut_witnessed(const Napi::CallbackInfo& info);

}  // namespace driveproof
