import { describe, expect, it } from "vitest";
import { optionsOf } from "#analysis/plan";
import { driveError } from "#contract/drive-error";
import type { Report } from "#contract/report";
import { formatBytes } from "#text/format";
import { liveMoment } from "../../helpers/mock-app/live-run";
import { closeAfterEach, type MockWindow, openMock } from "../../helpers/mock-app/open-mock";
import { plotsDrawn } from "../../helpers/mock-app/plots-drawn";
import {
  errorReport,
  fullReport,
  goodReport,
  historyEntry,
  partialReport,
  slowReport,
  sweepReport,
} from "../../helpers/mock-app/reports";
import { answered, refused, type Scenario } from "../../helpers/mock-app/scenario";
import { settled } from "../../helpers/mock-app/settled";
import { situations } from "../../helpers/mock-app/situations";
import { turnTo, verdictShown } from "../../helpers/mock-app/verdict-page";
import { plain, visibleText } from "../../helpers/mock-app/visible-text";
import { laptopVolume } from "../../helpers/mock-app/volumes";
import { sampleReport } from "../../helpers/sample-report";

let mock: MockWindow;
closeAfterEach(() => mock);

async function openVerdict(
  report: Report,
  results: Scenario["results"] = {},
): Promise<MockWindow["page"]> {
  mock = await openMock({
    reports: { [report.runId]: report },
    history: [historyEntry(report, 0)],
    results,
  });
  await mock.page.getByRole("button", { name: "Earlier inspections" }).click();
  await mock.page.getByRole("button", { name: /^Open/ }).click();
  await verdictShown(mock.page, report);
  await settled(mock.page);
  return mock.page;
}

describe("the first button of the verdict", () => {
  const machine = situations["virtual-machine"];
  it.each([
    ["highlighted beside a fault", situations["drive-error"], 1],
    ["highlighted in a virtual machine whose operator needs the PDF", machine, 1],
    [
      "not highlighted if it only saves the PDF for the records",
      { ...machine, host: { ...machine.host, virtualMachine: "Parallels" } },
      0,
    ],
    ["not highlighted if nothing needs doing", situations["good-nvme"], 0],
  ])("is highlighted only if the person should act: %s", async (_how, report, count) => {
    const page = await openVerdict(report);
    await expect.poll(() => page.locator(".deed.is-first").count()).toBe(count);
  });
});

