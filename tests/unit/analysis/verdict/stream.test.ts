import { describe, expect, it } from "vitest";
import type { Stream } from "#contract/workloads/buffer-sweep";
import { answerIn, judged } from "../../../helpers/read-verdict";
import type { SampleOptions } from "../../../helpers/sample-report";

const plainSpeed = (options: SampleOptions) => answerIn(judged(options), "plain-speed").reason;

/** A drive that takes 5 GB/s, written by a computer that copies 3 GB/s. */
const sweep = { memoryBytesPerSecond: 3e9, driveBytesPerSecond: 5e9 };
const stream: Stream = {
  systemCall: "open(O_RDWR|O_DIRECT), pwrite(fd, buf, 8388608, end) + fdatasync(fd)",
  unbuffered: true,
  bytes: 1024 ** 3,
  elapsedNs: 220_000_000,
  bytesPerSecond: (1024 ** 3 * 1e9) / 220_000_000,
  reason: null,
};

describe("the answer about plain write speed", () => {
  it("states no rate that is computed from the sum of the times of copying and flushing", () => {
    // 64 MiB copied at 3 GB/s and then flushed at 5 GB/s give 1.87 GB/s, which is the speed of
    // neither.
    expect(plainSpeed({ sweep })).not.toContain("1.87 GB/s");
    expect(plainSpeed({ sweep })).toMatch(/how fast the drive takes a stream was not measured/);
  });

  it("states the rate of the long write instead of a stream if the run measured both", () => {
    const reason = plainSpeed({ sweep, report: { stream }, sustained: { fastBytes: null } });
    expect(reason).toMatch(/a stream of (59|60)(\.\d)? GB went at (1\.99|2) GB\/s, until/);
    expect(reason).not.toContain("1.07 GB went");
  });
});
