import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { driveError } from "../../../electron/contract/drive-error";
import type { PlugGuide, WitnessOffer } from "../../../electron/contract/plug-guide";
import { accessibilityViolations, sidewaysScroll } from "../../helpers/mock-app/accessibility";
import { type MockWindow, openMock } from "../../helpers/mock-app/open-mock";
import {
  heldByWitness,
  mockGuide,
  mockPlugTest,
  mockWitness,
} from "../../helpers/mock-app/plug-guides";
import { answered, refused, type Scenario } from "../../helpers/mock-app/scenario";
import { settled } from "../../helpers/mock-app/settled";
import { plain, visibleText } from "../../helpers/mock-app/visible-text";
import { manyVolumes } from "../../helpers/mock-app/volumes";

let mock: MockWindow;
afterEach(async () => {
  await mock.close();
  expect(mock.consoleErrors).toEqual([]);
});

const offer: WitnessOffer = {
  addresses: [
    { address: "192.168.1.23", adapter: "wlan0" },
    { address: "10.0.0.7", adapter: "eth0" },
  ],
  drives: [
    {
      volumeId: "stick",
      name: "STICK",
      mountPoint: "/media/ada/STICK",
      usable: true,
      warnings: ["A drive is a weaker witness than a phone.", "It may be the same drive."],
    },
    {
      volumeId: "home",
      name: "Home",
      mountPoint: "/home",
      usable: false,
      reason: "This is on the drive under test.",
    },
  ],
  computerRefused: "The computer runs from this drive and stops with it.",
};

async function openWindow(
  results: Scenario["results"] = {},
  changes: Partial<Scenario> = {},
  options: Parameters<typeof openMock>[1] = {},
): Promise<Page> {
  const scenario: Partial<Scenario> = {
    results: {
      listVolumes: answered([...manyVolumes]),
      offerWitnesses: answered(offer),
      openPlugTest: answered(null),
      preparePlugTest: answered(null),
      beginPlugTest: answered(null),
      askForPowerCut: answered(null),
      stopPlugTest: answered(null),
      finishPlugTest: answered(null),
      discardPlugTest: answered(true),
      witnessAddresses: answered(offer.addresses),
      meetWitnessAt: answered(null),
      enterWitnessed: answered(false),
      ...results,
    },
    ...changes,
  };
  mock = await openMock(scenario, options);
  return mock.page;
}

/** Main sends a new picture of the test. */
function show(guide: PlugGuide | null): Promise<void> {
  return mock.app.evaluate(
    (_electron, picture) =>
      (globalThis as unknown as { mockPlugGuide: (guide: unknown) => void }).mockPlugGuide(picture),
    guide as unknown as Record<string, unknown> | null,
  );
}

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { name, level: 1 }).waitFor();

async function toWitnessChoice(page: Page): Promise<void> {
  await press(page, "Plug test");
  await heading(page, /^The plug test of/);
  await press(page, "Continue");
  await heading(page, "Before you start");
  await page.locator(".checkbox").click();
  await press(page, "Continue");
  await heading(page, "How will you cut the power?");
  await press(page, "Continue");
  await heading(page, "Who notes the numbers?");
}

