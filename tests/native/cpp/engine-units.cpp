// Parts of the engine that need no file: hash, random numbers, histogram, timeline,
// block content, named numbers.

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "../../../native/src/engine/block_content.h"
#include "../../../native/src/engine/histogram.h"
#include "../../../native/src/engine/random.h"
#include "../../../native/src/engine/timeline.h"
#include "../../../native/src/engine/xxhash64.h"
#include "../../../native/src/platform/named_numbers.h"
#include "../../../native/src/power-cut/record.h"
#include "../../../native/src/power-cut/schedule.h"
#include "check.h"

using namespace driveproof;

namespace {

std::uint64_t hash(const std::string& text, std::uint64_t seed = 0) {
  return xxhash64(text.data(), text.size(), seed);
}

/** Expected values come from the reference implementation (xxHash 0.8). */
void test_xxhash64() {
  CHECK(hash("") == 0xEF46DB3751D8E999u);
  CHECK(hash("", 2654435761u) == 0xAC75FDA2929B17EFu);
  CHECK(hash("a") == 0xD24EC4F1A98C6E5Bu);
  CHECK(hash("abc") == 0x44BC2CF5AD770999u);
  CHECK(hash("The quick brown fox jumps over the lazy dog") == 0x0B242D361FDA71BCu);
  CHECK(hash("abcdefghijklmnopqrstuvwxyz0123456789", 2654435761u) == 0x3444D3C79B397331u);
  std::string bytes;  // 100 bytes: stripes and every kind of tail
  for (int index = 0; index < 100; ++index) {
    bytes.push_back(static_cast<char>(index * 7 + 3));
  }
  CHECK(hash(bytes, 1) == 0x8D8957E68F02C7CEu);
}

void test_random() {
  Random one(7);
  Random same(7);
  Random other(8);
  bool differs = false;
  for (int draw = 0; draw < 100; ++draw) {
    const std::uint64_t value = one.next();
    CHECK(value == same.next());
    differs = differs || value != other.next();
  }
  CHECK(differs);

  // Uniform below a count that is no power of two: 70 000 draws into 7 boxes of 10 000, each
  // within five standard deviations (93).
  std::vector<int> boxes(7);
  Random random(1);
  for (int draw = 0; draw < 70000; ++draw) {
    ++boxes.at(random.below(7));
  }
  for (const int box : boxes) {
    CHECK(box > 9535 && box < 10465);
  }
  CHECK(Random(3).below(1) == 0);

  // With the largest bound, draws occur in both the lower and the upper half of the range.
  bool low = false;
  bool high = false;
  for (int draw = 0; draw < 100; ++draw) {
    (random.below(0xFFFFFFFFu) < 0x80000000u ? low : high) = true;
  }
  CHECK(low && high);
}

void test_fill_is_incompressible() {
  std::vector<unsigned char> one(65536);
  std::vector<unsigned char> other(65536);
  fill_random(one.data(), one.size(), 1, 2);
  fill_random(other.data(), other.size(), 1, 3);
  CHECK(one != other);
  fill_random(other.data(), other.size(), 1, 2);
  CHECK(one == other);
  std::set<std::uint64_t> words;
  std::vector<int> counts(256);
  for (std::size_t at = 0; at < one.size(); at += 8) {
    std::uint64_t word;
    std::memcpy(&word, one.data() + at, 8);
    words.insert(word);
  }
  CHECK(words.size() == one.size() / 8);  // no eight bytes occur twice
  for (const unsigned char byte : one) {
    ++counts[byte];
  }
  for (const int count : counts) {
    CHECK(count > 256 - 100 && count < 256 + 100);  // six standard deviations of 16
  }
}

void test_histogram_buckets() {
  // Below 2048 ns every value has its own bucket.
  for (std::uint64_t value = 0; value < 2048; ++value) {
    CHECK(Histogram::upper_edge_ns(Histogram::bucket_of(value)) == value);
  }
  // From 2048 ns on a bucket's upper edge is at least the value and at most 1/1024 above it.
  for (std::uint64_t value = 1; value <= Histogram::kLargest; value += 1 + value / 997) {
    const std::uint64_t edge = Histogram::upper_edge_ns(Histogram::bucket_of(value));
    CHECK(edge >= value && edge - value <= value / 1024);
  }
  // Each bucket begins right after the previous one ends.
  for (std::size_t bucket = 0; bucket + 1 < Histogram::kBuckets; ++bucket) {
    const std::uint64_t edge = Histogram::upper_edge_ns(bucket);
    CHECK(Histogram::bucket_of(edge) == bucket);
    CHECK(Histogram::bucket_of(edge + 1) == bucket + 1);
  }
  CHECK(Histogram::upper_edge_ns(Histogram::kBuckets - 1) == Histogram::kLargest);
  CHECK(Histogram::kLargest >= 100'000'000'000u);  // 100 s
  CHECK(Histogram::bucket_of(~std::uint64_t{0}) == Histogram::kBuckets - 1);
}

void test_histogram_counts() {
  Histogram histogram;
  CHECK(histogram.read().counts.empty());
  CHECK(histogram.read().min_ns == 0 && histogram.read().max_ns == 0);
  for (const std::uint64_t value : {5u, 5u, 7u, 100'000u, 5u}) {
    histogram.record(value);
  }
  histogram.record(500'000'000'000u);  // 500 s: beyond the last bucket
  const LatencyCounts counts = histogram.read();
  const std::uint64_t edge = Histogram::upper_edge_ns(Histogram::bucket_of(100'000));
  CHECK((counts.values_ns == std::vector<std::uint64_t>{5, 7, edge, Histogram::kLargest}));
  CHECK((counts.counts == std::vector<std::uint64_t>{3, 1, 1, 1}));
  CHECK(counts.min_ns == 5);
  CHECK(counts.max_ns == 500'000'000'000u);
  CHECK(counts.sum_ns == 5 * 3 + 7 + 100'000 + 500'000'000'000u);
  histogram.clear();
  CHECK(histogram.read().counts.empty() && histogram.read().sum_ns == 0);
  histogram.record(0);
  CHECK(histogram.read().min_ns == 0 && histogram.read().counts.size() == 1);
}

void test_histogram_sum() {
  Histogram sum;
  Histogram part;
  sum.add(part);
  CHECK(sum.read().counts.empty() && sum.read().min_ns == 0);
  for (const std::uint64_t value : {9u, 5u, 100'000u}) {
    part.record(value);
  }
  sum.record(7);
  sum.record(9);
  sum.add(part);
  const LatencyCounts counts = sum.read();
  const std::uint64_t edge = Histogram::upper_edge_ns(Histogram::bucket_of(100'000));
  CHECK((counts.values_ns == std::vector<std::uint64_t>{5, 7, 9, edge}));
  CHECK((counts.counts == std::vector<std::uint64_t>{1, 1, 2, 1}));
  CHECK(counts.min_ns == 5 && counts.max_ns == 100'000);
  CHECK(counts.sum_ns == 7 + 9 + 9 + 5 + 100'000);
}

void test_timeline_sum() {
  constexpr std::uint64_t kMs = 1'000'000;
  CHECK(sum_of({}).windows.empty());
  // One timeline has windows of 10 ms; the other has windows of 20 ms and ends later.
  const TimelineCounts fine{10 * kMs, 25 * kMs, {{1, 10, 5, 3}, {2, 20, 9, 14}, {4, 40, 6, 22}}};
  const TimelineCounts coarse{20 * kMs, 55 * kMs, {{10, 100, 7, 2}, {20, 200, 1, 30}, {5, 50, 2, 41}}};
  const TimelineCounts sum = sum_of({fine, coarse});
  CHECK(sum.window_ns == 20 * kMs && sum.elapsed_ns == 55 * kMs && sum.windows.size() == 3);
  CHECK(sum.windows[0].operations == 13 && sum.windows[0].bytes == 130);
  CHECK(sum.windows[0].slowest_ns == 9 && sum.windows[0].slowest_at_ns == 14);
  CHECK(sum.windows[1].operations == 24 && sum.windows[1].slowest_ns == 6);
  CHECK(sum.windows[2].operations == 5 && sum.windows[2].slowest_at_ns == 41);
}

void test_timeline() {
  constexpr std::uint64_t kMs = 1'000'000;
  Timeline timeline;
  // Two operations in the first window, one that stalls for 35 ms over the next windows, and one
  // after it.
  timeline.begin(7);
  timeline.record(7 + 3 * kMs, 3 * kMs, 0, 0);
  timeline.record(7 + 8 * kMs, 5 * kMs, 1, 4096);
  timeline.record(7 + 43 * kMs, 35 * kMs, 2, 8192);
  timeline.record(7 + 44 * kMs, 1 * kMs, 3, 12288);
  const TimelineCounts stalled = timeline.finish(7 + 44 * kMs, 4, 16384);
  CHECK(stalled.window_ns == 10 * kMs && stalled.elapsed_ns == 44 * kMs);
  CHECK(stalled.windows.size() == 5);
  CHECK(stalled.windows[0].operations == 2 && stalled.windows[0].bytes == 8192);
  CHECK(stalled.windows[0].slowest_ns == 5 * kMs && stalled.windows[0].slowest_at_ns == 3 * kMs);
  for (int index = 1; index < 4; ++index) {
    CHECK(stalled.windows[index].operations == 0 && stalled.windows[index].slowest_ns == 0);
  }
  CHECK(stalled.windows[4].operations == 2 && stalled.windows[4].bytes == 8192);
  CHECK(stalled.windows[4].slowest_ns == 35 * kMs && stalled.windows[4].slowest_at_ns == 8 * kMs);

  // However long a round takes, the windows stay bounded, no operation is lost, and the slowest one
  // keeps its time.
  for (const std::uint64_t count : {1u, 255u, 256u, 257u, 511u, 513u, 4000u, 100'000u}) {
    timeline.begin(0);
    for (std::uint64_t index = 0; index < count; ++index) {
      const std::uint64_t latency = index == count / 3 ? 9 * kMs : 2 * kMs;
      timeline.record((index + 1) * 10 * kMs - 1, latency, index, index * 10);
    }
    const TimelineCounts counts = timeline.finish(count * 10 * kMs - 1, count, count * 10);
    CHECK(counts.windows.size() <= Timeline::kWindows);
    CHECK(counts.windows.size() * counts.window_ns >= counts.elapsed_ns);
    CHECK((counts.windows.size() - 1) * counts.window_ns <= counts.elapsed_ns);
    std::uint64_t operations = 0;
    std::uint64_t bytes = 0;
    for (std::size_t index = 0; index < counts.windows.size(); ++index) {
      const TimelineWindow& window = counts.windows[index];
      operations += window.operations;
      bytes += window.bytes;
      if (window.slowest_ns == 9 * kMs) {
        const std::uint64_t end = window.slowest_at_ns + window.slowest_ns;
        CHECK(end == (count / 3 + 1) * 10 * kMs - 1);
        CHECK(end / counts.window_ns == index);
      }
      if (index + 1 < counts.windows.size()) {
        CHECK(window.operations == counts.window_ns / (10 * kMs));  // windows of equal length
      }
    }
    CHECK(operations == count && bytes == count * 10);
  }
}

void test_block_content() {
  constexpr std::uint32_t kBytes = 4096;
  BlockContent content;
  CHECK(content.make(42, kBytes, 4096));
  std::vector<unsigned char> expected(kBytes);
  std::set<std::vector<unsigned char>> seen;
  for (const std::uint64_t sequence : {0u, 1u, 255u, 256u, 257u, 10'000u, 1'000'000u}) {
    for (const std::uint64_t block : {0u, 1u, 77u}) {
      content.compose(expected.data(), block, sequence);
      CHECK(seen.insert(expected).second);  // no two writes look the same
      if (sequence != 0) {
        CHECK(std::memcmp(content.stamp(content.plan(block, sequence)), expected.data(), kBytes) == 0);
      }
      CHECK(content.difference(expected.data(), expected.data()).empty());
    }
  }
  // A change of any single byte is found.
  content.compose(expected.data(), 3, 9);
  for (std::uint32_t at = 0; at < kBytes; ++at) {
    std::vector<unsigned char> damaged = expected;
    damaged[at] ^= 0x10;
    CHECK(content.difference(damaged.data(), expected.data()) ==
          "bytes differ from byte " + std::to_string(at) + " on");
  }
  // Data of another seed, block or sequence is recognized as such.
  std::vector<unsigned char> found(kBytes);
  content.compose(found.data(), 4, 9);
  CHECK(content.difference(found.data(), expected.data()) ==
        "a different block's data (block 4)");
  content.compose(found.data(), 3, 8);
  CHECK(content.difference(found.data(), expected.data()) == "sequence 8 of block 3");
  content.compose(found.data(), 3, 0);
  CHECK(content.difference(found.data(), expected.data()) == "the first fill of block 3");
  BlockContent other;
  CHECK(other.make(43, kBytes, 4096));
  other.compose(found.data(), 3, 9);
  CHECK(content.difference(found.data(), expected.data()) == "data of another run");
  std::fill(found.begin(), found.end(), static_cast<unsigned char>(0));
  CHECK(content.difference(found.data(), expected.data()) == "zeros");
  // The alignment for unbuffered writes also holds for blocks smaller than the alignment.
  BlockContent small;
  CHECK(small.make(1, 512, 4096));
  for (std::uint64_t sequence = 1; sequence < 20'000; sequence += 100) {
    const unsigned char* memory = small.stamp(small.plan(0, sequence));
    CHECK(reinterpret_cast<std::uintptr_t>(memory) % 4096 == 0);
  }
}

/** Records of the power-cut test: whole, partial, damaged, and one of another slot. */
void test_power_cut_records() {
  const power_cut::Place place{3, power_cut::FileKind::kSlots, 17};
  constexpr std::uint32_t kRoom = 2;
  constexpr std::size_t kSectors = kRoom * power_cut::kSectorsPerBlock;
  std::vector<unsigned char> older(kRoom * power_cut::kBlockBytes);
  std::vector<unsigned char> newer(kRoom * power_cut::kBlockBytes);
  power_cut::ModeNumbers returned{};
  returned[0] = 7;
  returned[15] = 39;
  power_cut::compose_record(older.data(), {99, place, 40, 1000, 5'000, 2, 4'000, returned});
  power_cut::compose_record(newer.data(), {99, place, 50, 1200, 6'000, 1});
  const auto read = [&](const std::vector<unsigned char>& data) {
    return power_cut::read_record(data.data(), kRoom, 99, place);
  };

  const power_cut::RecordFound whole = read(older);
  CHECK(whole.whole && whole.sectors.empty());
  CHECK(whole.number == 40 && whole.order == 1000 && whole.elapsed_ns == 5'000);
  CHECK(whole.witnessed_ns == 4'000 && whole.returned[0] == 7 && whole.returned[15] == 39);

  // After a shorter record over a longer one, the rest of the longer one does not matter.
  std::vector<unsigned char> data = older;
  std::copy_n(newer.begin(), power_cut::kBlockBytes, data.begin());
  CHECK(read(data).whole && read(data).number == 50);
  data.back() ^= 1;
  CHECK(read(data).whole);

  // Each sector in turn is zero, or has a flipped bit, or belongs to another record.
  for (std::size_t sector = 1; sector < kSectors; ++sector) {
    data = older;
    std::fill_n(data.begin() + static_cast<std::ptrdiff_t>(sector * power_cut::kSectorBytes),
                power_cut::kSectorBytes, static_cast<unsigned char>(0));
    CHECK(!read(data).whole && read(data).sectors.at(sector) == power_cut::kZeroSector);
  }
  for (std::size_t byte = 0; byte < power_cut::kSectorBytes; ++byte) {
    data = older;
    data[power_cut::kSectorBytes + byte] ^= 0x10;
    const power_cut::RecordFound found = read(data);
    CHECK(!found.whole && found.sectors.at(0) == 40);
    CHECK(found.sectors.at(1) == power_cut::kDamagedSector);
  }
  std::copy_n(newer.begin(), power_cut::kSectorBytes, data.begin());
  CHECK(!read(data).whole && read(data).sectors.front() == 50);

  // A whole record is followed by the second block of a later, longer record.
  std::vector<unsigned char> longer(kRoom * power_cut::kBlockBytes);
  power_cut::compose_record(longer.data(), {99, place, 60, 1300, 7'000, 2});
  data = newer;
  std::copy_n(longer.begin() + power_cut::kBlockBytes, power_cut::kBlockBytes,
              data.begin() + power_cut::kBlockBytes);
  CHECK(!read(data).whole && read(data).sectors.back() == 60);

  // Intact sectors of another run, mode, file or position count as foreign.
  const auto foreign = [&](std::uint64_t run, const power_cut::Place& other) {
    const power_cut::RecordFound found = power_cut::read_record(older.data(), kRoom, run, other);
    return !found.whole && found.sectors.front() == power_cut::kForeignSector;
  };
  CHECK(foreign(98, place));
  CHECK(foreign(99, {2, power_cut::FileKind::kSlots, 17}));
  CHECK(foreign(99, {3, power_cut::FileKind::kLog, 17}));
  CHECK(foreign(99, {3, power_cut::FileKind::kSlots, 18}));

  // Random bytes are no record, and neither is one that claims more blocks than its slot has.
  for (std::size_t byte = 0; byte < data.size(); ++byte) {
    data[byte] = static_cast<unsigned char>(mix64(byte));
  }
  CHECK(read(data).sectors.size() == kSectors);
  CHECK(read(data).sectors.front() == power_cut::kDamagedSector);
  CHECK(!power_cut::read_record(older.data(), 1, 99, place).whole);
}

void test_named_numbers() {
  // A macro turns the list of names into a text, from which some compilers drop the spaces.
  for (const char* names : {"ONE, TWO, THREE", "ONE,TWO,THREE"}) {
    const platform::NamedNumbers named{names, std::to_array<std::int64_t>({1, 2, 3})};
    CHECK(named.name_of(1, "?") == "ONE");
    CHECK(named.name_of(3, "?") == "THREE");
    CHECK(named.name_of(4, "?") == "?");
  }
}

}  // namespace

int main() {
  test_xxhash64();
  test_random();
  test_fill_is_incompressible();
  test_histogram_buckets();
  test_histogram_counts();
  test_histogram_sum();
  test_timeline_sum();
  test_timeline();
  test_block_content();
  test_power_cut_records();
  test_named_numbers();
  std::puts("all units hold");
}
