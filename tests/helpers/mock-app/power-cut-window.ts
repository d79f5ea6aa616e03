import type { Page } from "playwright-core";
import type { CutQuestion, PowerCutGuide } from "#contract/power-cut/state";
import type { WitnessOffer } from "#contract/power-cut/witness";
import { type MockWindow, openMock } from "./open-mock";
import { heldByWitness, mockGuide, mockPowerCutTest, mockWitness } from "./power-cut-guides";
import { answered, done, type Scenario } from "./scenario";
import { manyVolumes } from "./volumes";

/** Opens the window with an answer to every call of the plug test, and acts in it. */

export const powerCutOffer: WitnessOffer = {
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
  firewallQuestion: null,
};

/** A restarted laptop on which the system shows nothing of a power cut. */
const question: CutQuestion = {
  shown: null,
  deeds: ["power-button", "battery", "plug", "no-cut"],
  said: null,
};

export function openPowerCutWindow(
  results: Scenario["results"] = {},
  changes: Partial<Scenario> = {},
  options: Parameters<typeof openMock>[1] = {},
): Promise<MockWindow> {
  const scenario: Partial<Scenario> = {
    results: {
      listVolumes: answered([...manyVolumes]),
      offerWitnesses: answered(powerCutOffer),
      openPowerCutTest: done,
      preparePowerCutTest: done,
      beginPowerCutTest: done,
      askForPowerCut: done,
      stopPowerCutTest: done,
      cutQuestion: answered(question),
      sayWhatWasDone: done,
      finishPowerCutTest: done,
      discardPowerCutTest: answered(true),
      witnessAddresses: answered(powerCutOffer.addresses),
      meetWitnessAt: done,
      enterWitnessed: answered(false),
      ...results,
    },
    ...changes,
  };
  return openMock(scenario, options);
}

/** Sends the window a new state of the plug test, as the main process does. */
export function showGuide({ app }: MockWindow, guide: PowerCutGuide | null): Promise<void> {
  return app.evaluate(
    (_electron, picture) =>
      (globalThis as unknown as { mockPowerCutGuide: (guide: unknown) => void }).mockPowerCutGuide(
        picture,
      ),
    guide as unknown as Record<string, unknown> | null,
  );
}

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name }).click();
export const choose = (page: Page, words: string) =>
  page.locator(".power-cut-choice", { hasText: words }).click();
export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { name, level: 1 }).waitFor();

export async function toWitnessChoice(page: Page): Promise<void> {
  await press(page, "Plug test");
  await heading(page, /^The (un)?plug test of/);
  await press(page, "Continue");
  await heading(page, "Before you start");
  await page.locator(".checkbox").click();
  await press(page, "Continue");
  await heading(page, "How will you cut the power?");
  await press(page, "Continue");
  await heading(page, "Who notes the numbers?");
}

export const noPage = {
  held: [],
  connections: 0,
  confirmationMs: null,
  unconfirmedMs: 0,
  keeps: null,
};

export function writing(modesHeld: number, unconfirmedMs = 0): PowerCutGuide {
  return mockGuide({
    stage: "writing",
    witness: mockWitness({
      progress: {
        ...mockWitness().progress,
        held: heldByWitness.slice(0, modesHeld),
        unconfirmedMs,
      },
    }),
  });
}

export function finished(outcome: "kept" | "lost" | "not-proven"): PowerCutGuide {
  return mockGuide({
    stage: "finished",
    live: false,
    held: [...heldByWitness],
    result: mockPowerCutTest(outcome),
  });
}
