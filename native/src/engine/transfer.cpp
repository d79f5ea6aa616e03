#include "transfer.h"

namespace driveproof {

platform::MaybeFault continue_write(platform::Handle file, const unsigned char* data,
                                    std::uint32_t bytes, std::uint64_t offset,
                                    std::int64_t written) {
  std::uint64_t done = 0;
  while (written > 0) {
    done += static_cast<std::uint64_t>(written);
    if (done >= bytes) {
      return std::nullopt;
    }
    written = platform::write_at(file, data + done, static_cast<std::uint32_t>(bytes - done),
                                 offset + done);
  }
  if (written == 0) {
    return platform::Fault{"NO_PROGRESS", platform::kWriteCall, 0, "the call wrote nothing",
                           offset + done};
  }
  return platform::describe(platform::kWriteCall, -written, offset + done);
}

platform::MaybeFault read_all(platform::Handle file, unsigned char* buffer, std::uint64_t bytes,
                              std::uint64_t room, std::uint64_t offset) {
  for (std::uint64_t done = 0; done < bytes;) {
    const std::int64_t count = platform::read_at(
        file, buffer + done, static_cast<std::uint32_t>(room - done), offset + done);
    if (count < 0) {
      return platform::describe(platform::kReadCall, -count, offset + done);
    }
    if (count == 0) {
      return platform::Fault{"UNEXPECTED_END", platform::kReadCall, 0,
                             "the file is shorter than what was written to it", offset + done};
    }
    done += static_cast<std::uint64_t>(count);
  }
  return std::nullopt;
}

}  // namespace driveproof
