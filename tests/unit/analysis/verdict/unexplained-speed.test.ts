import { describe, expect, it } from "vitest";
import { judged, plain } from "../../../helpers/read-verdict";
import type { SampleOptions } from "../../../helpers/sample-report";
import { linux } from "./scenario";

const honestyOf = (options: SampleOptions) =>
  judged(options).answers.find(({ question }) => question === "honesty");

describe("a hard disk that saves random blocks", () => {
  // Half a turn on average and a short seek: 145 to 199 a second at 7 200 turns a minute.
  it.each([82, 145, 170, 199])("counts as honest with %i saves a second", (iops) => {
    const verdict = judged({
      modes: linux(iops, 1),
      drive: { kind: "hard-disk", bus: "sata" },
    });
    expect(verdict.answers.find(({ question }) => question === "honesty")?.word).toBe(
      "Evidence seen",
    );
    expect(plain(verdict.headline)).toMatch(/that is what hard disks do\.$/);
    expect(verdict.findings.map(({ code }) => code)).toContain("slow-saves");
  });

  it('does not get "that is what hard disks do" for 900 saves a second, even without flushes', () => {
    const verdict = judged({
      modes: linux(900, 0),
      drive: { kind: "hard-disk", bus: "sata" },
      volume: { writeCache: "unknown" },
    });
    expect(plain(verdict.headline)).toMatch(/900 times a second/);
    expect(plain(verdict.headline)).not.toMatch(/what hard disks do/);
  });

  it("counts as honest up to what 15 000 rpm allow", () => {
    const disk: SampleOptions = { modes: linux(390, 1), drive: { kind: "hard-disk", bus: "sas" } };
    expect(honestyOf(disk)?.word).toBe("Evidence seen");
  });

  it.each([1, 0])(
    "counts as unexplained, not suspicious, with thousands of saves (flushes per save: %i)",
    (flushes) => {
      const disk: SampleOptions = {
        modes: linux(3000, flushes),
        drive: { kind: "hard-disk", bus: "sata" },
        volume: { writeCache: flushes === 1 ? "write-back" : "write-through" },
      };
      expect(honestyOf(disk)).toMatchObject({ word: "Not known", severity: "info" });
    },
  );
});

describe("a drive that is too fast for a volatile cache", () => {
  it("counts as suspicious only when missing flushes explain its speed", () => {
    const verdict = judged({ modes: linux(45_000, 0) });
    expect(honestyOf({ modes: linux(45_000, 0) })?.word).toBe("Suspicious");
    expect(verdict.findings.map(({ code }) => code)).not.toContain("too-fast-for-cache");
  });
});