describe("the verdict", () => {
  it("gives four answers, each with a word, a symbol and a reason, and all meanings, advice and warnings", async () => {
    const page = await openVerdict(slowReport);
    await turnTo(page, "Figures");
    const answers = page.getByRole("list", { name: "Answers" }).getByRole("listitem");
    await expect.poll(() => answers.count()).toBe(4);
    for (const [index, { word, reason }] of slowReport.verdict.answers.entries()) {
      const text = await visibleText(answers.nth(index));
      expect(text).toContain(plain(word));
      expect(text).toContain(plain(reason));
      await expect.poll(() => answers.nth(index).locator("svg").count()).toBe(1);
    }
    const main = await visibleText(page.getByRole("main"));
    for (const sentence of [...slowReport.verdict.meaning, ...slowReport.verdict.advice]) {
      expect(main).toContain(plain(sentence));
    }
    for (const { message } of slowReport.warnings) {
      expect(main).toContain(message);
    }
  });

  it("shows by a needle between slow and fast that a drive is normal among similar drives", async () => {
    const page = await openVerdict(situations["good-nvme"]);
    const card = page.locator(".glance-speed", { has: page.locator(".strip") });
    expect(await visibleText(card)).toContain("Reads a 10 GB film in about 1 s");
    const parts = await card
      .locator(".strip :is(i, .strip-needle), .strip-named")
      .evaluateAll((elements) =>
        elements.map((element) => element.getBoundingClientRect().toJSON()),
      );
    const [slow, normal, fast, needle, name] = parts;
    expect(await visibleText(card.locator(".strip-named"))).toBe("normal");
    expect(slow.width).toBeGreaterThan(40);
    expect([normal.width, fast.width]).toEqual([expect.closeTo(slow.width, 0), normal.width]);
    expect(slow.right).toBeLessThan(normal.left);
    expect(normal.right).toBeLessThan(fast.left);
    expect(needle.left).toBeGreaterThan(normal.left);
    expect(needle.right).toBeLessThan(normal.right);
    expect(needle.height).toBeLessThan(2 * slow.height);
    expect(needle.bottom).toBeLessThan(name.top);
  });

  it("describes a nameless drive by kind and size, and marks in the legend what is not known", async () => {
    const page = await openVerdict(situations["virtual-machine"]);
    const { totalBytes } = situations["virtual-machine"].volume;
    expect(await visibleText(page.locator(".plate b"))).toBe(
      plain(`Virtual drive, ${formatBytes(totalBytes ?? 0)}`),
    );
    const legend = page.locator(".glance-legend");
    expect(await visibleText(legend)).toMatch(/^measured\s+not known$/);
  });

  it("says below the name of a group of drives how many drives work as one drive", async () => {
    const page = await openVerdict(sampleReport({ drive: { model: "Example RAID", disks: 3 } }));
    expect(await visibleText(page.locator(".plate"))).toContain("3 drives working as one");
  });

  it('shows the figures, system calls and refusals of the flush modes only on the page "Figures"', async () => {
    const page = await openVerdict(slowReport);
    const table = page.getByRole("table", { name: "Ways of saving" });
    expect(await table.count()).toBe(0);
    await turnTo(page, "Figures");
    await table.waitFor();
    const text = await visibleText(table);
    for (const { systemCall } of slowReport.flushModes) {
      expect(text).toContain(systemCall);
    }
    expect(text).toContain("Not available (open: EINVAL, Invalid argument)");
    expect(text).toMatch(/412\s000/);
    expect(text).toMatch(/22\sms/);
    // At 46 operations per second there are too few for p99.9: the cell shows a dash instead of an
    // invented figure.
    const row = table.getByRole("row", { name: /fdatasync/ });
    expect(await visibleText(row.getByRole("cell").nth(4))).toContain("–");
    expect(await visibleText(page.getByRole("main"))).toContain(slowReport.runId);
    await turnTo(page, "Method");
    expect(await visibleText(page.getByRole("main"))).toContain("the monotonic clock");
  });

  it("has tables with the figures of the charts of save rates and save times", async () => {
    const page = await openVerdict(slowReport);
    const speeds = page.getByRole("table", { name: "Saves per second (IOPS) by flush mode" });
    expect(await visibleText(speeds.getByRole("row", { name: /Confirm the data only/ }))).toMatch(
      /promises to survive a power cut\s+46\s+43\s+50/,
    );
    const times = page.getByRole("table", { name: "How long one save takes" });
    await expect.poll(() => times.getByRole("row").count()).toBe(1 + 5);
  });

  it("draws a chart just before it becomes visible, without a change of the page's height", async () => {
    const page = await openVerdict(fullReport);
    const cards = page.locator(".figure-card");
    const drawn = page.locator(".figure-card:has(svg.recharts-surface)");
    const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight);
    const height = await heightOf();
    await expect.poll(() => cards.count()).toBeGreaterThan(6);
    expect(await drawn.count()).toBeLessThan(4);
    await cards.last().scrollIntoViewIfNeeded();
    await cards.last().locator("svg.recharts-surface").first().waitFor();
    await plotsDrawn(page);
    await expect.poll(() => drawn.count()).toBe(await cards.count());
    expect(await heightOf()).toBe(height);
  });

  it('says first that an inspection was stopped, and on the page "Figures" which figures were kept', async () => {
    const page = await openVerdict(partialReport);
    const first = await visibleText(page.getByRole("main"));
    expect(first.trimStart()).toMatch(/^Stopped early\. The inspection was stopped before its end/);
    await turnTo(page, "Figures");
    const main = await visibleText(page.getByRole("main"));
    expect(main).toContain(
      "Kept: the figures of “Ways of saving”. Those of a test that had not ended come from fewer rounds than planned and are less certain. 3 of 7 ways of saving were measured.",
    );
    expect(main).toContain("Not measured: the inspection ended before");
  });

  it('says first that an inspection failed, and on the page "Figures" which error the system returned', async () => {
    const page = await openVerdict(errorReport);
    const first = await visibleText(page.getByRole("main"));
    expect(first.trimStart()).toMatch(/^Fault found\. Saving failed here/);
    await turnTo(page, "Figures");
    const main = await visibleText(page.getByRole("main"));
    expect(main).toContain("The drive or its connection failed.");
    expect(main).toContain("fsync, error 5, at byte 40960");
  });

  it("offers first to show the person's files after a drive error, and says why if they cannot be shown", async () => {
    const { mountPoint, device } = errorReport.volume;
    const same = { ...laptopVolume, mountPoint, device };
    const page = await openVerdict(errorReport, {
      listVolumes: answered([same]),
      showFiles: refused(driveError("not-testable", "No program opens folders.")),
    });
    const deeds = page.locator(".deeds .deed-button");
    expect(await visibleText(deeds.first())).toMatch(/^1\s*Show my files/);
    await deeds.first().click();
    await expect.poll(() => mock.callsOf("showFiles")).toEqual([[same.id]]);
    await page.getByText("The files could not be shown").waitFor();
    await page.getByText("No program opens folders.").waitFor();
  });

  it("offers to inspect the same drive again with the same profile, tests and options", async () => {
    const { volume, plan } = sweepReport;
    const same = { ...laptopVolume, mountPoint: volume.mountPoint, device: volume.device };
    const page = await openVerdict(sweepReport, { listVolumes: answered([same]) });
    await page.getByRole("button", { name: "Inspect again" }).click();
    await expect
      .poll(() => mock.callsOf("startInspection"))
      .toEqual([
        [
          {
            volumeId: same.id,
            profile: plan.profile,
            tests: plan.tests,
            changes: optionsOf(plan),
            allowNetwork: false,
          },
        ],
      ]);
  });

  it("leads to the list of drives if the inspected drive is gone", async () => {
    const page = await openVerdict(goodReport, { listVolumes: answered([]) });
    await page.getByRole("button", { name: "Inspect again" }).click();
    await page.getByText("No drives were found").waitFor();
    expect(await mock.callsOf("startInspection")).toEqual([]);
  });
});

