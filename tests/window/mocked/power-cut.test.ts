import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { driveError } from "#contract/drive-error";
import { unknownDrive } from "#contract/volume";
import { closeAfterEach, type MockWindow } from "../../helpers/mock-app/open-mock";
import { heldByWitness, mockGuide, mockWitness } from "../../helpers/mock-app/power-cut-guides";
import {
  choose,
  finished,
  heading,
  noPage,
  openPowerCutWindow,
  powerCutOffer,
  press,
  showGuide,
  toWitnessChoice,
  writing,
} from "../../helpers/mock-app/power-cut-window";
import { answered, refused } from "../../helpers/mock-app/scenario";
import { plain, visibleText } from "../../helpers/mock-app/visible-text";

let mock: MockWindow;
closeAfterEach(() => mock);

async function openWindow(...args: Parameters<typeof openPowerCutWindow>): Promise<Page> {
  mock = await openPowerCutWindow(...args);
  return mock.page;
}

const addressGone = {
  code: "address-gone",
  message: "This computer does not have the address 192.168.1.9 at the moment.",
  syscall: "listen",
  osCode: 99,
} as const;

describe("before the plug test, the guide", () => {
  it("opens the test only after the consent and the choice of a witness", async () => {
    const page = await openWindow();
    await press(page, "Plug test");
    await press(page, "Continue");
    // Every page of the guide has a button “Continue”, so wait for the heading first.
    await heading(page, "Before you start");
    const next = page.getByRole("button", { name: "Continue" });
    expect(await next.isDisabled()).toBe(true);
    await page.locator(".checkbox").click();
    await expect.poll(() => next.isDisabled()).toBe(false);
    await next.click();
    await heading(page, "How will you cut the power?");
    await press(page, "Continue");
    await heading(page, "Who notes the numbers?");
    expect(await mock.callsOf("openPowerCutTest")).toEqual([]);
    await press(page, "Open the page for my phone");
    await expect
      .poll(() => mock.callsOf("openPowerCutTest"))
      .toMatchObject([
        [
          {
            witness: { kind: "page", address: "192.168.1.23" },
            modes: [
              { mode: "none", label: "Write, not confirmed" },
              { mode: "fsync", label: "Confirm the whole file" },
              { mode: "o_direct_dsync", label: "Bypass memory, confirmed" },
            ],
          },
        ],
      ]);
  });

  it("offers every address, marks weaker witnesses, and says why other witnesses are unavailable", async () => {
    const page = await openWindow();
    await toWitnessChoice(page);
    await expect.poll(() => page.getByRole("radio").count()).toBe(4);
    await page.locator(".power-cut-choice", { hasText: "STICK" }).click();
    await page.getByText("It may be the same drive.").waitFor();
    expect(await page.getByRole("radio", { name: /Home/ }).isDisabled()).toBe(true);
    await page.getByText("This is on the drive under test.").waitFor();
    await press(page, "Continue");
    await expect
      .poll(() => mock.callsOf("openPowerCutTest"))
      .toEqual([[expect.objectContaining({ witness: { kind: "drive", volumeId: "stick" } })]]);
  });

  it("warns of a question by the firewall only while a page is chosen as the witness", async () => {
    const page = await openWindow({
      offerWitnesses: answered({ ...powerCutOffer, firewallQuestion: "The firewall may ask." }),
    });
    await toWitnessChoice(page);
    const announced = page.getByText("The firewall may ask.");
    await announced.waitFor();
    await page.locator(".power-cut-choice", { hasText: "STICK" }).click();
    await expect.poll(() => announced.count()).toBe(0);
    expect(await mock.callsOf("openPowerCutTest")).toEqual([]);
  });

  it("gives the reason if the plug test cannot begin", async () => {
    const page = await openWindow({
      openPowerCutTest: refused(driveError("no-space", "There is too little free space.")),
    });
    await toWitnessChoice(page);
    await press(page, "Open the page for my phone");
    await page.getByText("There is too little free space.").waitFor();
  });

  it("leads back to the list of drives", async () => {
    const page = await openWindow();
    await press(page, "Plug test");
    await press(page, "Back to the drives");
    await heading(page, "Which drive do you want to inspect?");
  });
});

