import { describe, it } from "vitest";
import {
  exceptionsFor,
  expectEveryLook,
  expectPage,
  goOn,
  inPseudoLanguage,
  type ShownPage,
  wordsOnly,
} from "../../helpers/mock-app/every-look";
import { answered, busyDrive, refused, type Scenario } from "../../helpers/mock-app/scenario";
import { manyVolumes } from "../../helpers/mock-app/volumes";

/**
 * The pages before an inspection in the pseudo-language, with each theme, window size and text size
 * of `everyLook`.
 */

const drives = { results: { listVolumes: answered([...manyVolumes]) } } satisfies Partial<Scenario>;
const folder = "/home/ada/.config/DriveProof";

describe("in the pseudo-language, the drive screen", () => {
  const pages: readonly ShownPage[] = [
    {
      name: "a drive that needs consent",
      scenario: drives,
      reach: (page) => page.getByRole("row", { name: /nas/ }).click(),
    },
    {
      name: "a drive whose free space is not known",
      looks: wordsOnly,
      scenario: drives,
      reach: (page) => page.locator(".volume.untestable:not(.closed)").last().click(),
    },
    { name: "no drives", scenario: { results: { listVolumes: answered([]) } } },
    {
      name: "a list that could not be read",
      looks: wordsOnly,
      scenario: { results: { listVolumes: refused(busyDrive) } },
      reach: (page) => page.locator(".notice").waitFor(),
    },
    {
      name: "an inspection that did not start",
      looks: wordsOnly,
      scenario: { results: { ...drives.results, startInspection: refused(busyDrive) } },
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
      name: "notices about the program's own files",
      scenario: {
        results: {
          ...drives.results,
          dataState: answered({
            keepingProblem: { path: folder, problem: "full", systemCode: "ENOSPC" },
            setAside: (["plug-test", "unfinished-inspections"] as const).flatMap((what) =>
              [`${folder}/aside`, null].map((keptAs, place) => ({
                what,
                keptAs,
                systemCode: null,
                path: `${folder}/${what}-${place}.json`,
                problem: "damaged" as const,
              })),
            ),
            unlocked: `${folder}/lock`,
            powerCutFolderLeft: "/media/STICK/DriveProof plug test",
          }),
        },
      },
      reach: (page) => page.locator(".notice").first().waitFor(),
    },
  ];
  it.each(pages)("shows no English and cuts nothing off: $name", expectPage);

  it("shows no English and cuts nothing off if the window could not start", () => {
    const scenario = { results: { appInfo: refused(busyDrive) } };
    return inPseudoLanguage(scenario, async (mock) => {
      await mock.page.locator(".notice").waitFor();
      await expectEveryLook(mock, exceptionsFor(scenario), "the window that could not start");
    });
  });
});