describe("the animation of a new verdict", () => {
  const moving = (page: MockWindow["page"]) =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === "running")
        .map((animation) => (animation as CSSAnimation).animationName),
    );

  /** Follows an inspection that ends with the report until its verdict is shown. */
  async function arrive(report: Report): Promise<MockWindow["page"]> {
    mock = await openMock({
      runId: report.runId,
      reports: { [report.runId]: report },
      frames: [liveMoment(report.runId, { phase: "verifying", round: 4 })],
      results: { listVolumes: answered([laptopVolume]) },
    });
    const { page } = mock;
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.evaluate(noteStarts);
    await page.getByRole("button", { name: "Inspect this drive" }).click();
    await page.getByRole("progressbar").waitFor();
    await mock.finish();
    await page.locator(".glance-headline").waitFor();
    return page;
  }

  /**
   * Runs in the page: records the names of animations as they start, since an animation may be over
   * before the test looks.
   */
  function noteStarts(): void {
    document.addEventListener("animationstart", ({ animationName }) => {
      const { dataset } = document.documentElement;
      dataset.started = `${dataset.started ?? ""} ${animationName}`;
    });
  }
  const started = (page: MockWindow["page"]) =>
    page.evaluate(() => document.documentElement.dataset.started?.trim().split(" ") ?? []);

  it("draws the ring and the check mark if no fault was found", async () => {
    const page = await arrive(goodReport);
    await expect.poll(() => moving(page)).toEqual([]);
    expect(new Set(await started(page))).toEqual(new Set(["mark-tick", "mark-check", "mark-halo"]));
    const tick = page.locator(".hero .mark-tick").last();
    expect(await tick.evaluate((element) => getComputedStyle(element).strokeOpacity)).toBe("1");
  });

  it("does not run after a fault", async () => {
    const page = await arrive(errorReport);
    expect(await moving(page)).toEqual([]);
    expect(await started(page)).toEqual([]);
  });

  it("does not run if the person has asked the system for reduced motion", async () => {
    const page = await arrive(goodReport);
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await moving(page)).toEqual([]);
  });

  it("does not run if a verdict is opened later, and that verdict has a seal only if no fault was found", async () => {
    let page = await openVerdict(goodReport);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    expect(await moving(page)).toEqual([]);
    await expect.poll(() => page.locator(".plate .seal").count()).toBe(1);
    await mock.close();
    page = await openVerdict(errorReport);
    expect(await page.locator(".plate .seal").count()).toBe(0);
  });
});

describe("saving a report", () => {
  it("requests the chosen file format and paper size, and says where the file is", async () => {
    const path = "/home/ada/DriveProof report.pdf";
    const page = await openVerdict(goodReport, { exportReport: answered({ path }) });
    await page.getByRole("button", { name: "Options" }).click();
    const paper = page.getByRole("button", { name: /Paper/ });
    await paper.click();
    await page.getByRole("option", { name: "A4" }).click();
    // The list that closes gives the focus back one frame later; pressed before then, Escape does
    // not close the dialog.
    await expect
      .poll(() => paper.evaluate((button) => button === document.activeElement))
      .toBe(true);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save as PDF" }).click();
    await page.getByText(`Saved to ${path}`).waitFor();
    await page.getByRole("button", { name: "Options" }).click();
    await page.getByRole("button", { name: "All data (JSON)" }).click();
    const { runId } = goodReport;
    await expect
      .poll(() => mock.callsOf("exportReport"))
      .toEqual([
        [{ runId, kind: "pdf", paper: "A4", withSerial: true }],
        [{ runId, kind: "json", paper: "A4", withSerial: true }],
      ]);
  });

  it("shows no message after a cancelled dialog, and shows the reason after a failure", async () => {
    const page = await openVerdict(goodReport, {
      exportReport: [
        answered(null),
        refused(driveError("output-unusable", "The folder cannot be written to.")),
      ],
    });
    const save = page.getByRole("button", { name: "Save as PDF" });
    await save.click();
    await expect.poll(() => save.isEnabled()).toBe(true);
    expect(await page.getByText("Saved to").count()).toBe(0);
    await save.click();
    await page.getByText("The folder cannot be written to.").waitFor();
    await expect.poll(() => save.isEnabled()).toBe(true);
  });
});
