import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { driveError } from "#contract/drive-error";
import type { FileProblem, FolderProblem } from "#contract/history";
import {
  type CheckedLook,
  englishOn,
  everyLook,
  expectEveryLook,
  wordsOnly,
} from "../../helpers/mock-app/every-look";
import { closeAfterEach, type MockWindow, openMock } from "../../helpers/mock-app/open-mock";
import { powerCutEntries } from "../../helpers/mock-app/power-cut-reports";
import { historyEntries } from "../../helpers/mock-app/reports";
import { refused, type Scenario } from "../../helpers/mock-app/scenario";

/**
 * The history in the pseudo-language, with each theme, window size and text size of `everyLook`.
 */

const folder = "/home/ada/.config/DriveProof/inspections";
const problems: readonly FileProblem[] = [
  ...["folder", "link", "special", "foreign-owner", "too-large", "empty", "damaged"],
  ...["newer-version", "other-name", "no-permission", "read-error"],
] as FileProblem[];
const unreadable = problems.map((problem) => ({
  name: `${problem}.json`,
  path: `${folder}/${problem}.json`,
  problem,
  systemCode: problem === "read-error" ? "EIO" : null,
  removable: problem === "damaged",
}));
const entries = [...historyEntries, ...powerCutEntries];
const gone = driveError("internal", "The file is in use.");

const left = [
  ...entries.flatMap(({ volumeName, model, serial }) => [volumeName, model ?? "", serial ?? ""]),
  ...unreadable.flatMap(({ name, path }) => [path, name]),
  ...[folder, "EIO", "EACCES", "DriveProof", gone.message],
  // The name that React Aria gives its hidden button for closing a dialog
  "Dismiss",
];

let mock: MockWindow;
closeAfterEach(() => mock);

async function openHistory(changes: Partial<Scenario>): Promise<Page> {
  mock = await openMock({ language: "en-XA", ...changes });
  const heading = mock.page.getByRole("heading", { level: 1 });
  const before = await heading.textContent();
  await mock.page.locator("header button").last().click();
  // The page shown before the history also has a heading, cards and notices; only the changed
  // heading proves that the history is shown.
  await expect.poll(() => heading.textContent()).not.toBe(before);
  return mock.page;
}

describe("in the pseudo-language, the history page", () => {
  const folderProblem = (problem: FolderProblem["problem"]): Partial<Scenario> => {
    const value = {
      entries: [],
      unreadable: [],
      problem: { path: folder, problem, systemCode: "EACCES" },
    };
    return { results: { listHistory: { ok: true, value } } };
  };
  const pages: readonly (readonly [string, Partial<Scenario>, readonly CheckedLook[]])[] = [
    ["with reports and files that cannot be read", { history: entries, unreadable }, everyLook],
    ["without reports", { history: [] }, everyLook],
    ["without reports that can be opened", { unreadable: unreadable.slice(0, 1) }, wordsOnly],
    ["whose list could not be read", { results: { listHistory: refused(gone) } }, wordsOnly],
    ...(
      [
        "not-a-folder",
        "no-permission",
        "controlled-folder",
        "read-only",
        "full",
        "no-answer",
        "other",
      ] as const
    ).map(
      (problem) =>
        [`whose folder has the problem "${problem}"`, folderProblem(problem), wordsOnly] as const,
    ),
  ];

  it.each(pages)("%s shows no English and cuts nothing off", async (name, scenario, looks) => {
    const page = await openHistory(scenario);
    await page.locator("main .card, main .notice").first().waitFor();
    await expectEveryLook(mock, { left }, name, looks);
  });

  it("shows no English in its dialogs and after a failed deletion", async () => {
    const page = await openHistory({
      history: entries,
      unreadable,
      results: { deleteReport: refused(gone), removeUnreadable: refused(gone) },
    });
    const rows = page.locator(".history-row");
    await rows.first().waitFor();
    const removable = unreadable.findIndex((entry) => entry.removable);
    for (const row of [0, entries.length + removable]) {
      await rows.nth(row).locator("button").last().click();
      const dialog = page.getByRole("alertdialog");
      await dialog.waitFor();
      await expectEveryLook(mock, { left }, "a question", row === 0 ? undefined : wordsOnly);
      await dialog.locator("button").last().click();
      await dialog.waitFor({ state: "detached" });
      await page.getByText(gone.message).first().waitFor();
      expect(await englishOn(page, { left })).toEqual([]);
    }
  });
});
