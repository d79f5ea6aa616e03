#include "arguments.h"

#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "engine/block_content.h"
#include "results.h"

namespace driveproof {

namespace {

constexpr std::uint64_t kLargestInteger = (std::uint64_t{1} << 53) - 1;  // Number.MAX_SAFE_INTEGER
constexpr std::uint64_t kSmallestBlock = 512;
constexpr std::uint64_t kLargestBlock = 1u << 20;

/** Reads the properties of one options object; remembers whether all of them were right. */
class Options {
 public:
  Options(const Napi::CallbackInfo& info, const char* method) : env_(info.Env()) {
    if (info.Length() < 1 || !info[0].IsObject()) {
      fail(std::string(method) + " needs an object of options");
      return;
    }
    object_ = info[0].As<Napi::Object>();
  }

  bool ok() const { return ok_; }

  void fail(const std::string& message) {
    if (ok_) {
      ok_ = false;
      if (!env_.IsExceptionPending()) {  // a getter's own exception is the better story
        invalid_argument(env_, message).ThrowAsJavaScriptException();
      }
    }
  }

  std::string text(const char* name) {
    const Napi::Value value = get(name);
    if (!ok_ || !value.IsString()) {
      fail(std::string(name) + " must be a string");
      return {};
    }
    std::string text = value.As<Napi::String>().Utf8Value();
    if (text.empty() || text.find('\0') != std::string::npos) {
      fail(std::string(name) + " must not be empty or contain a null character");
    }
    return text;
  }

  bool flag(const char* name) {
    const Napi::Value value = get(name);
    if (!ok_ || !value.IsBoolean()) {
      fail(std::string(name) + " must be true or false");
      return false;
    }
    return value.As<Napi::Boolean>().Value();
  }

  std::uint64_t integer(const char* name, std::uint64_t smallest) {
    return integer(name, get(name), smallest);
  }

  std::optional<std::uint64_t> integer_or_null(const char* name, std::uint64_t smallest) {
    const Napi::Value value = get(name);
    return ok_ && value.IsNull() ? std::nullopt
                                 : std::optional(integer(name, value, smallest));
  }

  /** The index of a mode of this system. */
  std::size_t mode(const char* name) {
    const std::string id = text(name);
    const auto modes = platform::modes();
    std::size_t index = 0;
    while (index < modes.size() && id != modes[index].id) {
      ++index;
    }
    if (index == modes.size()) {
      fail("this operating system has no mode \"" + id + "\"");
    }
    return index;
  }

 private:
  std::uint64_t integer(const char* name, const Napi::Value& value, std::uint64_t smallest) {
    if (!ok_ || !value.IsNumber()) {
      fail(std::string(name) + " must be a number");
      return 0;
    }
    const double number = value.As<Napi::Number>().DoubleValue();
    if (!std::isfinite(number) || number != std::floor(number) ||
        number < static_cast<double>(smallest) ||
        number > static_cast<double>(kLargestInteger)) {
      fail(std::string(name) + " must be an integer of at least " + std::to_string(smallest));
      return 0;
    }
    return static_cast<std::uint64_t>(number);
  }

  Napi::Value get(const char* name) {
    if (!ok_) {
      return env_.Undefined();
    }
    const Napi::Value value = object_.Get(name);
    if (env_.IsExceptionPending()) {
      ok_ = false;
      return env_.Undefined();
    }
    return value;
  }

  Napi::Env env_;
  Napi::Object object_;
  bool ok_ = true;
};

bool is_plain_name(const std::string& name) {
  // The colon would open an alternate stream on Windows.
  return name != "." && name != ".." && name.find_first_of("/\\:") == std::string::npos;
}

}  // namespace

std::optional<PrepareRequest> parse_prepare(const Napi::CallbackInfo& info) {
  Options options(info, "prepare()");
  PrepareRequest request;
  request.directory = options.text("directory");
  request.file_name = options.text("fileName");
  const std::uint64_t block_bytes = options.integer("blockBytes", kSmallestBlock);
  request.file_bytes = options.integer("fileBytes", 0);
  request.seed = options.integer("seed", 0);
  if (!options.ok()) {
    return std::nullopt;
  }
  if (!is_plain_name(request.file_name)) {
    options.fail("fileName must be a plain name without separators");
  } else if (block_bytes > kLargestBlock || !std::has_single_bit(block_bytes)) {
    options.fail("blockBytes must be a power of two from 512 to 1048576");
  } else if (request.file_bytes % block_bytes != 0) {
    options.fail("fileBytes must be a multiple of blockBytes");
  } else if (request.file_bytes / block_bytes > std::numeric_limits<std::uint32_t>::max()) {
    options.fail("fileBytes must not be more than 4294967295 blocks");
  }
  request.block_bytes = static_cast<std::uint32_t>(block_bytes);
  return options.ok() ? std::optional(std::move(request)) : std::nullopt;
}

std::optional<MeasureRequest> parse_measure(const Napi::CallbackInfo& info) {
  Options options(info, "measure()");
  MeasureRequest request;
  request.mode = options.mode("mode");
  request.duration_ns = options.integer("durationNs", 1);
  request.max_bytes = options.integer("maxBytes", 1);
  return options.ok() ? std::optional(request) : std::nullopt;
}

std::optional<SequentialRequest> parse_sequential(const Napi::CallbackInfo& info) {
  Options options(info, "sequential()");
  SequentialRequest request;
  request.mode = options.mode("mode");
  const std::uint64_t write_bytes = options.integer("writeBytes", kSmallestBlock);
  request.total_bytes = options.integer("totalBytes", 1);
  request.max_ns = options.integer("maxNs", 1);
  const std::string layout = options.text("layout");
  request.layout = layout == "append" ? Layout::kAppend : Layout::kRewrite;
  request.sync_every_bytes = options.integer_or_null("syncEveryBytes", 1);
  request.sync_at_end = options.flag("syncAtEnd");
  request.background_sync_ns = options.integer_or_null("backgroundSyncNs", 1);
  if (!options.ok()) {
    return std::nullopt;
  }
  if (layout != "rewrite" && layout != "append") {
    options.fail("layout must be \"rewrite\" or \"append\"");
  } else if (write_bytes > BlockContent::kLongestWriteBytes) {
    options.fail("writeBytes must not be more than " +
                 std::to_string(BlockContent::kLongestWriteBytes));
  }
  request.write_bytes = static_cast<std::uint32_t>(write_bytes);
  return options.ok() ? std::optional(request) : std::nullopt;
}

bool suits_file(Napi::Env env, const SequentialRequest& request, const FileShape& file) {
  const auto are_multiples_of = [&](std::uint32_t unit) {
    return request.write_bytes % unit == 0 && request.total_bytes % unit == 0;
  };
  const bool rewrites = request.layout == Layout::kRewrite;
  std::string problem;
  if (rewrites && !are_multiples_of(file.block_bytes)) {
    problem = "writeBytes and totalBytes must be multiples of blockBytes to rewrite blocks";
  } else if (rewrites && request.total_bytes > file.file_bytes) {
    problem = "totalBytes must not be more than the prepared file has";
  } else if (platform::is_unbuffered(platform::modes()[request.mode]) &&
             !are_multiples_of(file.alignment_bytes)) {
    problem = "writeBytes and totalBytes must be multiples of " +
              std::to_string(file.alignment_bytes) + " in this mode";
  }
  if (!problem.empty()) {
    invalid_argument(env, problem).ThrowAsJavaScriptException();
  }
  return problem.empty();
}

}  // namespace driveproof
