import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isPulledOut } from "#analysis/facts/thing";
import type { FoundPowerCutTest, PowerCutGuide } from "#contract/power-cut/state";
import { cutDeeds } from "#contract/power-cut/test";
import type { GuideWitness } from "#contract/power-cut/witness";
import {
  type CheckedLook,
  exceptionsFor,
  expectEveryLook,
  goOn,
  wordsOnly,
} from "../../helpers/mock-app/every-look";
import { closeAfterEach, type MockWindow } from "../../helpers/mock-app/open-mock";
import { heldByWitness, mockGuide, mockWitness } from "../../helpers/mock-app/power-cut-guides";
import {
  finished,
  noPage,
  openPowerCutWindow,
  powerCutOffer,
  showGuide,
  writing,
} from "../../helpers/mock-app/power-cut-window";
import { answered, busyDrive } from "../../helpers/mock-app/scenario";
import { manyVolumes } from "../../helpers/mock-app/volumes";

/**
 * Every page of the plug test in the pseudo-language, with each theme, window size and text size of
 * `everyLook`.
 */

let mock: MockWindow;
closeAfterEach(() => mock);
const expectHere = (data: unknown, name: string, looks?: readonly CheckedLook[]) =>
  expectEveryLook(mock, exceptionsFor(data), name, looks);

/**
 * Goes to the next page and waits until the heading has changed, since the other parts and buttons
 * have the same names on every page.
 */
const turnPage = async (page: Page) => {
  const heading = page.getByRole("heading", { level: 1 });
  const before = await heading.textContent();
  await goOn(page);
  await expect.poll(() => heading.textContent()).not.toBe(before);
};

const toPowerCut = async (page: Page) => {
  await page.locator(".action-bar .button.plain").click();
  await page.locator(".power-cut-page").waitFor();
};

describe("in the pseudo-language, the plug test", () => {
  const fault: GuideWitness["fault"] = {
    code: "cannot-listen",
    message: "The network is gone.",
    syscall: null,
    osCode: null,
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
        kind: "drive",
        url: null,
        file: "/media/STICK/numbers",
        systemCall: "fsync(fd)",
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
      stage: "writing",
      live: false,
      witness: mockWitness({ fault }),
    }),
    "numbers are back": mockGuide({ stage: "writing", live: false, held: [...heldByWitness] }),
    "numbers are lost": mockGuide({ stage: "writing", live: false, witnessLost: true }),
    "the computer forgot": mockGuide({
      stage: "writing",
      live: false,
      witness: mockWitness({ kind: "computer", url: null }),
    }),
    "the drive went": mockGuide({ stage: "drive-lost", held: [...heldByWitness] }),
    stopped: mockGuide({ stage: "stopped" }),
    "stopped by an error": mockGuide({ stage: "stopped", error: busyDrive }),
    removing: mockGuide({ stage: "removing" }),
    kept: finished("kept"),
    lost: finished("lost"),
    "not proven": finished("not-proven"),
  };

  /**
   * One stage of each page layout; the remaining stages have one of these layouts with other words.
   */
  const inEveryLook = new Set([
    ...["meeting the page", "preparing", "ready", "writing", "coming back", "stopped"],
    ...["kept", "lost"],
  ]);

  it("shows no English on the pages before its start", async () => {
    mock = await openPowerCutWindow({}, { language: "en-XA" });
    const { page } = mock;
    await toPowerCut(page);
    const data = [manyVolumes, powerCutOffer];
    for (const name of ["why", "before", "power", "witness"]) {
      await expectHere(data, `plug test ${name}`);
      if (name === "before") {
        await page.locator(".checkbox").click();
      }
      if (name !== "witness") {
        await turnPage(page);
      }
    }
  });

  it.each(["external", "no network"])(
    "shows no English at the choice of a witness: %s",
    async (name) => {
      const offer = {
        ...powerCutOffer,
        ...(name === "external" ? { computerRefused: null } : { addresses: [] }),
      };
      // Only an external drive, whose cable is pulled, can have this computer as its witness.
      const volumes = manyVolumes.filter(
        (volume) => isPulledOut({ volume }) === (name === "external"),
      );
      mock = await openPowerCutWindow(
        { listVolumes: answered(volumes), offerWitnesses: answered(offer) },
        { language: "en-XA" },
      );
      const { page } = mock;
      await toPowerCut(page);
      await turnPage(page);
      await page.locator(".checkbox").click();
      await turnPage(page);
      await page.locator(".power-cut-choice").first().click();
      await turnPage(page);
      await page.locator(".power-cut-choice").last().waitFor();
      await expectHere([manyVolumes, offer], `witness ${name}`, wordsOnly);
    },
  );

  it.each(["finish", "show", "clear", "unreadable", "foreign"] as const)(
    'shows no English if it was found on a drive with the offer "%s"',
    async (offer) => {
      const found: FoundPowerCutTest = {
        folder: "/media/STICK/DriveProof plug test",
        offer,
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
      await expectHere([manyVolumes, found], `found ${offer}`, wordsOnly);
    },
  );

  it("shows no English in any state of its guide", async () => {
    mock = await openPowerCutWindow({}, { language: "en-XA" });
    const { page } = mock;
    await toPowerCut(page);
    for (const [name, guide] of Object.entries(guides)) {
      const shown = () => page.locator("main").innerText();
      const before = await shown();
      await showGuide(mock, guide);
      await expect.poll(shown).not.toBe(before);
      if (name === "coming back") {
        await page.locator(".power-cut-more button").first().click();
      }
      const looks = inEveryLook.has(name) ? undefined : wordsOnly;
      await expectHere([guide, powerCutOffer], name, looks);
    }
  });

  it("shows no English in the question about how the power was cut", async () => {
    const question = { shown: null, deeds: [...cutDeeds], said: null };
    mock = await openPowerCutWindow({ cutQuestion: answered(question) }, { language: "en-XA" });
    const guide = mockGuide({ stage: "writing", live: false, held: [...heldByWitness] });
    await toPowerCut(mock.page);
    await showGuide(mock, guide);
    await mock.page.locator(".power-cut-numbers").waitFor();
    await goOn(mock.page);
    await mock.page.locator(".power-cut-choice").first().waitFor();
    await expectHere([guide, question], "what was done");
  });
});
