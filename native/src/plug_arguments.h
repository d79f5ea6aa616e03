#pragma once

#include <napi.h>

#include <optional>

#include "plug/tasks.h"

namespace driveproof {

// Arguments of a plug session; as those in arguments.h.

std::optional<plug::PrepareRequest> parse_plug_prepare(const Napi::CallbackInfo& info);
std::optional<plug::ReadBackRequest> parse_plug_read_back(const Napi::CallbackInfo& info);
std::optional<std::uint64_t> parse_plug_witnessed(const Napi::CallbackInfo& info);

}  // namespace driveproof
