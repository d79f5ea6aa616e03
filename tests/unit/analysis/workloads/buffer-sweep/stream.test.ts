import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { buildStream, longestStream } from "#analysis/workloads/buffer-sweep/stream";
import { sampleSustained } from "../../../../helpers/sample-sustained";
import { sampleCounts } from "../../../../helpers/sample-workloads";

const stream = (changes: Parameters<typeof sampleCounts>[0]) =>
  buildStream({
    type: "buffer-stream",
    systemCall: "pwrite(fd, buf, 8388608, end) + fdatasync(fd)",
    unbuffered: true,
    reason: null,
    counts: sampleCounts({ bytes: 1e9, elapsedNs: 5e8, settleNs: null, ...changes }),
  });

describe("a stream", () => {
  it("is counted by the time that its last flush is a part of", () => {
    expect(stream({})).toMatchObject({ bytes: 1e9, elapsedNs: 5e8, bytesPerSecond: 2e9 });
    expect(stream({ endedBy: "time" })?.bytesPerSecond).toBe(2e9);
  });

  it("is none where it did not come to its last flush", () => {
    expect(stream({ endedBy: "stopped" })).toBeNull();
    expect(stream({ endedBy: "error" })).toBeNull();
  });

  it("is the long write where that was longer, its flush counted in", () => {
    const plan = planFor("standard", "linux").workloads["sustained-write"];
    const sustained = sampleSustained(plan, { fastBytes: null, settleNs: 30e9 });
    const longest = longestStream({ sustained, stream: stream({}) });
    expect(longest?.bytes).toBe(sustained.bytes);
    // 30 s of writing and 30 s of flushing.
    expect(longest?.bytesPerSecond).toBeCloseTo((sustained.bytesPerSecond ?? 0) / 2, -3);
    const unflushed = sampleSustained(plan, { settleNs: null });
    expect(longestStream({ sustained: unflushed, stream: stream({}) })?.bytes).toBe(1e9);
    expect(longestStream({ sustained: null, stream: null })).toBeNull();
  });
});
