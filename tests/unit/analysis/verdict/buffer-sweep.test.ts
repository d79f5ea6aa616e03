import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { planWith } from "../../../helpers/plan-with";
import { answerIn, findingOf, judged } from "../../../helpers/read-verdict";
import { type SampleOptions, sampleUnjudgedReport } from "../../../helpers/sample-report";

const plainSpeed = (options: SampleOptions) => answerIn(judged(options), "plain-speed");

describe("the answer about the write sweep", () => {
  it("states memory's rate for large writes, the size that reaches it and the rate of 512 B, but no sum of memory's and drive's speed", () => {
    const { word, reason } = plainSpeed({ sweep: {} });
    expect(word).toMatch(/^3 GB\/s from 64 KiB on$/);
    expect(reason).toContain("In writes of 64 KiB and more; with 512 B it is 403 MB/s.");
    expect(reason).toContain("into the computer’s memory first");
    // 429 MB/s is memory's 3 GB/s and the drive's 500 MB/s added up, which is the speed of neither.
    expect(reason).not.toContain("429 MB/s");
  });

  it("says that the size from which writes reach the rate is not known when the sweep shows no knee", () => {
    const few = planFor("quick", "linux", ["flush-modes", "buffer-sweep"]);
    const { word, reason } = plainSpeed({
      sweep: {},
      report: { plan: planWith(few, { "buffer-sweep": { bufferBytes: [512, 1024] } }) },
    });
    expect(word).not.toContain("from");
    expect(reason).toContain("In writes of up to 1 KiB; from which size on could not be told.");
  });

  it('says "from the smallest writes on" if the curve is flat from the start', () => {
    expect(plainSpeed({ sweep: { callNs: 0 } }).reason).toContain(
      "From the smallest writes on (512 B).",
    );
  });

  it("states the rate of plain writes in the flush test if the sweep is missing or empty", () => {
    const expected = "380 000 writes a second";
    const [empty] = sampleUnjudgedReport({ sweep: {} }).bufferSweeps;
    expect(plainSpeed({}).word).toBe(expected);
    expect(empty).toBeDefined();
    const report = { bufferSweeps: empty ? [{ ...empty, points: [] }] : [] };
    expect(plainSpeed({ report }).word).toBe(expected);
  });
});

describe("the finding about the knee of a write sweep", () => {
  it("says that there is no drive behind a volume in memory, as does the answer about plain writes", () => {
    const memory: SampleOptions = {
      sweep: { driveBytesPerSecond: null },
      drive: { kind: "memory" },
      volume: { fileSystem: "tmpfs" },
    };
    expect(findingOf(memory, "buffer-knee").detail).toContain("no drive behind this volume");
    expect(plainSpeed(memory).reason).toContain("which is all there is here");
  });

  it("says why the limit is unclear if neither processor nor drive is shown to be it, and names no drive for a volume in memory", () => {
    const both = findingOf({ sweep: { driveBytesPerSecond: 8e9 } }, "buffer-unclear");
    expect(both.detail).toContain("Neither the processor’s work nor waiting took so much");
    const inMemory = { sweep: { driveBytesPerSecond: 8e9 }, drive: { kind: "memory" } } as const;
    expect(findingOf(inMemory, "buffer-unclear").detail).not.toContain("drive");
    const idle = findingOf({ sweep: { cpuShare: 0.6 } }, "buffer-unclear");
    expect(idle.detail).toContain("not busy all the time below 64 KiB");
  });
});

describe("the finding about uncached writes", () => {
  it("states the rates of large and of the smallest writes, and names the system option that bypasses memory", () => {
    const direct = { callNs: 40_000, memoryBytesPerSecond: 5e8, driveBytesPerSecond: null };
    const { title, detail } = findingOf({ sweep: {}, direct }, "direct-writes");
    expect(title).toBe("Without the system’s memory the drive takes 498 MB/s");
    expect(detail).toContain("(O_DIRECT)");
    // Writes smaller than a sector were refused, so 4 KiB is the smallest size named.
    expect(detail).toContain("pieces of 4 KiB reach 85 MB/s");
    expect(findingOf({ os: "macos", direct }, "direct-writes").detail).toContain("(F_NOCACHE)");
  });

  it("says of a virtual drive that its provider may keep the writes in memory", () => {
    const options: SampleOptions = { direct: {}, drive: { kind: "virtual" } };
    const { title, detail } = findingOf(options, "direct-writes");
    expect(title).toContain("the virtual drive takes");
    expect(detail).toContain("what provides it may keep it in a memory of its own");
  });
});

it.each<[string, SampleOptions]>([
  ["another computer", { drive: { kind: "network" } }],
  ["a container's lower layer", { volume: { fileSystem: "overlay", lowerMounts: null } }],
])(
  'findings call storage "what stands behind this volume" or "what provides this one", and ask for no free space, if it is %s',
  (_, where) => {
    const { title, detail } = findingOf({ direct: {}, ...where }, "direct-writes");
    expect(title).toMatch(/^Without the system’s memory what stands behind this volume takes/);
    expect(detail).toContain("Each piece waits until that has taken it, perhaps into a memory");
    expect(title + detail).not.toMatch(/the drive/);
    const full = findingOf({ sustained: {}, ...where }, "fast-cache-full");
    expect(full.detail).toContain("what provides this one may limit it in the same way");
    expect(full.detail).not.toContain("keep part of it free");
  },
);

describe("the verdict on uncached writes", () => {
  const onBtrfs = (osVersion: string, mountOptions = "rw,relatime"): SampleOptions => ({
    direct: {},
    volume: { fileSystem: "btrfs", mountOptions },
    host: { osVersion },
  });
  const codes = (options: SampleOptions) => judged(options).findings.map(({ code }) => code);

  it("says on btrfs with kernel 6.14 or 7.0 that the file system buffers these writes, and not that they bypass memory", () => {
    const options = onBtrfs("Debian GNU/Linux 13 (trixie), kernel 6.14.0-1-amd64");
    expect(findingOf(options, "direct-writes-buffered").detail).toContain("kernel 6.14.0");
    const { title, detail } = findingOf(options, "direct-writes");
    expect(title).toContain("which btrfs buffers");
    expect(title + detail).not.toMatch(/without the system’s memory|around the system’s memory/i);
    expect(codes(onBtrfs("7.0.1"))).toContain("direct-writes-buffered");
  });

  it("does not say that btrfs buffers the writes for older kernels, files without checksums or other file systems", () => {
    expect(codes(onBtrfs("Debian, kernel 6.13.9"))).not.toContain("direct-writes-buffered");
    expect(codes(onBtrfs("Oracle Linux 9.2, kernel 5.15.0"))).not.toContain(
      "direct-writes-buffered",
    );
    for (const option of ["nodatasum", "nodatacow"]) {
      const options = onBtrfs("Debian, kernel 6.18.0", `rw,${option}`);
      expect(codes(options)).not.toContain("direct-writes-buffered");
      expect(findingOf(options, "direct-writes").title).toContain("Without the system’s memory");
    }
    const ext4 = { ...onBtrfs("Debian, kernel 6.18.0"), volume: { fileSystem: "ext4" } };
    expect(codes(ext4)).not.toContain("direct-writes-buffered");
  });
});
