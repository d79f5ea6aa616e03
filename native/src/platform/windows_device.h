#pragma once

// Queries to a device's driver, on Windows. Not for the engine.

#include "windows_common.h"

#include <winioctl.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace driveproof::platform {

/** Sends a query to the device's driver. Returns the bytes of the answer; none upon failure. */
inline std::vector<std::uint8_t> ask_device(HANDLE device, DWORD code, const void* query,
                                            DWORD query_bytes, std::size_t answer_bytes) {
  std::vector<std::uint8_t> answer(answer_bytes);
  DWORD returned = 0;
  const BOOL answered = DeviceIoControl(device, code, const_cast<void*>(query), query_bytes,
                                        answer.data(), static_cast<DWORD>(answer.size()),
                                        &returned, nullptr);
  answer.resize(answered ? std::min<std::size_t>(returned, answer.size()) : 0);
  return answer;
}

/** StorageAdapterSerialNumberProperty of Windows 10 1903, which older headers lack. */
inline constexpr auto kStorageAdapterSerialNumber = static_cast<STORAGE_PROPERTY_ID>(57);

/** The answer to IOCTL_STORAGE_QUERY_PROPERTY without further parameters; none upon failure. */
inline std::vector<std::uint8_t> ask_property(HANDLE device, STORAGE_PROPERTY_ID property,
                                              std::size_t answer_bytes) {
  STORAGE_PROPERTY_QUERY query{};
  query.PropertyId = property;
  query.QueryType = PropertyStandardQuery;
  return ask_device(device, IOCTL_STORAGE_QUERY_PROPERTY, &query, sizeof query, answer_bytes);
}

}  // namespace driveproof::platform
