import { describe, expect, it } from "vitest";
import { buildStream } from "#analysis/workloads/buffer-sweep/stream";
import { sampleCounts } from "../../../../helpers/sample-round";

const stream = (changes: Parameters<typeof sampleCounts>[0]) =>
  buildStream({
    type: "buffer-stream",
    systemCall: "pwrite(fd, buf, 8388608, end) + fdatasync(fd)",
    unbuffered: true,
    reason: null,
    counts: sampleCounts({ bytes: 1e9, elapsedNs: 5e8, settleNs: null, ...changes }),
  });

describe("buildStream()", () => {
  it("divides the bytes by the elapsed time, even if the time limit ended the stream", () => {
    expect(stream({})).toMatchObject({ bytes: 1e9, elapsedNs: 5e8, bytesPerSecond: 2e9 });
    expect(stream({ endedBy: "time" })?.bytesPerSecond).toBe(2e9);
  });

  it("returns null if the stream was stopped or failed", () => {
    expect(stream({ endedBy: "stopped" })).toBeNull();
    expect(stream({ endedBy: "error" })).toBeNull();
  });
});
