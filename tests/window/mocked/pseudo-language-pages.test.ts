import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { groupByDrive } from "#analysis/history-groups";
import { planFor, withChanges } from "#analysis/plan";
import { driveError } from "#contract/drive-error";
import type { FoundPowerCutTest, GuideWitness, PowerCutGuide } from "#contract/power-cut-guide";
import { cutDeeds } from "#contract/power-cut-result";
import { liveMoment } from "../../helpers/mock-app/live-run";
import { liveStep } from "../../helpers/mock-app/live-workloads";
import { type MockWindow, openMock } from "../../helpers/mock-app/open-mock";
import { heldByWitness, mockGuide, mockWitness } from "../../helpers/mock-app/power-cut-guides";
import {
  keptPowerCutReport,
  lostPowerCutReport,
  openInspection,
} from "../../helpers/mock-app/power-cut-reports";
import {
  finished,
  noPage,
  openPowerCutWindow,
  powerCutOffer,
  showGuide,
  writing,
} from "../../helpers/mock-app/power-cut-window";
import { expectPseudoPage, leftOf } from "../../helpers/mock-app/pseudo-page";
import {
  commitsReport,
  comparedReport,
  errorReport,
  fullMacReport,
  fullReport,
  goodReport,
  historyEntry,
  partialReport,
  sweepReport,
} from "../../helpers/mock-app/reports";
import { answered, refused, type Scenario } from "../../helpers/mock-app/scenario";
import { laptopComputer, manyVolumes } from "../../helpers/mock-app/volumes";

/** Every page of the window and of the paper in the pseudo-language, but for the history. */

let mock: MockWindow;
afterEach(async () => {
  await mock.close();
  expect(mock.consoleErrors).toEqual([]);
});

const exceptions = (data: unknown) => ({
  left: leftOf([data, laptopComputer]),
  parts: ["#recharts_measurement_span"],
});
const expectPage = (data: unknown, name: string) => expectPseudoPage(mock, exceptions(data), name);

const failed = driveError("internal", "The drive is busy.", {
  syscall: "fsync",
  osCode: 5,
  offset: 4096,
});
const { runId } = errorReport;

interface Pages {
  readonly name: string;
  readonly scenario: Partial<Scenario>;
  readonly reach?: (page: Page) => Promise<void>;
}

async function drawPage({ name, scenario, reach }: Pages): Promise<void> {
  mock = await openMock({ language: "en-XA", ...scenario });
  await mock.page.getByRole("heading", { level: 1 }).waitFor();
  await reach?.(mock.page);
  await expectPage(scenario, name);
}

const toPowerCut = async (page: Page) => {
  await page.locator(".action-bar .button.plain").click();
  await page.locator(".power-cut-page").waitFor();
};

/** The button that leads on. */
const savePdf = (page: Page) =>
  page
    .locator(".deed", { has: page.locator(".deed-options") })
    .locator(".deed-button")
    .click();
const goOn = (page: Page) => page.locator(".action-bar .button.primary").click();

const drives = { results: { listVolumes: answered([...manyVolumes]) } } satisfies Partial<Scenario>;
const folder = "/home/ada/.config/DriveProof";

