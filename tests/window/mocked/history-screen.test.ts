import { describe, expect, it } from "vitest";
import { groupByDrive } from "#analysis/history-groups";
import { driveError } from "#contract/drive-error";
import type { UnreadableEntry } from "#contract/history";
import { tell } from "#text/statements";
import { closeAfterEach, type MockWindow, openMock } from "../../helpers/mock-app/open-mock";
import { historyEntries } from "../../helpers/mock-app/reports";
import { refused, type Scenario } from "../../helpers/mock-app/scenario";
import { plain, visibleText } from "../../helpers/mock-app/visible-text";

let mock: MockWindow;
closeAfterEach(() => mock);

async function openHistory(changes: Partial<Scenario>): Promise<MockWindow["page"]> {
  mock = await openMock(changes);
  await mock.page.getByRole("button", { name: "Earlier inspections" }).click();
  await mock.page.getByRole("heading", { name: "Earlier inspections" }).waitFor();
  return mock.page;
}

const stored = { history: historyEntries };

describe("the history screen", () => {
  it("lists the inspections of each drive with their word and sentence, and marks partial inspections unless these say so", async () => {
    const page = await openHistory(stored);
    const rows = page.locator(".history-row");
    await rows.first().waitFor();
    await expect.poll(() => rows.count()).toBe(historyEntries.length);
    const drives = groupByDrive(historyEntries);
    const headings = page.locator(".history-drive-head");
    for (const [index, { entries }] of drives.entries()) {
      const text = await visibleText(headings.nth(index));
      expect(text).toContain(entries[0]?.model ?? entries[0]?.volumeName);
      expect(text).toContain(entries[0]?.serial ?? "");
    }
    const shown = drives.flatMap(({ entries }) => entries);
    for (const [index, { mark, word, sentence, volumeName, partial }] of shown.entries()) {
      const text = await visibleText(rows.nth(index));
      expect(text).toContain(plain(`${tell(word)} ${tell(sentence)}`));
      expect(text).toContain(volumeName);
      // An entry that says “Stopped early.” does not also say “Partial”.
      expect(text.includes("Partial")).toBe(partial && mark !== "early");
    }
  });

  it("offers a first inspection if the history is empty", async () => {
    const page = await openHistory({ history: [] });
    await page.getByText("There are no inspections yet.", { exact: false }).waitFor();
    await page.getByRole("main").getByRole("button", { name: "Choose a drive" }).click();
    await page.getByRole("heading", { name: "Which drive do you want to inspect?" }).waitFor();
  });

  it("deletes an inspection only after a confirmation, and keeps the focus on the page", async () => {
    const page = await openHistory(stored);
    const first = page.getByRole("button", { name: /^Delete/ }).first();
    await first.click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Keep it" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await mock.callsOf("deleteReport")).toEqual([]);
    await first.click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => page.locator(".history-row").count()).toBe(historyEntries.length - 1);
    await expect.poll(() => mock.callsOf("deleteReport")).toEqual([[historyEntries[0]?.runId]]);
    const focusIsInMain = () =>
      page.evaluate(() => document.querySelector("main")?.contains(document.activeElement));
    await expect.poll(focusIsInMain).toBe(true);
  });

  it("keeps an inspection that it could not delete, and says why", async () => {
    const page = await openHistory({
      ...stored,
      results: { deleteReport: refused(driveError("internal", "The file is in use.")) },
    });
    await page
      .getByRole("button", { name: /^Delete/ })
      .first()
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("The file is in use.").waitFor();
    await expect.poll(() => page.locator(".history-row").count()).toBe(historyEntries.length);
  });

  it("leads back to the drives if a report no longer exists", async () => {
    const page = await openHistory({
      history: historyEntries.slice(0, 1),
      reports: {},
    });
    await page.getByRole("button", { name: /^Open/ }).click();
    await page.getByText("This report is not there any more.", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Choose a drive" }).click();
    await page.getByRole("heading", { name: "Which drive do you want to inspect?" }).waitFor();
  });

  it("reads the list again on request after an error", async () => {
    const page = await openHistory({
      results: {
        listHistory: [
          refused(driveError("internal", "The folder of reports cannot be read.")),
          { ok: true, value: { entries: historyEntries, unreadable: [], problem: null } },
        ],
      },
    });
    await page.getByText("The folder of reports cannot be read.").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".history-row").first().waitFor();
  });

  const folder = "/home/ada/.config/DriveProof/inspections";
  const unreadable = [
    { name: "0b6f0e3e.json", problem: "damaged", removable: true },
    { name: "x.json", problem: "folder", removable: false },
  ].map((entry) => ({ ...entry, path: `${folder}/${entry.name}`, systemCode: null }));

  it("counts and names the unreadable entries, and offers to show, but not to remove, a folder among them", async () => {
    const page = await openHistory({ ...stored, unreadable: unreadable as UnreadableEntry[] });
    await page.getByText("2 entries among your reports could not be read").waitFor();
    await expect
      .poll(() => page.getByRole("button", { name: /^Open/ }).count())
      .toBe(historyEntries.length);
    for (const { path } of unreadable) {
      await page.getByText(path).waitFor();
    }
    // x.json is a folder: the program shows it in the file manager but does not offer to delete it.
    expect(await page.getByRole("button", { name: "Remove x.json" }).count()).toBe(0);
    await page.getByRole("button", { name: "Show in folder: x.json" }).click();
    await expect.poll(() => mock.callsOf("showUnreadable")).toEqual([["x.json"]]);
  });

  it("removes a damaged file only after a confirmation", async () => {
    const page = await openHistory({ ...stored, unreadable: unreadable as UnreadableEntry[] });
    await page.getByRole("button", { name: "Remove 0b6f0e3e.json" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Keep it" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await mock.callsOf("removeUnreadable")).toEqual([]);
    await page.getByRole("button", { name: "Remove 0b6f0e3e.json" }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await page.getByText("1 entry among your reports could not be read").waitFor();
    expect(await mock.callsOf("removeUnreadable")).toEqual([["0b6f0e3e.json"]]);
  });

  it("does not call the history empty if its folder cannot be read", async () => {
    const problem = { path: folder, problem: "no-permission", systemCode: "EACCES" } as const;
    const listing = { entries: [], unreadable: [], problem };
    const page = await openHistory({ results: { listHistory: { ok: true, value: listing } } });
    await page.getByText("Earlier inspections could not all be read").waitFor();
    expect(await page.locator(".notice").textContent()).toContain(folder);
    expect(await page.getByText("There are no inspections yet.").count()).toBe(0);
  });
});
