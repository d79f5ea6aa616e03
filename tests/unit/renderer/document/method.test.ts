import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { operatingSystems } from "#contract/flush-mode";
import { type WorkloadId, workloadIds } from "#contract/workloads/index";
import { formatBlockBytes } from "#text/format";
import { sheetText } from "#text/paper";
import { homeOf as wordsOf } from "#text/workloads/index";
import { Method } from "../../../../renderer/src/document/method";
import { BriefMethod } from "../../../../renderer/src/report/report-page";
import { markupOf } from "../../../helpers/markup";
import { sampleModes } from "../../../helpers/sample-modes";
import { type SampleOptions, sampleReport } from "../../../helpers/sample-report";
import { sampleOfTests } from "../../../helpers/sample-tests";
import { ordinaryOf } from "../../../helpers/workloads/index";

const everything: SampleOptions = { ...ordinaryOf(), spaced: { p50Ns: 800_000 } };

/** The text of the PDF's section about the method for these workloads, in one line. */
function methodOf(tests: readonly WorkloadId[], options: SampleOptions = {}): string {
  const { os = "linux" } = options;
  const plan = planFor("thorough", os, tests);
  const report = sampleReport({ ...everything, ...options, report: { plan } });
  return markupOf(Method, { report })
    .replace(/<[^>]+>/g, "")
    .replace(/[\u202f\u00a0]/g, " ");
}

describe("the method text", () => {
  it.each(workloadIds)("refers to no other test if only the test %s ran", (id) => {
    expect(methodOf([id])).not.toMatch(/\babove\b|same rule/);
  });

  it("omits tests that were not reached and tests that the system refused", () => {
    const refused = { refusal: "open: EINVAL, Invalid argument", refusesAll: true };
    const plan = planFor("quick", "linux", ["flush-modes", "reading", "document-saves"]);
    const { verdict } = sampleReport();
    const options = { reading: refused, report: { plan } };
    const report = { ...sampleOfTests(["flush-modes", "reading"], options), verdict };
    for (const method of [Method, BriefMethod]) {
      const text = markupOf(method, { report });
      expect(text).toContain("Ways of saving.");
      expect(text).not.toMatch(/Reading|Saving documents/);
    }
  });

  it.each(operatingSystems)(
    "restricts each claim of counted flushes to systems that count them: %s",
    (os) => {
      const texts = [
        methodOf(workloadIds, { os }),
        ...workloadIds.map((id) => wordsOf(id).briefMethod()),
      ];
      const claims = texts
        .flatMap((text) => text.split(/(?<=\.) /))
        .filter((sentence) => /flushes .*\bcounted\b|system counted/i.test(sentence));
      expect(claims.length).toBeGreaterThan(3);
      expect(
        claims.filter((sentence) => !/where (it|the system) counts them/.test(sentence)),
      ).toEqual([]);
    },
  );

  it("says that the rounds that append to a file have no warm-up and are never repeated", () => {
    const append = sampleModes.linux;
    expect(methodOf(["flush-modes"], { append })).toMatch(
      /without batches, without a warm-up and with no round measured a second time/,
    );
  });

  it("says that chunks are confirmed only in modes that ask for it, and does not say that every document is flushed with its folder", () => {
    for (const os of operatingSystems) {
      const text = `${methodOf(["chunked-writes", "document-saves"], { os })} ${wordsOf("document-saves").briefMethod()} ${wordsOf("chunked-writes").briefMethod()}`;
      expect(text).not.toMatch(/file and folder are flushed|to the last flush/);
      expect(text.match(/where it asks for one/g)).toHaveLength(2);
    }
  });

  it("states how much of the free space the capacity test fills, and that the test leaves some space free", () => {
    const plan = planFor("quick", "linux", ["capacity"]);
    const asked = { ...plan.workloads.capacity, maxBytes: 64 * 2 ** 20 };
    const limited = { ...plan, workloads: { ...plan.workloads, capacity: asked } };
    const textOf = (report: SampleOptions["report"], capacity?: "whole") =>
      markupOf(Method, {
        report: sampleReport({ ...(capacity && { capacity }), ...(report && { report }) }),
      }).replace(/[\u202f\u00a0]/g, " ");
    expect(textOf({ plan }, "whole")).toContain("The free space, but for ");
    expect(textOf({ plan: limited }, "whole")).toContain("At most 64 MiB of the free space are");
    expect(textOf({ plan })).not.toContain("free space");
    expect(wordsOf("capacity").briefMethod()).toMatch(/^The free space, or the part of it/);
  });

  it("states for each test with rounds after how many bytes a round ends early", () => {
    const { workloads } = planFor("thorough", "linux");
    for (const id of ["flush-modes", "reading", "document-saves", "parallel-saves"] as const) {
      const most = formatBlockBytes(workloads[id].maxRoundBytes).replace(/\u00a0/g, " ");
      expect(methodOf([id])).toMatch(new RegExp(`ends early (after|once it has written) ${most}`));
    }
  });

  it("says that the flush count of a database includes making, closing and opening its file", () => {
    expect(methodOf(["commits"])).toContain("making, closing and opening the file");
  });

  it("explains in the short PDF that axes are logarithmic unless they begin at 0, and that a bar may show one round", () => {
    expect(sheetText.charts()).toMatch(/its only one.*unless they begin at 0/);
  });
});
