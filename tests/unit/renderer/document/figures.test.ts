import { describe, expect, it } from "vitest";
import { FigureTables } from "../../../../renderer/src/document/figures";
import { markupOf } from "../../../helpers/markup";
import { type SampleOptions, sampleReport } from "../../../helpers/sample-report";

/** The text of the report's tables, without markup, and with ordinary spaces. */
const textOf = (options: SampleOptions) =>
  markupOf(FigureTables, { report: sampleReport(options) })
    .replace(/<[^>]+>/g, " ")
    .replace(/[\u202f\u00a0]/g, " ")
    .replace(/\s+/g, " ");

describe("the tables of figures in the PDF", () => {
  it("show how long ordinary saves take after a pause, but no rate of these saves", () => {
    const text = textOf({ spaced: { p50Ns: 800_000, flushesPerSave: 2 } });
    expect(text).toContain("Ways of saving: saving now and then fsync() After a rest of 10 ms p50");
    expect(text).toMatch(/Confirm the whole file 800 µs 816 µs .* 100 2\.00/);
    expect(textOf({})).not.toContain("After a rest");
  });

  it('label speeds that include a flush "Until its last flush" or "With the flush", and not "On the drive"', () => {
    const stream = {
      systemCall: "pwrite(fd, buf, 8388608, end) + fdatasync(fd)",
      unbuffered: true,
      reason: null,
      bytes: 1_073_741_824,
      elapsedNs: 220_000_000,
      bytesPerSecond: 4.88e9,
    };
    const text = textOf({ sweep: {}, report: { stream } });
    expect(text).toMatch(
      /one long stream .* Written Until its last flush Time 1\.07 GB 4\.88 GB\/s/,
    );
    expect(text).toContain("With the flush");
    expect(text).not.toContain("On the drive");
  });

  it('show "not counted" for a mode that may use force unit access, unless its flushes were counted', () => {
    expect(textOf({})).toContain("not counted (FUA)");
    const modes = [{ mode: "o_direct_dsync", iops: 900, flushesPerSave: 1 }] as const;
    expect(textOf({ modes })).not.toContain("not counted");
  });
});
