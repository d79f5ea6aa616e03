// Uses only control codes that are defined with FILE_ANY_ACCESS, which need no administrator.
// IOCTL_DISK_GET_LENGTH_INFO is not one of them.
// https://learn.microsoft.com/windows/win32/fileio/enumerating-volumes

#include "windows_common.h"

#include <winioctl.h>

#include <initguid.h>

#include <cfgmgr32.h>
#include <devpkey.h>
#include <objbase.h>
#include <propsys.h>
#include <shobjidl.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <cwchar>
#include <utility>

#include "file_handle.h"
#include "raw_facts.h"
#include "windows_device.h"

namespace driveproof::platform {

namespace {

/** Properties of pciprop.h, which not every compiler's headers have. */
constexpr GUID kPciDevice = {
    0x3ab22e31, 0x8264, 0x4b4e, {0x9a, 0xf5, 0xa8, 0xd2, 0xd8, 0xe3, 0x3e, 0x62}};
constexpr DEVPROPKEY kCurrentLinkSpeed = {kPciDevice, 9};
constexpr DEVPROPKEY kCurrentLinkWidth = {kPciDevice, 10};
constexpr DEVPROPKEY kMostLinkSpeed = {kPciDevice, 11};
constexpr DEVPROPKEY kMostLinkWidth = {kPciDevice, 12};

constexpr DWORD kMostNameLength = MAX_PATH + 1;
/** A volume on more disks than this is a storage pool, and its disks are not examined. */
constexpr std::size_t kMostExtents = 32;

MaybeFault mount_points_of(const std::wstring& volume, std::vector<std::string>& points) {
  std::wstring names(kMostNameLength, L'\0');
  for (;;) {
    DWORD needed = 0;
    if (GetVolumePathNamesForVolumeNameW(volume.c_str(), names.data(),
                                         static_cast<DWORD>(names.size()), &needed)) {
      break;
    }
    const DWORD error = GetLastError();
    if (error != ERROR_MORE_DATA || needed <= names.size()) {
      return describe("GetVolumePathNamesForVolumeNameW", error);
    }
    names.resize(needed);
  }
  // The call returns null-terminated names one after the other; an empty one ends the list.
  for (const wchar_t* name = names.c_str(); *name != L'\0'; name += std::wcslen(name) + 1) {
    points.push_back(to_utf8(name));
  }
  return std::nullopt;
}

/** Path of the volume itself: with a separator at the end it would name the root folder. */
std::wstring device_path(std::wstring path) {
  if (!path.empty() && path.back() == L'\\') {
    path.pop_back();
  }
  return path.size() == 2 ? L"\\\\.\\" + path : path;
}

/** Whether SUBST mapped the letter to a folder, whose volume is listed already. */
bool stands_for_folder(const std::wstring& letter) {
  std::array<wchar_t, kMostNameLength> target{};
  return QueryDosDeviceW(letter.c_str(), target.data(), kMostNameLength) > 0 &&
         std::wcsncmp(target.data(), L"\\??\\", 4) == 0;
}

bool has_mount_point(const std::vector<VolumeName>& volumes, const std::string& root) {
  return std::any_of(volumes.begin(), volumes.end(), [&root](const VolumeName& volume) {
    const auto& points = volume.mount_points;
    return std::find(points.begin(), points.end(), root) != points.end();
  });
}

/**
 * Whether this drive letter is that of an optical drive. False for folders: only for a letter does
 * Windows know the type without asking the drive, which may hang.
 */
bool is_disc(const std::string& mount_point) {
  return mount_point.size() == 3 && GetDriveTypeW(to_utf16(mount_point).c_str()) == DRIVE_CDROM;
}

/**
 * Adds the letters of network drives and of drives that Windows' mount manager does not know, such
 * as RAM disks and the drives of some encryption programs.
 */
void add_other_letters(std::vector<VolumeName>& volumes) {
  const DWORD letters = GetLogicalDrives();
  for (wchar_t letter = L'A'; letter <= L'Z'; ++letter) {
    const std::wstring device{letter, L':'};
    const std::wstring root = device + L'\\';
    const std::string shown = to_utf8(root);
    if ((letters & (1u << (letter - L'A'))) == 0 || has_mount_point(volumes, shown) ||
        stands_for_folder(device)) {
      continue;
    }
    const UINT type = GetDriveTypeW(root.c_str());
    volumes.push_back({shown, {shown}, type == DRIVE_REMOTE, type == DRIVE_CDROM});
  }
}

std::optional<PcieLink> link_above(DEVINST device) {
  DEVINST controller = 0;
  if (CM_Get_Parent(&controller, device, 0) != CR_SUCCESS) {
    return std::nullopt;
  }
  const auto number = [controller](const DEVPROPKEY& key) -> std::optional<std::uint32_t> {
    DEVPROPTYPE type = 0;
    std::uint32_t value = 0;
    ULONG bytes = sizeof value;
    const CONFIGRET result = CM_Get_DevNode_PropertyW(
        controller, &key, &type, reinterpret_cast<BYTE*>(&value), &bytes, 0);
    return result == CR_SUCCESS && type == DEVPROP_TYPE_UINT32 ? std::optional(value)
                                                               : std::nullopt;
  };
  const auto speed = number(kCurrentLinkSpeed);
  const auto width = number(kCurrentLinkWidth);
  const auto most_speed = number(kMostLinkSpeed);
  const auto most_width = number(kMostLinkWidth);
  if (!speed || !width || !most_speed || !most_width) {
    return std::nullopt;
  }
  return PcieLink{*speed, *width, *most_speed, *most_width};
}

std::optional<std::uint32_t> disk_number(HANDLE device) {
  const auto answer = ask_device(device, IOCTL_STORAGE_GET_DEVICE_NUMBER, nullptr, 0,
                                 sizeof(STORAGE_DEVICE_NUMBER));
  if (answer.size() < sizeof(STORAGE_DEVICE_NUMBER)) {
    return std::nullopt;
  }
  STORAGE_DEVICE_NUMBER number{};
  std::memcpy(&number, answer.data(), sizeof number);
  return number.DeviceNumber;
}

/** Finds the controller through the disk's device interface. */
std::optional<PcieLink> link_of_disk(std::uint32_t wanted) {
  GUID disks = GUID_DEVINTERFACE_DISK;
  ULONG length = 0;
  if (CM_Get_Device_Interface_List_SizeW(&length, &disks, nullptr,
                                         CM_GET_DEVICE_INTERFACE_LIST_PRESENT) != CR_SUCCESS) {
    return std::nullopt;
  }
  std::wstring paths(length + 1, L'\0');
  if (CM_Get_Device_Interface_ListW(&disks, nullptr, paths.data(), length,
                                    CM_GET_DEVICE_INTERFACE_LIST_PRESENT) != CR_SUCCESS) {
    return std::nullopt;
  }
  for (const wchar_t* path = paths.c_str(); *path != L'\0'; path += std::wcslen(path) + 1) {
    FileHandle opened;
    if (open_at(path, 0, OPEN_EXISTING, 0, opened)) {
      continue;
    }
    if (disk_number(native(opened)) != wanted) {
      continue;
    }
    std::array<wchar_t, MAX_DEVICE_ID_LEN + 1> id{};
    DEVPROPTYPE type = 0;
    ULONG bytes = sizeof id - sizeof(wchar_t);
    DEVINST device = 0;
    if (CM_Get_Device_Interface_PropertyW(path, &DEVPKEY_Device_InstanceId, &type,
                                          reinterpret_cast<BYTE*>(id.data()), &bytes,
                                          0) != CR_SUCCESS ||
        CM_Locate_DevNodeW(&device, id.data(), CM_LOCATE_DEVNODE_NORMAL) != CR_SUCCESS) {
      return std::nullopt;
    }
    return link_above(device);
  }
  return std::nullopt;
}

DiskFacts read_disk(std::uint32_t number) {
  DiskFacts facts{};
  facts.number = number;
  FileHandle opened;
  if (open_at(L"\\\\.\\PhysicalDrive" + std::to_wstring(number), 0, OPEN_EXISTING, 0, opened)) {
    return facts;
  }
  const HANDLE disk = native(opened);
  facts.descriptor = ask_property(disk, StorageDeviceProperty, 4096);
  facts.adapter_serial = ask_property(disk, kStorageAdapterSerialNumber, 1024);
  facts.seek_penalty = ask_property(disk, StorageDeviceSeekPenaltyProperty,
                                    sizeof(DEVICE_SEEK_PENALTY_DESCRIPTOR));
  facts.alignment = ask_property(disk, StorageAccessAlignmentProperty,
                                 sizeof(STORAGE_ACCESS_ALIGNMENT_DESCRIPTOR));
  facts.geometry = ask_device(disk, IOCTL_DISK_GET_DRIVE_GEOMETRY_EX, nullptr, 0, 1024);
  facts.hotplug = ask_device(disk, IOCTL_STORAGE_GET_HOTPLUG_INFO, nullptr, 0,
                             sizeof(STORAGE_HOTPLUG_INFO));
  DWORD returned = 0;
  if (DeviceIoControl(disk, IOCTL_DISK_IS_WRITABLE, nullptr, 0, nullptr, 0, &returned, nullptr)) {
    facts.writable = true;
  } else if (GetLastError() == ERROR_WRITE_PROTECT) {
    facts.writable = false;
  }
  facts.link = link_of_disk(number);
  return facts;
}

std::vector<std::uint32_t> disks_of(HANDLE volume) {
  const auto answer =
      ask_device(volume, IOCTL_VOLUME_GET_VOLUME_DISK_EXTENTS, nullptr, 0,
                 offsetof(VOLUME_DISK_EXTENTS, Extents) + kMostExtents * sizeof(DISK_EXTENT));
  std::vector<std::uint32_t> numbers;
  if (answer.size() < sizeof(VOLUME_DISK_EXTENTS)) {
    return numbers;
  }
  DWORD count = 0;
  std::memcpy(&count, answer.data(), sizeof count);
  for (std::size_t place = offsetof(VOLUME_DISK_EXTENTS, Extents);
       count > 0 && place + sizeof(DISK_EXTENT) <= answer.size();
       place += sizeof(DISK_EXTENT), --count) {
    DISK_EXTENT extent{};
    std::memcpy(&extent, answer.data() + place, sizeof extent);
    if (std::find(numbers.begin(), numbers.end(), extent.DiskNumber) == numbers.end()) {
      numbers.push_back(extent.DiskNumber);
    }
  }
  return numbers;
}

/** Reads the property behind Explorer's padlock, because `manage-bde` needs an administrator. */
std::optional<std::uint32_t> encryption_of(const std::wstring& mount_point) {
  // Fails if the thread already uses COM in another mode, which serves as well. Only a successful
  // call needs the CoUninitialize() below.
  const HRESULT started = CoInitializeEx(nullptr, COINIT_MULTITHREADED);
  std::optional<std::uint32_t> result;
  PROPERTYKEY key{};
  IPropertyStore* store = nullptr;
  if (SUCCEEDED(PSGetPropertyKeyFromName(L"System.Volume.BitLockerProtection", &key)) &&
      SUCCEEDED(SHGetPropertyStoreFromParsingName(mount_point.c_str(), nullptr, GPS_DEFAULT,
                                                  IID_PPV_ARGS(&store)))) {
    PROPVARIANT value{};
    if (SUCCEEDED(store->GetValue(key, &value))) {
      if (value.vt == VT_I4 && value.lVal >= 0) {
        result = static_cast<std::uint32_t>(value.lVal);
      } else if (value.vt == VT_UI4) {
        result = value.ulVal;
      }
      PropVariantClear(&value);
    }
    store->Release();
  }
  if (SUCCEEDED(started)) {
    CoUninitialize();
  }
  return result;
}

void read_content(const std::wstring& root, VolumeFacts& facts) {
  std::array<wchar_t, kMostNameLength> label{};
  std::array<wchar_t, kMostNameLength> file_system{};
  DWORD flags = 0;
  if (GetVolumeInformationW(root.c_str(), label.data(), kMostNameLength, nullptr, nullptr, &flags,
                            file_system.data(), kMostNameLength)) {
    facts.label = to_utf8(label.data());
    facts.file_system = to_utf8(file_system.data());
    facts.read_only = (flags & FILE_READ_ONLY_VOLUME) != 0;
  }
  ULARGE_INTEGER available{};
  ULARGE_INTEGER total{};
  if (GetDiskFreeSpaceExW(root.c_str(), &available, &total, nullptr)) {
    facts.free_bytes = available.QuadPart;
    facts.total_bytes = total.QuadPart;
  }
}

}  // namespace

MaybeFault list_volumes(std::vector<VolumeName>& volumes) {
  std::array<wchar_t, kMostNameLength> name{};
  const HANDLE search = FindFirstVolumeW(name.data(), kMostNameLength);
  if (search == INVALID_HANDLE_VALUE) {
    return describe("FindFirstVolumeW", GetLastError());
  }
  do {
    VolumeName volume;
    volume.path = to_utf8(name.data());
    // Ignores errors, because a volume without a mount point is listed, too.
    static_cast<void>(mount_points_of(name.data(), volume.mount_points));
    volume.is_disc = std::any_of(volume.mount_points.begin(), volume.mount_points.end(), is_disc);
    volumes.push_back(std::move(volume));
  } while (FindNextVolumeW(search, name.data(), kMostNameLength));
  const DWORD error = failure();
  FindVolumeClose(search);
  add_other_letters(volumes);
  return fault_if_any("FindNextVolumeW", error == ERROR_NO_MORE_FILES ? 0 : error);
}

MaybeFault read_volume(const VolumePlace& volume, VolumeFacts& facts) {
  const std::wstring root = to_utf16(volume.path);
  facts.drive_type = GetDriveTypeW(root.c_str());
  read_content(root, facts);
  if (!volume.mount_point.empty()) {
    facts.encryption = encryption_of(to_utf16(volume.mount_point));
  }
  FileHandle opened;
  if (open_at(device_path(root), 0, OPEN_EXISTING, 0, opened)) {
    // Not a fault: a volume that cannot be opened still has the facts read so far, such as its
    // size, which only a card reader without a card lacks.
    return std::nullopt;
  }
  facts.partition = ask_device(native(opened), IOCTL_DISK_GET_PARTITION_INFO_EX, nullptr, 0,
                               sizeof(PARTITION_INFORMATION_EX));
  for (const std::uint32_t number : disks_of(native(opened))) {
    facts.disks.push_back(read_disk(number));
  }
  return std::nullopt;
}

}  // namespace driveproof::platform