describe("the choice of a drive in another language", () => {
  const pages: readonly Pages[] = [
    {
      name: "drives, one that must be agreed to",
      scenario: drives,
      reach: (page) => page.getByRole("row", { name: /nas/ }).click(),
    },
    {
      name: "a drive whose free space is not known",
      scenario: drives,
      reach: (page) => page.locator(".volume.untestable:not(.closed)").last().click(),
    },
    { name: "no drives", scenario: { results: { listVolumes: answered([]) } } },
    {
      name: "a list that could not be read",
      scenario: { results: { listVolumes: refused(failed) } },
    },
    {
      name: "an inspection that did not start",
      scenario: { results: { ...drives.results, startInspection: refused(failed) } },
      reach: async (page) => {
        await goOn(page);
        await page.locator(".action-bar .notice").waitFor();
      },
    },
    {
      name: "more options, changed, and a single test",
      scenario: drives,
      reach: async (page) => {
        await page.locator(".more-options-trigger").click();
        await page.locator(".more-options-panel label").first().click();
        for (const place of [1, 2, 3, 4]) {
          await page.locator(".tests label").nth(place).click();
        }
      },
    },
    {
      name: "notices of our own files",
      scenario: {
        results: {
          ...drives.results,
          dataState: answered({
            keepingProblem: { path: folder, problem: "full", systemCode: "ENOSPC" },
            setAside: (["plug-test", "unfinished-inspections"] as const).flatMap((what) =>
              [`${folder}/aside`, null].map((keptAs, place) => ({
                ...{ what, keptAs, systemCode: null },
                path: `${folder}/${what}-${place}.json`,
                problem: "damaged" as const,
              })),
            ),
            unlocked: `${folder}/lock`,
            powerCutFolderLeft: "/media/STICK/DriveProof plug test",
          }),
        },
      },
    },
  ];
  it.each(pages)("$name", drawPage);

  it("the window that could not start", async () => {
    const scenario = { language: "en-XA", results: { appInfo: refused(failed) } } as const;
    mock = await openMock(scenario);
    await mock.page.locator(".notice").waitFor();
    await expectPage(scenario, "the window that could not start");
  });
});

describe("a running inspection in another language", () => {
  const comparing = withChanges(planFor("quick", "linux"), { syncModes: ["fsync", "fdatasync"] });
  const frames = {
    preparing: liveMoment(runId, { phase: "preparing" }),
    measuring: liveMoment(runId, { phase: "measuring", round: 1, at: 3 }),
    "making a file longer": liveMoment(runId, {
      ...{ phase: "measuring", layout: "append" },
      ...{ round: 1, at: 3 },
    }),
    draining: { ...liveMoment(runId, { phase: "measuring", round: 1, at: 3 }), phase: "draining" },
    verifying: {
      ...liveMoment(runId, { phase: "measuring", round: 1, at: 3 }),
      phase: "verifying",
    },
    stopping: { ...liveMoment(runId, { phase: "measuring", round: 1, at: 3 }), phase: "stopping" },
    "two ladders": liveStep(runId, "sync-interval", 18, { plan: comparing }),
    "buffer-sweep": liveStep(runId, "buffer-sweep", 5),
    "sync-interval": liveStep(runId, "sync-interval", 5),
    "chunked-writes": liveStep(runId, "chunked-writes", 5),
    commits: liveStep(runId, "commits", 5),
    reading: liveStep(runId, "reading", 5),
    "document-saves": liveStep(runId, "document-saves", 5),
    "parallel-saves": liveStep(runId, "parallel-saves", 3),
  } as const;
  it.each(Object.entries(frames))("%s", async (name, frame) => {
    await drawPage({ name, scenario: { runId, startsRunning: true, frames: [frame] } });
  });

  it("an inspection that cannot be stopped", async () => {
    await drawPage({
      name: "an inspection that cannot be stopped",
      scenario: {
        ...{ runId, startsRunning: true, frames: [frames.measuring] },
        results: { stopInspection: refused(failed) },
      },
      reach: async (page) => {
        await page.locator(".inspection-now button").click();
        await page.locator(".notice").waitFor();
      },
    });
  });
});

