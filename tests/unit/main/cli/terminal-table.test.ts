import { describe, expect, it } from "vitest";
import { driveError } from "#contract/drive-error";
import {
  liveTable,
  measuringWords,
  resultTable,
} from "../../../../electron/main/cli/terminal-table";
import { liveMoment } from "../../../helpers/mock-app/live-run";
import { sampleModes } from "../../../helpers/sample-modes";
import { type SampleOptions, sampleReport } from "../../../helpers/sample-report";

const plain = (lines: readonly string[]) => lines.join("\n").replace(/[\u202f\u00a0]/g, " ");

/** The terminal's table for a sample report with these options. */
const shown = (options?: SampleOptions) => plain(resultTable(sampleReport(options)));

describe("resultTable", () => {
  it("marks direct writes as buffered on btrfs, but not on a file system that writes them directly", () => {
    const host = { osVersion: "Debian, kernel 6.18.4" };
    const text = shown({ host, volume: { fileSystem: "btrfs" } });
    expect(text).toContain("buffered by btrfs on this kernel");
    expect(shown({ host })).not.toContain("buffered by btrfs");
  });

  it("shows the figures of overwriting a file and of appending to a file under separate headings", () => {
    const append = [{ mode: "fdatasync", iops: 210, flushesPerSave: 2 }] as const;
    const text = shown({ append });
    const longer = text.slice(text.indexOf("making a file longer"));
    expect(text.indexOf("changing a file")).toBeLessThan(text.indexOf("making a file longer"));
    expect(longer).toMatch(/fdatasync +210 .*2\.00/);
    expect(shown()).not.toContain("making a file longer");
  });

  it('shows "not counted" instead of 0 flushes per save if a mode may use force unit access', () => {
    const text = shown();
    expect(text).toMatch(/o_direct_dsync .* not counted {2}power cut/);
    expect(text).toMatch(/fsync .* 1\.10 {2}power cut/);
    expect(text).toMatch(/\n\(not counted: .*force-unit-access/);
    const modes = [{ mode: "o_direct_dsync", iops: 900, flushesPerSave: 1 }] as const;
    expect(shown({ modes })).not.toContain("not counted");
  });

  it("shows writes that bypass the page cache in a separate table, with the system's error for a refused write size", () => {
    const text = shown({ sweep: {}, direct: {} });
    const direct = text.slice(text.indexOf("direct  "));
    expect(text).toMatch(/write size +to memory +with the flush/);
    expect(direct).toContain("512 B       Not available (pwrite: EINVAL, Invalid argument)");
    expect(direct).toMatch(/4 KiB +[\d.]+ [MG]B\/s/);
  });

  it("shows latencies but no rate for saves after a pause, and the speed of the sequential stream until its last flush", () => {
    const stream = {
      systemCall: "pwrite",
      unbuffered: true,
      reason: null,
      bytes: 1_073_741_824,
      elapsedNs: 220_000_000,
      bytesPerSecond: 4.88e9,
    };
    const spaced = { p50Ns: 800_000, flushesPerSave: 2 };
    const text = shown({ spaced, sweep: {}, report: { stream } });
    expect(text).toMatch(
      /after a rest of 10 ms +typical +1 in 100 +flushes\/op\nfsync +800 µs +\S+ +2\.00\n/,
    );
    expect(text).toContain("Stream of 1.07 GB, direct, until its last flush: 4.88 GB/s");
    expect(shown({ sweep: {} })).not.toMatch(/after a rest|Stream/);
  });

  it("has a table of sync intervals for each sync call, with the reason if the call is unavailable", () => {
    const report = sampleReport({
      ladders: [
        ["fsync", {}],
        ["f_fullfsync", "fcntl: ENOTSUP"],
      ],
    });
    const text = plain(resultTable(report));
    expect(text).toMatch(/256 MiB with fsync +time/);
    expect(text).toMatch(
      /256 MiB with f_fullfsync +time\nAny distance +Not available \(fcntl: ENOTSUP\)/,
    );
  });
});

describe("resultTable of a file written in chunks", () => {
  it("shows how many times longer a mode took if both passes agree, and otherwise the time of each pass", () => {
    const agreeing = shown({
      chunked: [
        ["fdatasync", [1_000_000, 1_200_000]],
        ["fsync", [4_000_000, 4_800_000]],
      ],
    });
    expect(agreeing).toMatch(/fsync +563 ms {2}4\.0 times\n/);
    // The amount is the same in the chart's title and in the findings.
    expect(agreeing).toMatch(/^128 MiB in 1 MiB +time/m);
    const disagreeing = shown({
      chunked: [
        ["fdatasync", [100_000, 100_000]],
        ["fsync", [400_000, 3_900_000]],
      ],
    });
    expect(disagreeing).toMatch(/fsync +275 ms {2}passes: 51 ms, 499 ms\n/);
  });
});

describe("resultTable of a long write", () => {
  it('shows the speeds around a lasting fall, "without a lasting fall", the speeds of the first and last third, or a refusal\'s reason', () => {
    const fallen = shown({ sustained: {} });
    expect(fallen).toMatch(/Long write of 3\d(\.\d)? GB: \d+ MB\/s\n +2 GB\/s for the first 20 GB/);
    expect(fallen).toMatch(/then 400 MB\/s/);
    const steady = shown({ sustained: { fastBytes: null } });
    expect(steady).toMatch(/GB\/s\n +without a lasting fall/);
    const speedAt = (ns: number) => (ns < 1e9 ? 2e9 : 4e8);
    const short = { fastBytes: null, slowNs: 3e9, speedAt };
    const slower = shown({ sustained: short });
    expect(slower).toMatch(
      /\n +2(\.0\d)? GB\/s in the first third of the time, \d+ MB\/s in the last\n/,
    );
    expect(slower).not.toContain("lasting fall");
    const refused = shown({ sustained: { refusal: "open: EINVAL" } });
    expect(refused).toContain("Long write: unavailable: open: EINVAL");
    expect(shown()).not.toContain("Long write");
  });
});

describe("resultTable of reading", () => {
  it("begins with small reads, one by one, and says whether a cache answered them or that this is not known", () => {
    const [head, first = ""] = linesAfter(
      "Around the memory",
      resultTable(sampleReport({ reading: {} })),
    );
    expect(head).toMatch(/a second +speed +typical +1 in 100$/);
    expect(first).toMatch(/^Random 4 KiB, one by one: read +14 100 +57\.7 MB\/s +70 µs +74 µs$/);
    const cached = resultTable(sampleReport({ reading: { deliveredShare: 0.2 } }));
    const [, answered = "", written = ""] = linesAfter("Around the memory", cached);
    expect(answered).toMatch(/a memory on the way: not the drive’s figure$/);
    expect(written).toMatch(/: write +[\d ]+ MB\/s +\d+ µs +\d+ µs$/);
    const uncounted = resultTable(sampleReport({ reading: { deliveredShare: null } }));
    expect(linesAfter("Around the memory", uncounted)[1]).toMatch(/not known$/);
  });

  it("shows the system's error instead of figures for each refused load", () => {
    const refusal = "open: EINVAL, Invalid argument";
    const refused = resultTable(sampleReport({ reading: { refusal, refusesAll: true } }));
    const lines = linesAfter("Around the memory", refused);
    expect(lines.filter((line) => line.includes(refusal))).toHaveLength(12);
    expect(shown()).not.toContain("Around the memory");
  });
});

/** The lines from the one that begins with `head`, without special spaces. */
function linesAfter(head: string, text: readonly string[]): string[] {
  const lines = plain(text).split("\n");
  return lines
    .slice(lines.findIndex((line) => line.startsWith(head)))
    .map((line) => line.trimEnd());
}

describe("the live display of the rounds that make a file longer", () => {
  const moment = { phase: "measuring", round: 1, at: 2 } as const;
  const state = {
    ...liveMoment("0b9d4c1e", { ...moment, layout: "append" }),
    appendModes: sampleReport({ append: sampleModes.linux }).appendModes,
  };

  it("shows the number of these rounds alone, without the rounds that rewrite the file", () => {
    expect(measuringWords(state)).toBe("Making a file longer, round 2 of 3");
    expect(measuringWords(liveMoment("0b9d4c1e", moment))).toBe("Measuring, round 2 of 4");
  });

  it("still shows the number of the last round during the pause before the next round", () => {
    const between = { ...state, step: null, lastStep: state.step };
    expect(measuringWords(between)).toBe("Making a file longer, round 2 of 3");
  });

  it("shows the rate of appending beside the name of the mode", () => {
    const none = state.appendModes?.find(({ mode }) => mode === "none");
    const row = liveTable(state).find((line) => line.includes("none"));
    expect(row?.replace(/\u202f/g, "")).toContain(`${Math.round(none?.iops ?? -1)} /s`);
  });
});

describe("resultTable()", () => {
  it("says that a mode failed even if it has figures from rounds before the failure", () => {
    const error = driveError("drive-error", "The drive returned an error.");
    const [plain_, ...others] = sampleModes.linux;
    const failing = { mode: "fsync", iops: 690, failure: error } as const;
    const text = shown({
      modes: [...(plain_ ? [plain_] : []), failing, ...others.slice(1)],
      report: { error, partial: true },
    });
    expect(text).toMatch(/\nfsync +690 .*\n {2}failed: The drive returned an error\.\n/);
    expect(text.match(/failed: /g)).toHaveLength(1);
  });

  it("says that an inspection is incomplete because it was stopped, broke off or left out a test", () => {
    const partial = { partial: true };
    const linesOf = (report: object) => shown({ report });
    expect(linesOf(partial)).toContain("The inspection was stopped before its end");
    const error = driveError("volume-gone", "The drive was removed.");
    expect(linesOf({ ...partial, error })).toContain("The inspection broke off");
    const warnings = [{ code: "test-failed", message: "One test could not go on." }];
    expect(linesOf({ ...partial, warnings })).toContain("Not every test could be carried out");
    expect(linesOf({})).not.toMatch(/stopped before|broke off|Not every test/);
  });

  it('says that a save "promises to survive" a power cut, and never that it "survives"', () => {
    const text = shown();
    expect(text).toMatch(/changing a file .* {2}promises to survive\n/);
    expect(text).not.toMatch(/ {2}survives\n/);
  });

  it('says that database records were "waited for", and does not call them "safe"', () => {
    // On a Mac commits with SQLite's usual settings end in the drive's own memory.
    const text = shown({ os: "macos", commits: {} });
    expect(text).toMatch(/\nrecords a second +at a time +waited for /);
    expect(text).not.toMatch(/at a time +safe/);
  });

  it("shows 0.00 flushes only if not a single flush was counted, and <0.01 for very few", () => {
    const modes = [{ mode: "none", iops: 380_000, flushesPerSave: 0.001 }] as const;
    expect(shown({ modes })).toMatch(/none .* <0\.01 /);
    const none = [{ mode: "none", iops: 380_000, flushesPerSave: 0 }] as const;
    expect(shown({ modes: none })).toMatch(/none .* 0\.00 /);
  });
});

describe("liveTable()", () => {
  it("shows the remaining time in rounded form, and none after a stop", () => {
    const live = liveMoment("run", { phase: "measuring", at: 2 });
    const [head] = liveTable({ ...live, remainingNs: 345_678 });
    expect(plain([head ?? ""])).toContain("about 5 s left");
    const [stopping] = liveTable({ ...live, phase: "stopping", remainingNs: 0 });
    expect(stopping).not.toContain("left");
    expect(plain([stopping ?? ""])).toMatch(/^Stopping {2}\d+ %, .* written$/);
  });
});
