#include "commit_variants.h"

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

#include "../engine/transfer.h"
#include "../platform/file_handle.h"
#include "../platform/private_folder.h"
#include "log_reader.h"

namespace driveproof {

namespace {

constexpr const char* kFileName = "records.log";

class AppendLog : public Database {
 public:
  MaybeFault open(const DatabaseSetup& setup) override {
    durability_ = setup.durability;
    const std::string path = setup.folder + platform::kSeparator + kFileName;
    auto fault =
        setup.is_new ? platform::make_file(path, file_) : platform::open_file(path, file_);
    if (fault || !setup.is_new) {
      return fault;
    }
    // Allocates memory for a whole transaction, so that no insert has to wait for an allocation.
    const std::size_t bytes = (sizeof(LogHeader) + setup.record_bytes) *
                                  std::size_t{setup.records_per_transaction} +
                              sizeof(LogHeader);
    buffer_.reset(new (std::nothrow) unsigned char[bytes]);
    if (!buffer_) {
      return platform::out_of_memory("not enough memory for one transaction");
    }
    // Flushes now, so that a refusal of the file system fails here and not during the measurement.
    return durability_ == Durability::kDurable ? flush() : std::nullopt;
  }

  MaybeFault begin() override {
    used_ = 0;
    return std::nullopt;
  }

  MaybeFault insert(const Record& record) override {
    LogHeader header;
    header.key_bytes = static_cast<std::uint32_t>(record.key.size());
    header.value_bytes = static_cast<std::uint32_t>(record.value.size());
    header.sequence = sequence_++;
    unsigned char* const at = buffer_.get() + used_;
    unsigned char* const content = at + sizeof header;
    std::memcpy(content, record.key.data(), record.key.size());
    std::memcpy(content + record.key.size(), record.value.data(), record.value.size());
    header.hash = hash_of(header, content);
    std::memcpy(at, &header, sizeof header);
    used_ += sizeof header + record.key.size() + record.value.size();
    return std::nullopt;
  }

  MaybeFault commit() override {
    LogHeader mark;
    mark.sequence = sequence_;
    mark.hash = hash_of(mark, nullptr);
    std::memcpy(buffer_.get() + used_, &mark, sizeof mark);
    used_ += sizeof mark;
    const auto bytes = static_cast<std::uint32_t>(used_);
    RETURN_IF_FAULT(write_all(file_.get(), buffer_.get(), bytes, end_));
    end_ += bytes;
    return durability_ == Durability::kDurable ? flush() : std::nullopt;
  }

  MaybeFault visit(const Visitor& visitor) override { return read_log(file_.get(), visitor); }

  MaybeFault close() override { return platform::close_written(file_.release()); }

 private:
  MaybeFault flush() { return platform::perform(platform::full_flush(), file_.get()); }

  Durability durability_ = Durability::kDurable;
  platform::FileHandle file_;
  std::unique_ptr<unsigned char[]> buffer_;
  std::size_t used_ = 0;
  std::uint64_t sequence_ = 0;
  std::uint64_t end_ = 0;
};

}  // namespace

void add_append_log_variants(std::vector<CommitVariant>& variants) {
  CommitVariant log;
  log.database = "append-log";
  log.variant = "log";
  log.relaxed_settings = platform::kWriteCall;
  log.durable_settings = log.relaxed_settings + " + " + platform::full_flush().text;
  log.make = []() -> std::unique_ptr<Database> { return std::make_unique<AppendLog>(); };
  variants.push_back(std::move(log));
}

}  // namespace driveproof
