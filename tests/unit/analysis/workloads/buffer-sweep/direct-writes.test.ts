import { describe, expect, it } from "vitest";
import { factsOf } from "#analysis/verdict/facts";
import { directFindings } from "#analysis/workloads/buffer-sweep/direct-writes";
import { sweepOf } from "#analysis/workloads/buffer-sweep/results";
import { said } from "../../../../helpers/judged";
import { sampleModes } from "../../../../helpers/sample-modes";
import { type SampleOptions, sampleUnjudgedReport } from "../../../../helpers/sample-report";

/**
 * When the verdict mentions writes around memory, and how it names them if the file system buffers
 * them.
 */

const btrfs: SampleOptions = {
  volume: { fileSystem: "btrfs" },
  host: { osVersion: "Linux, kernel 6.18.4" },
};
const only = (...modes: string[]) => sampleModes.linux.filter(({ mode }) => modes.includes(mode));
const codesOf = (options: SampleOptions) =>
  directFindings(factsOf(sampleUnjudgedReport({ ...btrfs, ...options }))).map(({ code }) => code);

describe("the finding that btrfs buffers direct writes", () => {
  it.each<[string, SampleOptions]>([
    ["a long write", { modes: [], sustained: {} }],
    ["a mode with O_DIRECT but without a flush", { modes: only("fsync", "o_direct") }],
    ["a mode with O_DIRECT and O_DSYNC", { modes: only("fsync", "o_direct_dsync") }],
    ["chunked writes with O_DIRECT", { modes: only("fsync"), chunked: [["o_direct", 1_000_000]] }],
  ])("appears on btrfs, and not on ext4, when the run measured %s", (_, options) => {
    expect(codesOf(options)).toEqual(["direct-writes-buffered"]);
    const ext4 = { ...options, volume: { fileSystem: "ext4" } };
    expect(codesOf(ext4)).toEqual([]);
  });

  it("comes before the finding about the drive's direct write pace if the run swept the sizes of direct writes", () => {
    expect(codesOf({ modes: [], direct: {} })).toEqual(["direct-writes-buffered", "direct-writes"]);
  });

  it.each<[string, SampleOptions]>([
    ["no write used O_DIRECT", { modes: only("none", "fsync"), chunked: [["fsync", 1_000_000]] }],
    [
      "the system refused the mode with O_DIRECT",
      { modes: [{ mode: "o_direct", refusal: "EINVAL" }] },
    ],
    ["the run ended before its mode with O_DIRECT", { modes: [{ mode: "o_direct_dsync" }] }],
  ])("is absent when %s", (_, options) => {
    expect(codesOf(options)).toEqual([]);
  });
});

describe("the finding about the direct write pace of the drive", () => {
  it.each([
    ["nvme", "the drive"],
    ["virtual", "the virtual drive"],
  ] as const)(
    'says for the drive kind "%s" that btrfs buffers the writes and "%s" takes them',
    (kind, name) => {
      const report = sampleUnjudgedReport({ ...btrfs, modes: [], direct: {}, drive: { kind } });
      expect(directFindings(factsOf(report)).map(({ title }) => said(title))).toContainEqual(
        expect.stringMatching(new RegExp(`^Written directly, which btrfs buffers, ${name} takes `)),
      );
    },
  );

  it("says only that the drive perhaps has a cache if its write cache is write-through", () => {
    const off = { drive: { kind: "hard-disk" }, volume: { writeCache: "write-through" } } as const;
    const [found] = directFindings(
      factsOf(sampleUnjudgedReport({ ...off, modes: [], direct: {} })),
    );
    expect(said(found?.means ?? [])).toContain(
      "has taken it, perhaps into its own memory (cache),",
    );
  });

  const ext4 = { volume: { fileSystem: "ext4" } } as const;
  const withPoints = (count: number) => {
    const report = sampleUnjudgedReport({ ...ext4, direct: {} });
    const sweep = sweepOf(report, true);
    const points = sweep?.points.slice(0, count) ?? [];
    const bufferSweeps = sweep ? [{ ...sweep, points }] : [];
    return directFindings(factsOf({ ...report, bufferSweeps })).map(({ code }) => code);
  };

  it("appears only if the sweep measured at least six sizes", () => {
    expect(withPoints(6)).toEqual(["direct-writes"]);
    expect(withPoints(5)).toEqual([]);
    expect(withPoints(0)).toEqual([]);
  });

  it("is absent if the volume is in memory, and if no sweep was run", () => {
    expect(codesOf({ ...ext4, direct: {}, drive: { kind: "memory" } })).toEqual([]);
    expect(codesOf(ext4)).toEqual([]);
  });
});