describe("before the test", () => {
  it("asks nothing of main until a witness is chosen, and only after the person agreed", async () => {
    const page = await openWindow();
    await press(page, "Plug test");
    await press(page, "Continue");
    const next = page.getByRole("button", { name: "Continue" });
    expect(await next.isDisabled()).toBe(true);
    await page.locator(".checkbox").click();
    await expect.poll(() => next.isDisabled()).toBe(false);
    await next.click();
    await press(page, "Continue");
    await heading(page, "Who notes the numbers?");
    expect(await mock.callsOf("openPlugTest")).toEqual([]);
    await press(page, "Open the page for my phone");
    await expect
      .poll(() => mock.callsOf("openPlugTest"))
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

  it("offers every address, names weaker witnesses as such, and says why others cannot be", async () => {
    const page = await openWindow();
    await toWitnessChoice(page);
    expect(await page.getByRole("radio").count()).toBe(4);
    await page.locator(".plug-choice", { hasText: "STICK" }).click();
    await page.getByText("It may be the same drive.").waitFor();
    expect(await page.getByRole("radio", { name: /Home/ }).isDisabled()).toBe(true);
    await page.getByText("This is on the drive under test.").waitFor();
    await press(page, "Continue");
    await expect
      .poll(() => mock.callsOf("openPlugTest"))
      .toEqual([[expect.objectContaining({ witness: { kind: "drive", volumeId: "stick" } })]]);
  });

  it("says why it cannot begin, where it cannot", async () => {
    const page = await openWindow({
      openPlugTest: refused(driveError("no-space", "There is too little free space.")),
    });
    await toWitnessChoice(page);
    await press(page, "Open the page for my phone");
    await page.getByText("There is too little free space.").waitFor();
  });

  it("leads back to the drives", async () => {
    const page = await openWindow();
    await press(page, "Plug test");
    await press(page, "Back to the drives");
    await heading(page, "Which drive would you like to inspect?");
  });
});

describe("the test", () => {
  it("waits for the phone before anything is written", async () => {
    const waiting = mockGuide({ witness: mockWitness({ progress: noPage }) });
    const page = await openWindow();
    await toWitnessChoice(page);
    await show(waiting);
    await heading(page, "Open the page on your phone");
    await page.getByText(waiting.witness.url ?? "").waitFor();
    const next = page.getByRole("button", { name: "Continue" });
    expect(await next.isDisabled()).toBe(true);
    await show(mockGuide());
    await page.getByText("The page is connected").waitFor();
    await next.click();
    await expect.poll(() => mock.callsOf("preparePlugTest")).toHaveLength(1);
    await show(mockGuide({ stage: "ready" }));
    await press(page, "Begin");
    await expect.poll(() => mock.callsOf("beginPlugTest")).toHaveLength(1);
  });

  it("counts down only while the witness keeps up in every mode, and then says now", async () => {
    const page = await openWindow({ plugGuide: answered(writing(1)) }, {}, { alone: true });
    // The page's time stands still but for what is let pass.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(60_000);
    const count = () => visibleText(page.locator(".plug-count"));
    await heading(page, "Writing");
    await page.getByText("Waiting until the witness keeps up", { exact: false }).waitFor();
    await page.clock.runFor(2500);
    expect(await count()).toBe("…");
    await show(writing(3));
    await expect.poll(count).toBe("10");
    await page.clock.runFor(2000);
    await expect.poll(count).toBe("8");
    // A witness that falls behind holds the countdown.
    await show(writing(3, 5000));
    await expect.poll(count).toBe("…");
    await page.clock.runFor(20_000);
    expect(await count()).toBe("…");
    expect(await mock.callsOf("askForPowerCut")).toEqual([]);
    await show(writing(3));
    await expect.poll(count).toBe("8");
    await page.clock.runFor(8000);
    await page.locator(".plug-now").waitFor();
    await heading(page, "Now");
    await expect.poll(() => mock.callsOf("askForPowerCut")).toHaveLength(1);
    expect(plain(await visibleText(page.locator(".plug-numbers")))).toContain("12 345");
  });

  it("says so when the witness is gone", async () => {
    const page = await openWindow({ plugGuide: answered(writing(3)) });
    await heading(page, "Writing");
    const fault = {
      code: "host-died",
      message: "The witness ended unexpectedly.",
      syscall: null,
      osCode: null,
    } as const;
    await show({
      ...writing(3),
      witness: mockWitness({ phase: "failed", fault, progress: noPage }),
    });
    await page.getByRole("alert").getByText("The witness ended unexpectedly.").waitFor();
    await expect.poll(() => visibleText(page.locator(".plug-count"))).toBe("…");
    await press(page, "Stop the test");
    await expect.poll(() => mock.callsOf("stopPlugTest")).toHaveLength(1);
  });
});

describe("after the power cut", () => {
  it("opens with the unfinished test, and reads once the numbers are there", async () => {
    const found = mockGuide({ stage: "writing", live: false });
    const page = await openWindow({ plugGuide: answered(found) });
    await heading(page, "Finish the plug test");
    const read = page.getByRole("button", { name: "Look what is left" });
    expect(await read.isDisabled()).toBe(true);
    await show({ ...found, held: [...heldByWitness] });
    await page.getByText("The witness has handed back its numbers").waitFor();
    await read.click();
    await expect.poll(() => mock.callsOf("finishPlugTest")).toHaveLength(1);
  });

  it("takes numbers typed off the page, and says when they do not fit", async () => {
    const found = mockGuide({ stage: "writing", live: false });
    const page = await openWindow({
      plugGuide: answered(found),
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

  it("offers another address when this computer's has changed", async () => {
    const fault = {
      code: "address-gone",
      message: "This computer does not have the address 192.168.1.9 at the moment.",
      syscall: "listen",
      osCode: 99,
    } as const;
    const page = await openWindow({
      plugGuide: answered(
        mockGuide({
          stage: "writing",
          live: false,
          witness: mockWitness({ phase: "failed", url: null, fault, progress: noPage }),
        }),
      ),
    });
    await page.getByText("tries again by itself", { exact: false }).waitFor();
    await press(page, "The page does not come back");
    await press(page, "eth0, 10.0.0.7");
    await expect.poll(() => mock.callsOf("meetWitnessAt")).toEqual([["10.0.0.7"]]);
  });

  it("keeps the test when the drive is not there yet", async () => {
    const page = await openWindow({
      plugGuide: answered(mockGuide({ stage: "drive-lost", live: true, held: [...heldByWitness] })),
      finishPlugTest: refused(driveError("not-testable", "The drive under test is not there.")),
    });
    await heading(page, "The drive has lost its power");
    await press(page, "Look what is left");
    await page.getByText("The drive under test is not there.").waitFor();
    await expect
      .poll(() => page.getByRole("button", { name: "Look what is left" }).isDisabled())
      .toBe(false);
  });

  it("offers nothing but to remove the rest of a test that is removed in part", async () => {
    const page = await openWindow({
      plugGuide: answered(mockGuide({ stage: "removing", live: false, held: [...heldByWitness] })),
    });
    await heading(page, "The test is removed in part");
    expect(await page.locator("main").getByRole("button").count()).toBe(1);
    await press(page, "Remove the rest");
    await heading(page, "Which drive would you like to inspect?");
    await expect.poll(() => mock.callsOf("discardPlugTest")).toHaveLength(1);
  });

  it("shows the result and removes the test only when asked", async () => {
    const page = await openWindow({ plugGuide: answered(finished("lost")) });
    await page.getByText("Confirmed saves were lost").waitFor();
    const row = async (name: RegExp) => plain(await visibleText(page.getByRole("row", { name })));
    expect(await row(/^Confirmed/)).toMatch(/91 234 12 345 –/);
    expect(await row(/^Found whole/)).toMatch(/514 1 027 –/);
    expect(await row(/^Did not survive/)).toMatch(/530 17 –/);
    expect(await row(/^Result/)).toMatch(/lost lost not available here/);
    expect(await mock.callsOf("discardPlugTest")).toEqual([]);
    await press(page, "Remove the test and close");
    await heading(page, "Which drive would you like to inspect?");
    await expect.poll(() => mock.callsOf("discardPlugTest")).toHaveLength(1);
  });
});

const noPage = {
  held: [],
  connections: 0,
  confirmationMs: null,
  unconfirmedMs: 0,
  keeps: null,
};

function writing(modesHeld: number, unconfirmedMs = 0): PlugGuide {
  return mockGuide({
    stage: "writing",
    witness: mockWitness({
      progress: {
        held: heldByWitness.slice(0, modesHeld),
        connections: 1,
        confirmationMs: 38,
        unconfirmedMs,
        keeps: "storage",
      },
    }),
  });
}

function finished(outcome: "kept" | "lost" | "not-proven"): PlugGuide {
  return mockGuide({
    stage: "finished",
    live: false,
    held: [...heldByWitness],
    result: mockPlugTest(outcome),
  });
}

describe("every page is accessible and fits, also with large text", () => {
  const found = mockGuide({ stage: "writing", live: false });
  /** Name, what main sends, and the words that tell that it is shown. */
  const pictures: [string, PlugGuide | null, string][] = [
    ["choice", null, "Who notes the numbers?"],
    [
      "meet",
      mockGuide({ witness: mockWitness({ progress: noPage }) }),
      "Open the page on your phone",
    ],
    [
      "preparing",
      mockGuide({ stage: "preparing", progress: { bytes: 4e7, totalBytes: 1e8 } }),
      "Making the files of the test",
    ],
    ["ready", mockGuide({ stage: "ready" }), "Everything is ready"],
    ["writing", writing(3), "Writing"],
    ["return", found, "Finish the plug test"],
    ["stopped", mockGuide({ stage: "stopped" }), "The test was stopped before the power was cut"],
    ["kept", finished("kept"), "meant saved"],
    ["lost", finished("lost"), "Confirmed saves were lost"],
  ];

  it.each([
    ["light", 1280, 1],
    ["dark", 800, 2],
  ] as const)("%s, %i wide, zoom %i", async (theme, width, zoom) => {
    const page = await openWindow({}, { theme, width, height: width === 800 ? 600 : 800, zoom });
    await toWitnessChoice(page);
    for (const [name, guide, words] of pictures) {
      if (guide !== null) {
        await show(guide);
        await page.getByText(words).first().waitFor();
      }
      if (name === "return") {
        await press(page, "The page does not come back");
      }
      await settled(page);
      expect(await accessibilityViolations(page), name).toEqual([]);
      expect(await sidewaysScroll(page), name).toBe(0);
      await screenshot(page, `${name}-${theme}`);
    }
  });
});

/** For looking at; only where a folder for pictures is named. */
async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.DRIVEPROOF_SCREENSHOTS;
  if (folder) {
    await page.screenshot({ path: `${folder}/plug-${name}.png`, fullPage: true });
  }
}