describe("a verdict in another language", () => {
  const all = [
    ...[goodReport, fullReport, comparedReport, fullMacReport, sweepReport, errorReport],
    ...[partialReport, lostPowerCutReport, keptPowerCutReport, openInspection],
  ];
  // In the list they stand by drives.
  const reports = groupByDrive(all.map(historyEntry)).flatMap(({ entries }) =>
    entries.flatMap((entry) => all.filter(({ runId }) => runId === entry.runId)),
  );
  const titles = reports.map(({ volume, runId }) => `${volume.drive.model}, ${runId}`);
  const kept = {
    reports: Object.fromEntries(reports.map((report) => [report.runId, report])),
    history: all.map(historyEntry),
    results: drives.results,
  } satisfies Partial<Scenario>;

  const open = (place: number) => async (page: Page) => {
    await page.locator(".head-end button").click();
    await page.locator(".history-row").nth(place).locator("button").first().click();
    await page.locator(".glance-headline, .notice").first().waitFor();
  };
  const openFigures = (place: number) => async (page: Page) => {
    await open(place)(page);
    await page.getByRole("tab").nth(1).click();
    await page.locator(".environment").waitFor();
  };

  it.each(titles.map((title, place) => [title, place] as const))("%s", (name, place) =>
    drawPage({ name: `verdict ${place} ${name}`, scenario: kept, reach: openFigures(place) }),
  );

  it("a report that cannot be opened", () =>
    drawPage({
      name: "a report that cannot be opened",
      scenario: { ...kept, results: { ...drives.results, openReport: refused(failed) } },
      reach: open(0),
    }));

  it("a report that was not kept", () =>
    drawPage({
      name: "a report that was not kept",
      scenario: {
        ...kept,
        ...{ finishes: true, saves: false, runId: goodReport.runId },
        frames: [liveMoment(goodReport.runId, { phase: "measuring", round: 1, at: 3 })],
      },
      reach: async (page) => {
        await goOn(page);
        await page.locator(".glance-headline").waitFor();
      },
    }));

  it("a report that is saved in vain, and then to a file", async () => {
    const scenario = {
      ...kept,
      results: {
        ...drives.results,
        exportReport: [refused(failed), answered({ path: "/home/ada/report.pdf" })],
      },
    };
    await drawPage({
      name: "a report saved in vain",
      scenario,
      reach: async (page) => {
        await open(0)(page);
        await savePdf(page);
        await page.locator(".deeds-outcome .notice").waitFor();
      },
    });
    await savePdf(mock.page);
    await mock.page.locator(".deeds-outcome .mono").waitFor();
    await expectPage(scenario, "a report saved");
    await mock.page.locator(".deed-options").click();
    await mock.page.locator(".export-options .button").first().waitFor();
    await expectPage(scenario, "other formats");
  });
});

describe("paper and picture in another language", () => {
  const documents = (
    [
      ["report", fullReport],
      ["report", errorReport],
      ["report", lostPowerCutReport],
      ["chart", commitsReport],
      ["chart", lostPowerCutReport],
    ] as const
  ).map(([view, report]) => [view, report.verdict.headline, report] as const);
  it.each(documents)("%s: %s", async (view, headline, report) => {
    mock = await openMock({
      ...({ language: "en-XA", page: "report", width: 1600, height: 900 } as const),
      results: { reportDocument: answered({ report, view, paper: "A4", checksum: null }) },
    });
    await expect.poll(() => mock.callsOf("reportDrawn")).toEqual([[]]);
    // Paper and picture have a size of their own.
    await expectPseudoPage(mock, exceptions(report), `${view} ${headline}`, [[1600, 900]]);
  });
});

