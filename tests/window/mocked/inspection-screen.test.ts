import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { driveError } from "#contract/drive-error";
import { formatBytes } from "#text/format";
import { liveFrames, liveMoment } from "../../helpers/mock-app/live-run";
import { closeAfterEach, type MockWindow, openMock } from "../../helpers/mock-app/open-mock";
import { goodReport } from "../../helpers/mock-app/reports";
import { answered, refused, type Scenario } from "../../helpers/mock-app/scenario";
import { settled } from "../../helpers/mock-app/settled";
import { verdictShown } from "../../helpers/mock-app/verdict-page";
import { visibleText } from "../../helpers/mock-app/visible-text";
import { laptopVolume } from "../../helpers/mock-app/volumes";

let mock: MockWindow;
const runId = goodReport.runId;

closeAfterEach(() => mock);

async function open(changes: Partial<Scenario>): Promise<MockWindow["page"]> {
  mock = await openMock({
    runId,
    reports: { [runId]: goodReport },
    ...changes,
    results: { listVolumes: answered([laptopVolume]), ...changes.results },
  });
  return mock.page;
}

const inTheMiddle = [liveMoment(runId, { phase: "measuring", round: 1, at: 2 })];

describe("a running inspection", () => {
  it("leads from the drive screen through the live screen to the verdict", async () => {
    const page = await open({ frames: liveFrames(runId) });
    // Starts waiting within the page before the inspection starts: on a busy computer a query by
    // Playwright would arrive only after the verdict has replaced the running inspection.
    const inspecting = page.waitForFunction(
      () =>
        document.title.includes("Inspecting Samsung SSD 990 PRO 1TB") &&
        document
          .querySelector(".inspection-whereabouts")
          ?.textContent?.includes("Samsung SSD 990 PRO 1TB"),
    );
    await Promise.all([
      inspecting,
      page.getByRole("button", { name: "Inspect this drive" }).click(),
    ]);
    await page.getByText("Reading everything back", { exact: false }).first().waitFor();
    await mock.finish();
    await verdictShown(page, goodReport);
    expect(await visibleText(page.locator('[aria-current="step"]'))).toBe("Verdict");
    // The event that ends the inspection carries the report, so the page does not ask for it.
    expect(await mock.callsOf("openReport")).toEqual([]);
  });

  it("says what it prepares before it measures", async () => {
    const size = formatBytes(planFor("quick", "linux").workloads["flush-modes"].fileBytes);
    const page = await open({
      startsRunning: true,
      frames: [liveMoment(runId, { phase: "preparing" })],
    });
    await page
      .getByText(`Preparing: writing a test file of ${size}`, { exact: false })
      .first()
      .waitFor();
    expect(await page.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("2");
    const table = page.getByRole("table", { name: "Saves per second so far" });
    expect(await visibleText(table)).toContain("not measured yet");
    expect(await page.locator(".chart-value").count()).toBe(0);
  });

  it("shows figures, guarantees, the current mode, refusals with their reason, and reference drives", async () => {
    const page = await open({ startsRunning: true, frames: inTheMiddle });
    await page.getByText("Ways of saving, round 2 of 4", { exact: true }).waitFor();
    await settled(page);
    const current = page.locator(".chart-row.current");
    await expect.poll(() => current.count()).toBe(1);
    expect(await visibleText(current)).toContain("fdatasync(fd)");
    await page.getByText("Not available (open: EINVAL, Invalid argument)").first().waitFor();
    const values = await page.locator(".chart-value").allTextContents();
    // One mode is refused; the six others have figures.
    expect(values).toHaveLength(6);
    expect(values[0]).toMatch(/^697\s\/s$/);
    // Confirmed flush modes come first. The mode without confirmation comes last, and its value
    // counts writes, not saves.
    expect(values.at(-1)).toMatch(/^384\s000\swrites\/s$/);
    expect(await visibleText(page.locator(".chart-group").first())).toContain("these are saves");
    expect(await visibleText(page.locator(".chart-group").last())).toContain("not saves");
    await expect.poll(() => page.locator(".chart-reference-name").count()).toBeGreaterThan(2);
    const guarantees = await visibleText(
      page.getByRole("table", { name: "Saves per second so far" }),
    );
    expect(guarantees).toContain("no promise");
    expect(guarantees).toContain("promises to survive a power cut");
    expect(await visibleText(page.getByText("Typical", { exact: true }).locator(".."))).toMatch(
      /\d+\sµs/,
    );
  });

  it("draws bars whose lengths follow the logarithm of the figures", async () => {
    const page = await open({ startsRunning: true, frames: inTheMiddle });
    await page.locator(".rate-bar").first().waitFor();
    await settled(page);
    const widths = await page
      .locator(".rate-bar .guarantee-frame")
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
    const [fsync = 0] = widths;
    const memory = widths.at(-1) ?? 0;
    // 383 800 and 696.9 saves per second on a logarithmic axis that starts at 1.
    expect(memory / fsync).toBeCloseTo(Math.log10(383_800) / Math.log10(696.9), 1);
  });

  it("draws no dot at the mouse pointer on the chart of the last 30 seconds", async () => {
    const page = await open({ startsRunning: true, frames: inTheMiddle });
    const strip = page.locator(".inspection-strip .recharts-wrapper");
    await strip.hover({ position: { x: 120, y: 40 } });
    await settled(page);
    await expect.poll(() => strip.locator(".recharts-line").count()).toBe(2);
    expect(await strip.locator("circle").count()).toBe(0);
  });

  it("announces the current round but not the current mode", async () => {
    const page = await open({ startsRunning: true, frames: inTheMiddle });
    await expect.poll(() => visibleText(page.getByRole("status"))).toBe("Round 2 of 4.");
  });

  it("shows after Stop that it waits for the busy drive, sends one stop request, and ends with the verdict", async () => {
    // The main process sends nothing for a while, as it does when the drive blocks every call.
    const page = await open({ startsRunning: true, frames: inTheMiddle });
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Stopping…" }).waitFor();
    await page
      .getByText(/The drive is still busy with the last request/)
      .first()
      .waitFor();
    // The Stop button keeps the focus after the first press; a second press has no effect.
    await page.keyboard.press("Enter");
    await settled(page);
    expect(await mock.callsOf("stopInspection")).toHaveLength(1);
    await mock.finish();
    await verdictShown(page, goodReport);
  });

  it('shows a button "Stopping…" that sends no request if the stop came from elsewhere', async () => {
    const page = await open({
      startsRunning: true,
      frames: [liveMoment(runId, { phase: "stopping", round: 1 })],
    });
    await page.getByRole("button", { name: "Stopping…" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await settled(page);
    expect(await mock.callsOf("stopInspection")).toEqual([]);
  });

  it("continues if it cannot be stopped, and shows the reason", async () => {
    const page = await open({
      startsRunning: true,
      frames: inTheMiddle,
      results: { stopInspection: refused(driveError("internal", "The engine did not answer.")) },
    });
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("The engine did not answer.").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Stop" }).isEnabled()).toBe(true);
  });

  it("leads to its verdict even if it ends before the screen has opened", async () => {
    const page = await open({
      results: {
        startInspection: answered({ runId }),
        currentInspection: answered(null),
      },
    });
    await page.getByRole("button", { name: "Inspect this drive" }).click();
    await verdictShown(page, goodReport);
  });

  it("warns if its report could not be saved", async () => {
    const page = await open({ frames: inTheMiddle, saves: false });
    await page.getByRole("button", { name: "Inspect this drive" }).click();
    await page.getByRole("progressbar").waitFor();
    await mock.finish();
    await page.getByText("It is lost when DriveProof is closed.", { exact: false }).waitFor();
  });
});