describe("during the plug test, the guide", () => {
  it("waits for the phone before it prepares and writes", async () => {
    const waiting = mockGuide({ witness: mockWitness({ progress: noPage }) });
    const page = await openWindow();
    await toWitnessChoice(page);
    await showGuide(mock, waiting);
    await heading(page, "Open the page on your phone");
    await page.getByText(waiting.witness.url ?? "").waitFor();
    const next = page.getByRole("button", { name: "Continue" });
    expect(await next.isDisabled()).toBe(true);
    await showGuide(mock, mockGuide());
    await page.getByText("The page is connected").waitFor();
    await next.click();
    await expect.poll(() => mock.callsOf("preparePowerCutTest")).toHaveLength(1);
    await showGuide(mock, mockGuide({ stage: "ready" }));
    await press(page, "Begin");
    await expect.poll(() => mock.callsOf("beginPowerCutTest")).toHaveLength(1);
  });

  it("offers another witness if the first witness has no reachable address", async () => {
    const gone = mockWitness({ phase: "failed", url: null, fault: addressGone, progress: noPage });
    const page = await openWindow();
    await toWitnessChoice(page);
    await showGuide(mock, mockGuide({ witness: gone }));
    await page.getByText("does not have the address 192.168.1.9", { exact: false }).waitFor();
    expect(await page.getByRole("button", { name: "Continue" }).isDisabled()).toBe(true);
    await press(page, "Choose another witness");
    await expect.poll(() => mock.callsOf("stopPowerCutTest")).toHaveLength(1);
    await showGuide(mock, null);
    await heading(page, "Who notes the numbers?");
  });

  it("says how to cut the power of the tested drive if the window opens during the test", async () => {
    const stick = {
      drive: { ...unknownDrive, kind: "usb", bus: "usb", removable: true },
    } as const;
    const page = await openWindow({
      powerCutGuide: answered(mockGuide({ stage: "ready", ...stick })),
    });
    await page.getByText("When it says “now”: pull out the drive or its cable").waitFor();
    // Pulling a laptop's plug would leave it running on its battery, so the guide asks for the
    // power button.
    await showGuide(mock, mockGuide({ stage: "ready" }));
    await page.getByText("When it says “now”: hold the power button").waitFor();
  });

  it('counts down only while the witness confirms the saves of every mode in time, and says "now" at the end', async () => {
    const page = await openWindow({ powerCutGuide: answered(writing(1)) }, {}, { alone: true });
    // The clock of the page stands still except when the test advances it.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(60_000);
    const count = () => visibleText(page.locator(".power-cut-count"));
    await heading(page, "Writing");
    await page.getByText("Waiting until the witness keeps up", { exact: false }).waitFor();
    await page.clock.runFor(2500);
    expect(await count()).toBe("…");
    await showGuide(mock, writing(3));
    await expect.poll(count).toBe("10");
    await page.clock.runFor(2000);
    await expect.poll(count).toBe("8");
    // The countdown stops while the witness falls behind.
    await showGuide(mock, writing(3, 5000));
    await expect.poll(count).toBe("…");
    await page.clock.runFor(20_000);
    expect(await count()).toBe("…");
    expect(await mock.callsOf("askForPowerCut")).toEqual([]);
    await showGuide(mock, writing(3));
    await expect.poll(count).toBe("8");
    await page.clock.runFor(8000);
    await page.locator(".power-cut-now").waitFor();
    await heading(page, "Now");
    await expect.poll(() => mock.callsOf("askForPowerCut")).toHaveLength(1);
    expect(plain(await visibleText(page.locator(".power-cut-numbers")))).toContain("12 345");
  });

  it("reports that the witness is gone, and lets the person stop the test", async () => {
    const page = await openWindow({ powerCutGuide: answered(writing(3)) });
    await heading(page, "Writing");
    const fault = {
      code: "host-died",
      message: "The witness ended unexpectedly.",
      syscall: null,
      osCode: null,
    } as const;
    await showGuide(mock, {
      ...writing(3),
      witness: mockWitness({ phase: "failed", fault, progress: noPage }),
    });
    await page.getByRole("alert").getByText("The witness ended unexpectedly.").waitFor();
    await expect.poll(() => visibleText(page.locator(".power-cut-count"))).toBe("…");
    await press(page, "Stop the test");
    await expect.poll(() => mock.callsOf("stopPowerCutTest")).toHaveLength(1);
  });
});

