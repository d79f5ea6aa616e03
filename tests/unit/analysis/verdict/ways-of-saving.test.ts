import { describe, expect, it } from "vitest";
import { driveError } from "#contract/drive-error";
import type { ChunkedMode } from "#contract/workloads/chunked-writes";
import { verdictOn } from "../../../helpers/judged";
import { findingOf, judged, plain } from "../../../helpers/read-verdict";
import { type SampleOptions, sampleUnjudgedReport } from "../../../helpers/sample-report";

function required<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new Error("this finding is missing");
  }
  return value;
}

describe("the finding about saves that append", () => {
  const saves = (change: number | null, growth: number | null, growing = 210): SampleOptions => ({
    modes: [{ mode: "fdatasync", iops: 400, flushesPerSave: change }],
    append: [{ mode: "fdatasync", iops: growing, flushesPerSave: growth }],
  });

  it.each([
    [null, null],
    [1, null],
    [null, 2],
  ])("says nothing about flushes that the run did not count (%s, %s)", (change, growth) => {
    const { detail } = findingOf(saves(change, growth), "append-cost");
    expect(detail).toContain("210 saves a second");
    expect(detail).not.toMatch(/flush command|confirmation/);
    expect(detail).toContain("where it lies and how long the file now is");
  });

  it("says that appending takes no longer when the rates agree", () => {
    const { title, detail } = findingOf(saves(1, 1, 410), "append-cost");
    expect(title).toBe("Saving a new or growing file takes no longer than changing an old one");
    expect(detail).not.toContain("how long the file now is");
  });

  it("uses the past tense if the difference was measured in only three rounds", () => {
    const whole = sampleUnjudgedReport(saves(1, 2));
    const three = (modes: typeof whole.flushModes) =>
      modes.map((mode) => ({ ...mode, rounds: mode.rounds.slice(0, 3) }));
    const { findings } = verdictOn({
      ...whole,
      flushModes: three(whole.flushModes),
      appendModes: three(whole.appendModes ?? []),
    });
    const { title, detail: told } = required(findings.find(({ code }) => code === "append-cost"));
    const detail = plain(told);
    expect(title).toBe("Saving a new or growing file took longer than changing an old one");
    expect(detail).toContain("too few");
    expect(detail).not.toContain("needs two confirmations");
    expect(detail).toContain("counted 2.0 flush commands");
  });

  it("uses the past tense when single rounds contradict the difference", () => {
    const scattered = [{ mode: "fdatasync", iops: 210, deviation: 0.98 }] as const;
    const { title } = findingOf({ ...saves(1, 1), append: scattered }, "append-cost");
    expect(title).toBe("Saving a new or growing file took longer than changing an old one");
  });

  it('calls slightly slower saves "about as long" instead of "no longer"', () => {
    expect(findingOf(saves(1, 1, 330), "append-cost").title).toContain("takes about as long as");
    expect(findingOf(saves(1, 1, 400), "append-cost").title).toContain("takes no longer than");
  });
});

describe("ways of saving that differ only if a drive keeps the data", () => {
  it("are not said to differ for a Mac's disk in memory", () => {
    const options = { os: "macos", chunked: "ordinary" } as const;
    const says = "only the full one asks the drive to store it";
    expect(findingOf(options, "chunked-ratio").detail).toContain(says);
    const inMemory = { ...options, drive: { kind: "memory" } } as const;
    expect(findingOf(inMemory, "chunked-ratio").detail).not.toContain(says);
  });

  it("get no write-through warning on a network share of Windows", () => {
    const codes = (options: SampleOptions) => judged(options).findings.map(({ code }) => code);
    expect(codes({ os: "windows" })).toContain("write-through-unproven");
    expect(codes({ os: "windows", drive: { kind: "network" } })).not.toContain(
      "write-through-unproven",
    );
  });
});

describe("the finding about chunked writes", () => {
  it("calls modes with about the same time equally fast", () => {
    const alike: SampleOptions["chunked"] = [
      ["fsync", 2_100_000],
      ["fdatasync", 2_000_000],
    ];
    expect(findingOf({ chunked: alike }, "chunked-ratio").title).toContain("equally fast");
  });

  it("calls all ways of saving equally fast only if every single pass agrees", () => {
    const titleOf = (between: number[]) => {
      const chunked: SampleOptions["chunked"] = [
        ["fdatasync", [2_000_000, 2_000_000]],
        ["o_dsync", between],
        ["fsync", [2_200_000, 2_200_000]],
      ];
      return findingOf({ chunked }, "chunked-ratio").title;
    };
    expect(titleOf([1_900_000, 2_300_000])).toContain(
      "all ways of saving measured here are about equally fast",
    );
    expect(titleOf([1_000_000, 3_200_000])).toContain("did not show");
  });

  it("says which of two ways of saving promises less if that way is faster", () => {
    const meansOf = (chunked: NonNullable<SampleOptions["chunked"]>) =>
      findingOf({ os: "windows", chunked }, "chunked-ratio").detail;
    const cheaper = "it is not counted as a cheaper way to the same safety";
    expect(
      meansOf([
        ["flush_file_buffers", 4_000_000],
        ["write_through", 1_000_000],
      ]),
    ).toContain(`FILE_FLAG_WRITE_THROUGH promises less; ${cheaper}`);
    expect(
      meansOf([
        ["flush_file_buffers", 1_000_000],
        ["write_through", 4_000_000],
      ]),
    ).not.toContain(cheaper);
    expect(
      meansOf([
        ["flush_file_buffers", 4_000_000],
        ["nt_flush_data_only", 1_000_000],
      ]),
    ).not.toContain(cheaper);
    const { detail } = findingOf(
      { os: "windows", drive: { kind: "network" }, chunked: "ordinary" },
      "chunked-ratio",
    );
    expect(detail).not.toContain(cheaper);
  });
});

describe("the finding about failed modes", () => {
  it("lists a mode whose saves failed to append to a file", () => {
    const failure = driveError("drive-error", "Input/output error");
    const finding = findingOf({ append: [{ mode: "o_dsync", failure }] }, "mode-failed");
    expect(finding.detail).toContain("O_DSYNC: Input/output error.");
  });

  it("lists a mode that failed in the chunked writes", () => {
    const { chunked } = sampleUnjudgedReport({ chunked: "ordinary" });
    const broken: ChunkedMode = {
      mode: "fsync",
      systemCall: "fsync(fd)",
      status: "failed",
      reason: driveError("drive-error", "Input/output error").message,
      elapsedNs: null,
      extrapolated: false,
      passes: [],
      elapsedIntervalNs: null,
      ratioToFastest: null,
      latencyNs: null,
      worstWindow: null,
    };
    const report = { chunked: chunked && { ...chunked, modes: [broken] } };
    const finding = findingOf({ report }, "mode-failed");
    expect(finding.detail).toContain("fsync: Input/output error.");
  });
});
