// IOCTL_STORAGE_QUERY_PROPERTY and IOCTL_STORAGE_PREDICT_FAILURE are defined with FILE_ANY_ACCESS,
// so no call here needs an administrator.
// https://learn.microsoft.com/windows/win32/fileio/working-with-nvme-devices

#include "windows_common.h"

#include <winioctl.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <iterator>

#include "raw_facts.h"
#include "file_handle.h"
#include "windows_device.h"

namespace driveproof::platform {

namespace {

constexpr DWORD kPageBytes = 512;
constexpr DWORD kHealthLog = 0x02;

/** The health log of an NVMe drive, through the driver that implements the protocol. */
std::vector<std::uint8_t> nvme_health(HANDLE device) {
  constexpr DWORD header_bytes = offsetof(STORAGE_PROPERTY_QUERY, AdditionalParameters);
  std::array<std::uint8_t, header_bytes + sizeof(STORAGE_PROTOCOL_SPECIFIC_DATA)> query{};
  const STORAGE_PROPERTY_ID property = StorageDeviceProtocolSpecificProperty;
  const STORAGE_QUERY_TYPE type = PropertyStandardQuery;
  std::memcpy(query.data() + offsetof(STORAGE_PROPERTY_QUERY, PropertyId), &property,
              sizeof property);
  std::memcpy(query.data() + offsetof(STORAGE_PROPERTY_QUERY, QueryType), &type, sizeof type);
  STORAGE_PROTOCOL_SPECIFIC_DATA wanted{};
  wanted.ProtocolType = ProtocolTypeNvme;
  wanted.DataType = NVMeDataTypeLogPage;
  wanted.ProtocolDataRequestValue = kHealthLog;
  wanted.ProtocolDataOffset = sizeof wanted;
  wanted.ProtocolDataLength = kPageBytes;
  std::memcpy(query.data() + header_bytes, &wanted, sizeof wanted);

  const std::vector<std::uint8_t> answer =
      ask_device(device, IOCTL_STORAGE_QUERY_PROPERTY, query.data(), static_cast<DWORD>(query.size()),
          sizeof(STORAGE_PROTOCOL_DATA_DESCRIPTOR) + kPageBytes);
  if (answer.size() < sizeof(STORAGE_PROTOCOL_DATA_DESCRIPTOR)) {
    return {};
  }
  STORAGE_PROTOCOL_DATA_DESCRIPTOR descriptor{};
  std::memcpy(&descriptor, answer.data(), sizeof descriptor);
  const STORAGE_PROTOCOL_SPECIFIC_DATA& given = descriptor.ProtocolSpecificData;
  const std::size_t start =
      offsetof(STORAGE_PROTOCOL_DATA_DESCRIPTOR, ProtocolSpecificData) + given.ProtocolDataOffset;
  // A malformed answer counts as none.
  if (given.ProtocolDataOffset < sizeof given || given.ProtocolDataLength < kPageBytes ||
      start > answer.size() || answer.size() - start < kPageBytes) {
    return {};
  }
  return {answer.begin() + static_cast<std::ptrdiff_t>(start),
          answer.begin() + static_cast<std::ptrdiff_t>(start + kPageBytes)};
}

/** NVMe drives are asked, too: their health log need not show the driver's prediction. */
void predicted_failure(HANDLE device, HealthPages& pages) {
  const std::vector<std::uint8_t> answer =
      ask_device(device, IOCTL_STORAGE_PREDICT_FAILURE, nullptr, 0, sizeof(STORAGE_PREDICT_FAILURE));
  if (answer.size() < sizeof(STORAGE_PREDICT_FAILURE)) {
    return;
  }
  STORAGE_PREDICT_FAILURE prediction{};
  std::memcpy(&prediction, answer.data(), sizeof prediction);
  pages.predicts_failure = prediction.PredictFailure != 0;
  pages.ata_attributes.assign(std::begin(prediction.VendorSpecific),
                              std::end(prediction.VendorSpecific));
}

std::optional<int> temperature(HANDLE device) {
  const std::vector<std::uint8_t> answer = ask_property(
      device, StorageDeviceTemperatureProperty, sizeof(STORAGE_TEMPERATURE_DATA_DESCRIPTOR));
  if (answer.size() < sizeof(STORAGE_TEMPERATURE_DATA_DESCRIPTOR)) {
    return std::nullopt;
  }
  STORAGE_TEMPERATURE_DATA_DESCRIPTOR descriptor{};
  std::memcpy(&descriptor, answer.data(), sizeof descriptor);
  const SHORT celsius = descriptor.TemperatureInfo[0].Temperature;
  const bool reported = descriptor.InfoCount > 0 &&
                        celsius != static_cast<SHORT>(STORAGE_TEMPERATURE_VALUE_NOT_REPORTED);
  return reported ? std::optional<int>(celsius) : std::nullopt;
}

}  // namespace

MaybeFault read_health_pages(const std::string& device, HealthPages& pages) {
  FileHandle opened;
  RETURN_IF_FAULT(open_at(to_utf16(device), 0, OPEN_EXISTING, 0, opened));
  const HANDLE handle = native(opened);
  pages.nvme_health = nvme_health(handle);
  predicted_failure(handle, pages);
  pages.temperature_celsius = temperature(handle);
  pages.write_cache = ask_property(handle, StorageDeviceWriteCacheProperty,
                                   sizeof(STORAGE_WRITE_CACHE_PROPERTY));
  return std::nullopt;
}

}  // namespace driveproof::platform