describe("after the power cut, the guide", () => {
  it("shows the unfinished test, and reads the drive once the numbers are back and the person has named the cut", async () => {
    const found = mockGuide({ stage: "writing", live: false });
    const page = await openWindow({ powerCutGuide: answered(found) });
    await heading(page, "Finish the plug test");
    const read = page.getByRole("button", { name: "Look what is left" });
    expect(await read.isDisabled()).toBe(true);
    await showGuide(mock, { ...found, held: [...heldByWitness] });
    await page.getByText("The witness has handed back its numbers").waitFor();
    await read.click();
    await heading(page, "What did you do?");
    const next = page.getByRole("button", { name: "Continue" });
    expect(await next.isDisabled()).toBe(true);
    await expect
      .poll(() => page.locator(".power-cut-choice-title").allTextContents())
      .toEqual([
        "I held the power button until the computer went off",
        "I took the battery out",
        "I pulled the computer’s plug",
        "None of these",
      ]);
    expect(await mock.callsOf("finishPowerCutTest")).toEqual([]);
    await choose(page, "I took the battery out");
    await next.click();
    await expect.poll(() => mock.callsOf("finishPowerCutTest")).toHaveLength(1);
    expect(await mock.callsOf("sayWhatWasDone")).toEqual([["battery"]]);
  });

  it("asks no question about the power cut if the system itself shows whether the power was lost", async () => {
    for (const lostPower of [true, false]) {
      const page = await openWindow({
        powerCutGuide: answered(
          mockGuide({ stage: "writing", live: false, held: [...heldByWitness] }),
        ),
        cutQuestion: answered({
          shown: { by: "unsafe-shutdowns", lostPower },
          deeds: ["power-button", "no-cut"],
          said: null,
        }),
      });
      await press(page, "Look what is left");
      await expect.poll(() => mock.callsOf("finishPowerCutTest")).toHaveLength(1);
      expect(await mock.callsOf("sayWhatWasDone")).toEqual([]);
      await mock.close();
    }
  });

  it("accepts typed numbers, and says if a number and its check word do not match", async () => {
    const found = mockGuide({ stage: "writing", live: false });
    const page = await openWindow({
      powerCutGuide: answered(found),
      enterWitnessed: [answered(false), answered(true)],
    });
    await press(page, "The page does not come back");
    const group = page.getByRole("group", { name: "Confirm the whole file" });
    await group.getByLabel("Number").fill("12 354");
    await group.getByLabel("Check word").fill("Bakomi");
    await group.getByRole("button", { name: "Check" }).click();
    await group.getByText("do not belong together", { exact: false }).waitFor();
    await group.getByLabel("Number").fill("12\u202f345");
    await group.getByRole("button", { name: "Check" }).click();
    await group.getByText("Taken.").waitFor();
    await expect
      .poll(() => mock.callsOf("enterWitnessed"))
      .toEqual([
        [{ mode: "fsync", number: 12_354, checkWord: "Bakomi" }],
        [{ mode: "fsync", number: 12_345, checkWord: "Bakomi" }],
      ]);
  });

  it("offers another address if the computer's address has changed", async () => {
    const witness = mockWitness({
      phase: "failed",
      url: null,
      fault: addressGone,
      progress: noPage,
    });
    const page = await openWindow({
      powerCutGuide: answered(mockGuide({ stage: "writing", live: false, witness })),
    });
    await page.getByText("tries again by itself", { exact: false }).waitFor();
    await press(page, "The page does not come back");
    await press(page, "eth0, 10.0.0.7");
    await expect.poll(() => mock.callsOf("meetWitnessAt")).toEqual([["10.0.0.7"]]);
  });

  it("says that the drive is not there yet, and lets the person try again", async () => {
    const page = await openWindow({
      powerCutGuide: answered(
        mockGuide({ stage: "drive-lost", live: true, held: [...heldByWitness] }),
      ),
      cutQuestion: refused(driveError("not-testable", "The drive under test is not there.")),
    });
    await heading(page, "The drive does not answer any more");
    await press(page, "Look what is left");
    await page.getByText("The drive under test is not there.").waitFor();
    await expect
      .poll(() => page.getByRole("button", { name: "Look what is left" }).isDisabled())
      .toBe(false);
  });

  it("offers only the removal of the remaining files of a partly removed test", async () => {
    const page = await openWindow({
      powerCutGuide: answered(
        mockGuide({ stage: "removing", live: false, held: [...heldByWitness] }),
      ),
    });
    await heading(page, "The test is removed in part");
    await expect.poll(() => page.locator("main").getByRole("button").count()).toBe(1);
    await press(page, "Remove the rest");
    await heading(page, "Which drive do you want to inspect?");
    await expect.poll(() => mock.callsOf("discardPowerCutTest")).toHaveLength(1);
  });

  it('calls the test of a USB drive "unplug test", and does not call a drive good after a single cut', async () => {
    const kept = finished("kept");
    const shown = { by: "usb-power-on", lostPower: true } as const;
    const result = kept.result && {
      ...kept.result,
      cut: { ...kept.result.cut, shown, evidence: "system" as const, computerRestarted: false },
    };
    const drive = { ...unknownDrive, kind: "usb", bus: "usb", removable: true } as const;
    const page = await openWindow({ powerCutGuide: answered({ ...kept, drive, result }) });
    await heading(page, /^The unplug test of/);
    await page.locator(".notice", { hasText: "No confirmed save was lost" }).waitFor();
    expect(await page.locator(".tone-good").count()).toBe(0);
  });

  it("shows the result and removes the test only on request", async () => {
    const page = await openWindow({ powerCutGuide: answered(finished("lost")) });
    await page.getByText("Confirmed saves were lost").waitFor();
    const row = async (name: RegExp) => plain(await visibleText(page.getByRole("row", { name })));
    expect(await row(/^Reported as done/)).toMatch(/91 234 12 345 –/);
    expect(await row(/^Found whole/)).toMatch(/514 1 027 –/);
    expect(await row(/^Did not survive/)).toMatch(/530 17 –/);
    expect(await row(/^Result/)).toMatch(/lost lost not available here/);
    expect(await mock.callsOf("discardPowerCutTest")).toEqual([]);
    await press(page, "Remove the test and close");
    await heading(page, "Which drive do you want to inspect?");
    await expect.poll(() => mock.callsOf("discardPowerCutTest")).toHaveLength(1);
  });
});