describe("the plug test in another language", () => {
  const fault: GuideWitness["fault"] = {
    ...{ code: "cannot-listen", message: "The network is gone." },
    ...{ syscall: null, osCode: null },
  };
  const guides: Readonly<Record<string, PowerCutGuide>> = {
    "meeting the page": mockGuide({ witness: mockWitness({ progress: noPage }) }),
    "the page is there": mockGuide({ witness: mockWitness() }),
    "a page that forgets": mockGuide({
      witness: mockWitness({ progress: { ...noPage, connections: 1, keeps: "memory" } }),
    }),
    "no witness": mockGuide({ witness: mockWitness({ fault }) }),
    "a file as witness": mockGuide({
      witness: mockWitness({
        ...{ kind: "drive", url: null, file: "/media/STICK/numbers", systemCall: "fsync(fd)" },
      }),
    }),
    "opening the witness's file": mockGuide({
      witness: mockWitness({ kind: "drive", url: null, progress: noPage }),
    }),
    "the computer as witness": mockGuide({ witness: mockWitness({ kind: "computer", url: null }) }),
    preparing: mockGuide({ stage: "preparing", progress: { bytes: 4e7, totalBytes: 1e8 } }),
    ready: mockGuide({ stage: "ready" }),
    "waiting for the witness": writing(0),
    writing: writing(heldByWitness.length),
    "coming back": mockGuide({ stage: "writing", live: false }),
    "coming back without a witness": mockGuide({
      ...{ stage: "writing", live: false, witness: mockWitness({ fault }) },
    }),
    "numbers are back": mockGuide({ stage: "writing", live: false, held: [...heldByWitness] }),
    "numbers are lost": mockGuide({ stage: "writing", live: false, witnessLost: true }),
    "the computer forgot": mockGuide({
      ...{ stage: "writing", live: false, witness: mockWitness({ kind: "computer", url: null }) },
    }),
    "the drive went": mockGuide({ stage: "drive-lost", held: [...heldByWitness] }),
    stopped: mockGuide({ stage: "stopped" }),
    "stopped by an error": mockGuide({ stage: "stopped", error: failed }),
    removing: mockGuide({ stage: "removing" }),
    kept: finished("kept"),
    lost: finished("lost"),
    "not proven": finished("not-proven"),
  };

  it("every page before the test", async () => {
    mock = await openPowerCutWindow({}, { language: "en-XA" });
    const { page } = mock;
    await toPowerCut(page);
    const data = [manyVolumes, powerCutOffer];
    for (const name of ["why", "before", "power", "witness"]) {
      await page.locator(".power-cut-page").waitFor();
      await expectPage(data, `plug test ${name}`);
      if (name === "before") {
        await page.locator(".checkbox").click();
      }
      if (name !== "witness") {
        await goOn(page);
      }
    }
  });

  it.each(["external", "no network"])("the choice of a witness: %s", async (name) => {
    const offer = {
      ...powerCutOffer,
      ...(name === "external" ? { computerRefused: null } : { addresses: [] }),
    };
    mock = await openPowerCutWindow({ offerWitnesses: answered(offer) }, { language: "en-XA" });
    const { page } = mock;
    await toPowerCut(page);
    await goOn(page);
    await page.locator(".checkbox").click();
    await goOn(page);
    await page.locator(".power-cut-choice").first().click();
    await goOn(page);
    await page.locator(".power-cut-choice").last().waitFor();
    await expectPage([manyVolumes, offer], `witness ${name}`);
  });

  it.each(["finish", "show", "clear", "unreadable", "foreign"] as const)(
    "a test that was found: %s",
    async (offer) => {
      const found: FoundPowerCutTest = {
        ...{ folder: "/media/STICK/DriveProof plug test", offer },
        createdAt: offer === "show" ? null : "2026-11-20T10:00:00.000Z",
      };
      mock = await openPowerCutWindow(
        { foundPowerCutTest: answered(found), removeFoundPowerCutTest: answered(false) },
        { language: "en-XA" },
      );
      await toPowerCut(mock.page);
      if (offer === "clear") {
        await goOn(mock.page);
        await mock.page.locator(".notice").nth(1).waitFor();
      }
      await expectPage([manyVolumes, found], `found ${offer}`);
    },
  );

  it("every page of the test", async () => {
    mock = await openPowerCutWindow({}, { language: "en-XA" });
    const { page } = mock;
    await toPowerCut(page);
    for (const [name, guide] of Object.entries(guides)) {
      await showGuide(mock, guide);
      await page.locator(".power-cut-page").waitFor();
      if (name === "coming back") {
        await page.locator(".power-cut-more button").first().click();
      }
      await expectPage([guide, powerCutOffer], name);
    }
  });

  it("the question what was done", async () => {
    const question = { shown: null, deeds: [...cutDeeds], said: null };
    mock = await openPowerCutWindow({ cutQuestion: answered(question) }, { language: "en-XA" });
    const guide = mockGuide({ stage: "writing", live: false, held: [...heldByWitness] });
    await toPowerCut(mock.page);
    await showGuide(mock, guide);
    await mock.page.locator(".power-cut-numbers").waitFor();
    await goOn(mock.page);
    await mock.page.locator(".power-cut-choice").first().waitFor();
    await expectPage([guide, question], "what was done");
  });
});
