#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "posix.h"

namespace driveproof::platform {

namespace {

// Contains only errors that a file test can meet; other errors are shown as "errno 123".
constexpr std::pair<int, const char*> kErrorNames[] = {
    {EPERM, "EPERM"},         {ENOENT, "ENOENT"},     {EINTR, "EINTR"},
    {EIO, "EIO"},             {ENXIO, "ENXIO"},       {EBADF, "EBADF"},
    {EAGAIN, "EAGAIN"},       {ENOMEM, "ENOMEM"},     {EACCES, "EACCES"},
    {EFAULT, "EFAULT"},       {EBUSY, "EBUSY"},       {EEXIST, "EEXIST"},
    {EXDEV, "EXDEV"},         {ENODEV, "ENODEV"},     {ENOTDIR, "ENOTDIR"},
    {EISDIR, "EISDIR"},       {EINVAL, "EINVAL"},     {ENFILE, "ENFILE"},
    {EMFILE, "EMFILE"},       {ENOTTY, "ENOTTY"},     {ETXTBSY, "ETXTBSY"},
    {EFBIG, "EFBIG"},         {ENOSPC, "ENOSPC"},     {ESPIPE, "ESPIPE"},
    {EROFS, "EROFS"},         {EMLINK, "EMLINK"},     {EPIPE, "EPIPE"},
    {ERANGE, "ERANGE"},       {EDEADLK, "EDEADLK"},   {ENAMETOOLONG, "ENAMETOOLONG"},
    {ENOLCK, "ENOLCK"},       {ENOSYS, "ENOSYS"},     {ENOTEMPTY, "ENOTEMPTY"},
    {ELOOP, "ELOOP"},         {EPROTO, "EPROTO"},     {EOVERFLOW, "EOVERFLOW"},
    {EILSEQ, "EILSEQ"},       {EOPNOTSUPP, "EOPNOTSUPP"}, {ETIMEDOUT, "ETIMEDOUT"},
    {ESTALE, "ESTALE"},       {EDQUOT, "EDQUOT"},     {ECANCELED, "ECANCELED"},
    {ENOTCONN, "ENOTCONN"},   {ECONNRESET, "ECONNRESET"}, {EHOSTDOWN, "EHOSTDOWN"},
    {ENOTSUP, "ENOTSUP"},     {ENODATA, "ENODATA"},   {ENOBUFS, "ENOBUFS"},
    {EUSERS, "EUSERS"},       {ENOLINK, "ENOLINK"},   {ETIME, "ETIME"},
    {EBADMSG, "EBADMSG"},
#ifdef __linux__
    {EREMOTEIO, "EREMOTEIO"}, {EBADE, "EBADE"},       {ENOMEDIUM, "ENOMEDIUM"},
    {EUCLEAN, "EUCLEAN"},
#endif
#ifdef EDEVERR  // macOS
    {EDEVERR, "EDEVERR"},     {EPWROFF, "EPWROFF"},
#endif
};

// strerror_r returns an int or a text, depending on the C library; one of these two functions fits.
[[maybe_unused]] const char* message_of(int, const char* buffer) { return buffer; }
[[maybe_unused]] const char* message_of(const char* message, const char*) { return message; }

}  // namespace

int posix::open_place(const Place& place) {
  constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  return uninterrupted([&] {
    return place.descriptor == kNoHandle
               ? open(place.directory.c_str(), kFlags)
               : openat(static_cast<int>(place.descriptor), ".", kFlags);
  });
}

Fault describe(const char* syscall, std::int64_t os_code, std::optional<std::uint64_t> offset) {
  Fault fault;
  fault.syscall = syscall;
  fault.os_code = os_code;
  fault.offset = offset;
  fault.code = "errno " + std::to_string(os_code);
  for (const auto& [number, name] : kErrorNames) {
    if (number == os_code) {
      fault.code = name;
      break;
    }
  }
  std::array<char, 256> buffer{};
  const auto result = strerror_r(static_cast<int>(os_code), buffer.data(), buffer.size());
  fault.message = message_of(result, buffer.data());
  return fault;
}

bool is_refusal(std::int64_t os_code) {
  return os_code == EINVAL || os_code == ENOTSUP || os_code == EOPNOTSUPP || os_code == ENOTTY ||
         os_code == ENOSYS;
}

bool is_reservation_unsupported(std::int64_t os_code) { return is_refusal(os_code); }

bool is_not_empty(std::int64_t os_code) { return os_code == ENOTEMPTY || os_code == EBUSY; }

bool is_read_failure(std::int64_t os_code) {
#ifdef EREMOTEIO
  if (os_code == EREMOTEIO) {
    return true;
  }
#endif
#ifdef EDEVERR
  // macOS's drivers report an error of the drive as EIO or EDEVERR (IOService::errnoFromReturn).
  if (os_code == EDEVERR) {
    return true;
  }
#endif
  return os_code == EIO || os_code == ENODATA || os_code == EILSEQ;
}

bool is_drive_failure(std::int64_t os_code) {
#ifdef __linux__
  // EUCLEAN means damaged structures of a file system (EFSCORRUPTED); EBADE, that another computer
  // has reserved the drive (blk_errors in block/blk-core.c).
  if (os_code == EUCLEAN || os_code == ENOMEDIUM || os_code == EBADE) {
    return true;
  }
#endif
#ifdef EPWROFF
  // EPWROFF is a drive without power; EBADF means that macOS has unmounted the volume by force.
  if (os_code == EPWROFF || os_code == EBADF) {
    return true;
  }
#endif
  // EBADMSG: a checksum of a file system's structures is wrong (EFSBADCRC).
  return is_read_failure(os_code) || os_code == EBADMSG || os_code == ENODEV || os_code == ENXIO ||
         os_code == ETIMEDOUT || os_code == ETIME || os_code == ENOLINK || os_code == ENOTCONN ||
         os_code == ESTALE;
}

bool is_consequence(std::int64_t os_code) { return os_code == EROFS; }

bool writes_through(const Mode& mode) { return (mode.open_flags & O_DSYNC) != 0; }

const char* const kWriteText = "pwrite(fd, buf, {}, {})";
const char* const kReadText = "pread(fd, buf, {}, {})";
const bool kOneCallPerHandle = false;
const char* const kWriteCall = "pwrite";
const char* const kReadCall = "pread";

std::int64_t write_at(Handle file, const void* data, std::uint32_t bytes, std::uint64_t offset) {
  const ssize_t written = posix::uninterrupted(
      [&] { return pwrite(static_cast<int>(file), data, bytes, static_cast<off_t>(offset)); });
  return written == -1 ? -errno : written;
}

std::int64_t read_at(Handle file, void* data, std::uint32_t bytes, std::uint64_t offset) {
  const ssize_t count = posix::uninterrupted(
      [&] { return pread(static_cast<int>(file), data, bytes, static_cast<off_t>(offset)); });
  return count == -1 ? -errno : count;
}

const char* const kTruncateCall = "ftruncate";

std::int64_t truncate(Handle file, std::uint64_t bytes) {
  const auto length = static_cast<off_t>(bytes);
  return posix::uninterrupted([&] { return ftruncate(static_cast<int>(file), length); }) == 0
             ? 0
             : errno;
}

std::optional<std::uint64_t> cached_bytes(Handle file, std::uint64_t bytes) {
  // Maps 64 MiB at a time, to keep the address space and the vector small.
  constexpr std::uint64_t kWindowBytes = 64u << 20;
  const auto page = static_cast<std::uint64_t>(getpagesize());
  std::vector<unsigned char> pages(kWindowBytes / page);
  std::uint64_t resident = 0;
  for (std::uint64_t offset = 0; offset < bytes; offset += kWindowBytes) {
    const std::uint64_t length = std::min(kWindowBytes, bytes - offset);
    void* window = mmap(nullptr, length, PROT_READ, MAP_SHARED, static_cast<int>(file),
                        static_cast<off_t>(offset));
    if (window == MAP_FAILED) {
      return std::nullopt;
    }
    const bool told = posix::residency(window, length, pages.data()) == 0;
    munmap(window, length);
    if (!told) {
      return std::nullopt;
    }
    const auto end = pages.begin() + static_cast<std::ptrdiff_t>((length + page - 1) / page);
    resident += static_cast<std::uint64_t>(
        std::count_if(pages.begin(), end, [](unsigned char state) { return (state & 1) != 0; }));
  }
  return resident * page;
}

MaybeFault read_length(Handle file, std::uint64_t& bytes) {
  struct stat info {};
  if (fstat(static_cast<int>(file), &info) == -1) {
    return describe("fstat", errno);
  }
  bytes = static_cast<std::uint64_t>(info.st_size);
  return std::nullopt;
}

MaybeFault try_lock(int descriptor, bool& locked) {
  locked = posix::uninterrupted([&] { return flock(descriptor, LOCK_EX | LOCK_NB); }) == 0;
  return fault_if_any("flock", locked || errno == EWOULDBLOCK ? 0 : errno);
}

void close_handle(Handle file) {
  // The error of close(2) does not matter: the flush before has reported any error of writing. A
  // second close could hit another thread's file.
  close(static_cast<int>(file));
}

MaybeFault close_written(Handle file) {
  return fault_if_any("close", close(static_cast<int>(file)) == 0 || errno == EINTR ? 0 : errno);
}

namespace posix {

MaybeFault list_names(int directory, std::vector<std::string>& names) {
  // fdopendir() takes ownership of its descriptor.
  const int copy = uninterrupted(
      [&] { return openat(directory, ".", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC); });
  if (copy == -1) {
    return describe("openat", errno);
  }
  DIR* const entries = fdopendir(copy);
  if (entries == nullptr) {
    auto fault = describe("fdopendir", errno);
    close(copy);
    return fault;
  }
  names.clear();
  errno = 0;
  while (const dirent* const entry = readdir(entries)) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") {
      names.push_back(name);
    }
    errno = 0;
  }
  const int error = errno;
  closedir(entries);
  return fault_if_any("readdir", error);
}

}  // namespace posix

void enter_engine_thread() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, nullptr);
}

}  // namespace driveproof::platform
