import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { planFor, requiredFreeBytes } from "#analysis/plan";
import { driveError } from "#contract/drive-error";
import type { CallArguments } from "#contract/ipc-schema";
import type { Volume } from "#contract/volume";
import { usualWorkloads, workloadIds } from "#contract/workloads/index";
import { formatBytes } from "#text/format";
import { homeOf } from "../../../renderer/src/workloads";
import { closeAfterEach, type MockWindow, openMock } from "../../helpers/mock-app/open-mock";
import { answered, refused, type Scenario } from "../../helpers/mock-app/scenario";
import { plain, visibleText } from "../../helpers/mock-app/visible-text";
import {
  chosenVolume,
  laptopVolume,
  manyVolumes,
  networkVolume,
  readOnlyVolume,
  sizelessVolume,
  usbVolume,
} from "../../helpers/mock-app/volumes";

type StartRequest = CallArguments<"startInspection">[0];

let mock: MockWindow;
closeAfterEach(() => mock);

async function open(results: Scenario["results"]): Promise<MockWindow["page"]> {
  mock = await openMock({ results });
  await mock.page.getByRole("heading", { level: 1 }).waitFor();
  return mock.page;
}

/**
 * Opens the drive screen and waits for its list of drives; the start button and the profiles are
 * drawn earlier but depend on the list.
 */
async function openDrives(...volumes: readonly Volume[]): Promise<MockWindow["page"]> {
  const page = await open({ listVolumes: answered([...volumes]) });
  await expect.poll(() => page.getByRole("row").count()).toBe(volumes.length);
  return page;
}

/**
 * Presses the start button and expects a request to the main process with `wanted`, and the
 * defaults for everything else.
 */
async function expectStart(wanted: Partial<StartRequest>): Promise<void> {
  await mock.page.getByRole("button", startButton).click();
  const usual = {
    profile: "standard",
    tests: [...usualWorkloads],
    changes: {},
    allowNetwork: false,
  };
  await expect.poll(() => mock.callsOf("startInspection")).toEqual([[{ ...usual, ...wanted }]]);
}

const hasFocus = (row: Locator) => row.evaluate((it) => it === document.activeElement);
const startButton = { name: "Inspect this drive" };

describe("the drive screen", () => {
  it("shows a card per volume with its facts and selects the system drive", async () => {
    const page = await openDrives(usbVolume, laptopVolume);
    const card = page.getByRole("row", { name: /Laptop drive/ });
    await card.waitFor();
    expect(await card.getAttribute("aria-selected")).toBe("true");
    const text = await visibleText(card);
    for (const fact of [laptopVolume.drive.model, "NVMe", "Encrypted", "System drive of this"]) {
      expect(text).toContain(fact);
    }
    expect(text).toContain("400 GB free of 1 TB");
    const usb = await visibleText(page.getByRole("row", { name: /BACKUP/ }));
    expect(usb).toContain("Removable");
    expect(usb).not.toMatch(/not known/i);
  });

  it("shows a volume once, even if a chosen folder lies on it, and shows an untestable volume last", async () => {
    const page = await open({
      listVolumes: answered([laptopVolume, usbVolume, readOnlyVolume]),
      chooseFolder: answered({
        ...usbVolume,
        id: "chosen",
        chosen: true,
        directory: "/media/ada/BACKUP/x",
      }),
    });
    await page.getByRole("button", { name: "Choose a folder…" }).click();
    await page.getByText("/media/ada/BACKUP/x").waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(3);
    // Drives that cannot be tested come last in the list.
    expect(await visibleText(page.getByRole("row").last())).toContain("CAMERA");
  });

  it("shows the folders of two drives with the same name, but not of a drive with another name", async () => {
    const twin = {
      ...usbVolume,
      id: "twin",
      mountPoint: "/media/ada/B2",
      directory: "/media/ada/B2",
    };
    const page = await openDrives(laptopVolume, usbVolume, twin);
    await page.getByText("/media/ada/B2", { exact: true }).waitFor();
    await page.getByText(usbVolume.directory, { exact: true }).waitFor();
    expect(await page.getByText(laptopVolume.directory, { exact: true }).count()).toBe(0);
  });

  it("offers a plug test on a group of internal drives, but not on a group of removable drives", async () => {
    const groupOf = (removable: boolean) => ({
      ...laptopVolume,
      drive: { ...laptopVolume.drive, model: "A + B", serial: null, disks: 2, removable },
    });
    const inside = { ...groupOf(false), id: "inside", name: "Inside", directory: "/inside" };
    const page = await openDrives(groupOf(true), inside);
    expect(await page.getByRole("button", { name: /plug test/i }).count()).toBe(0);
    await page.getByRole("row", { name: /Inside/ }).click();
    await page.getByRole("button", { name: /^Plug test.*power cut$/ }).waitFor();
  });

  it('offers an "Unplug test" in place of the plug test for a USB drive', async () => {
    const page = await openDrives(laptopVolume, usbVolume);
    await page.getByRole("button", { name: /^Plug test.*power cut$/ }).waitFor();
    await page.getByRole("row", { name: /BACKUP/ }).click();
    await page.getByRole("button", { name: /^Unplug test/ }).waitFor();
  });

  it("shows how long each profile takes and how much it writes", async () => {
    const page = await openDrives(laptopVolume);
    const profiles = page.getByRole("radiogroup", { name: "How thorough?" });
    await profiles.waitFor();
    const words = await visibleText(profiles);
    for (const name of ["Quick", "Standard", "Thorough"]) {
      expect(words).toMatch(new RegExp(`${name} about \\d+ (s|min)`));
    }
    expect(
      words.match(/Writes about \d+(\.\d)? GB of test files, then deletes them\./g),
    ).toHaveLength(3);
    expect(words).not.toMatch(/smoke/i);
  });

  it("lets the keyboard reach an untestable volume, shows why it is untestable, and lets neither key nor mouse select it", async () => {
    const page = await openDrives(laptopVolume, readOnlyVolume);
    const closed = page.getByRole("row", { name: /CAMERA/ });
    await page.getByRole("row", { name: /Laptop drive/ }).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => hasFocus(closed)).toBe(true);
    expect(await visibleText(closed)).toContain("This volume can only be read");
    await page.keyboard.press("Space");
    await closed.click();
    expect(await closed.getAttribute("aria-selected")).not.toBe("true");
    await expectStart({ volumeId: laptopVolume.id });
  });

  it("requires consent for each network drive before an inspection", async () => {
    const other = { ...networkVolume, id: "other", name: "other-nas" };
    const page = await openDrives(laptopVolume, networkVolume, other);
    await page.getByRole("row", { name: /nas:\/volume1/ }).click();
    const consent = page.getByRole("checkbox", { name: /^Inspect this network drive/ });
    const start = page.getByRole("button", startButton);
    await expect.poll(() => start.isDisabled()).toBe(true);
    await page.getByText("Inspect this network drive all the same").click();
    await expect.poll(() => start.isEnabled()).toBe(true);
    await page.getByRole("row", { name: /other-nas/ }).click();
    await expect.poll(() => consent.isChecked()).toBe(false);
    await expect.poll(() => start.isDisabled()).toBe(true);
    await page.getByRole("row", { name: /nas:\/volume1/ }).click();
    await page.locator("label").filter({ hasText: "Quick" }).click();
    await expectStart({ volumeId: networkVolume.id, profile: "quick", allowNetwork: true });
  });

  it("requires consent for a volume of unknown free space and does not call it full", async () => {
    const page = await openDrives(laptopVolume, sizelessVolume);
    const card = page.getByRole("row", { name: /vault/ });
    expect(await visibleText(card)).toContain("Size not known");
    expect(await visibleText(card)).not.toContain("0 MB");
    await card.click();
    const start = page.getByRole("button", startButton);
    await expect.poll(() => start.isDisabled()).toBe(true);
    await page.getByText("so that the test may fill it up").click();
    await expect.poll(() => start.isEnabled()).toBe(true);
    await expectStart({ volumeId: sizelessVolume.id, allowUnknownSpace: true });
  });

  it("keeps selection and focus if the list of drives changes", async () => {
    const page = await openDrives(laptopVolume, usbVolume);
    const usb = page.getByRole("row", { name: /BACKUP/ });
    await usb.click();
    await expect.poll(() => hasFocus(usb)).toBe(true);
    await mock.app.evaluate(
      (_electron, volumes) => {
        (globalThis as unknown as { mockVolumes: (list: unknown) => void }).mockVolumes(volumes);
      },
      [readOnlyVolume, laptopVolume, { ...usbVolume, freeBytes: 1_500_000_000 }],
    );
    await page.getByText("CAMERA", { exact: true }).waitFor();
    expect(await visibleText(usb)).toMatch(/1\.5\sGB free/);
    expect(await usb.getAttribute("aria-selected")).toBe("true");
    await expect.poll(() => hasFocus(usb)).toBe(true);
  });

  it("disables profiles that need more space than is free", async () => {
    const small = {
      ...laptopVolume,
      freeBytes: requiredFreeBytes(planFor("thorough", "linux")) - 1,
    };
    const page = await openDrives(small);
    const thorough = page.getByRole("radio", { name: /Thorough/ });
    await thorough.waitFor({ state: "attached" });
    expect(await thorough.isDisabled()).toBe(true);
    expect(await page.getByRole("radio", { name: /Quick/ }).isDisabled()).toBe(false);
    expect(await visibleText(page.getByText(/^Needs .* of free space/))).toMatch(/\d [MG]B/);
  });

  it("adds a chosen folder to the list and selects it", async () => {
    const page = await open({
      listVolumes: answered([laptopVolume]),
      chooseFolder: answered(chosenVolume),
    });
    await page.getByRole("button", { name: "Choose a folder…" }).click();
    const card = page.getByRole("row", { name: /Documents/ });
    await card.waitFor();
    await expect.poll(() => card.getAttribute("aria-selected")).toBe("true");
  });
});

describe("the choice of tests", () => {
  const tick = (page: MockWindow["page"], name: string) =>
    page.locator("label").filter({ hasText: name }).click();

  async function openOptions(page: MockWindow["page"]): Promise<Locator> {
    await page.getByRole("button", { name: "More options" }).click();
    const group = page.getByRole("group", { name: "What to test" });
    await group.waitFor();
    return group;
  }

  it("has the usual tests ticked and explains each test", async () => {
    const page = await openDrives(laptopVolume);
    const group = await openOptions(page);
    const boxes = group.getByRole("checkbox");
    await expect.poll(() => boxes.count()).toBe(workloadIds.length);
    for (const [index, test] of workloadIds.entries()) {
      expect(await boxes.nth(index).isChecked()).toBe(usualWorkloads.includes(test));
      expect(await visibleText(group)).toContain(homeOf(test).purpose());
    }
  });

  it("shows how much the long write writes, and adds the long write to the total and the plan once it is ticked", async () => {
    const page = await openDrives(laptopVolume);
    const { maxBytes } = planFor("standard", "linux").workloads["sustained-write"];
    const group = await openOptions(page);
    expect(await visibleText(group)).toContain(plain(`Writes up to ${formatBytes(maxBytes)}.`));
    const profiles = page.getByRole("radiogroup", { name: "How thorough?" });
    expect(await visibleText(profiles)).not.toContain("up to");
    await tick(page, "Long write");
    await expect.poll(() => visibleText(profiles)).toMatch(/Writes up to about 1\d\d GB/);
    await page.getByRole("radio", { name: /Quick/ }).check({ force: true });
    const quickBytes = planFor("quick", "linux").workloads["sustained-write"].maxBytes;
    await expect
      .poll(() => visibleText(group))
      .toContain(plain(`Writes up to ${formatBytes(quickBytes)}.`));
    const tests = workloadIds.filter((id) => id !== "capacity");
    await expectStart({ volumeId: laptopVolume.id, profile: "quick", tests });
  });

  it("warns that the test of the capacity can overwrite files, but only if that test is ticked", async () => {
    const page = await openDrives(laptopVolume);
    await openOptions(page);
    const warning = page.getByText("filling it can overwrite the files on it");
    expect(await warning.count()).toBe(0);
    await tick(page, "Size of the drive");
    await warning.waitFor();
    const { totalBytes, freeBytes } = laptopVolume;
    expect(await warning.textContent()).toContain(
      `${formatBytes((totalBytes ?? 0) - (freeBytes ?? 0))} of this drive are in use`,
    );
  });

  it("requires free space for the long write only if that test is ticked", async () => {
    const freeBytes = requiredFreeBytes(planFor("standard", "linux"));
    const page = await openDrives({ ...laptopVolume, freeBytes });
    await openOptions(page);
    expect(await page.getByRole("button", startButton).isEnabled()).toBe(true);
    await tick(page, "Long write");
    await expect.poll(() => page.getByRole("button", startButton).isEnabled()).toBe(false);
    await page.getByText("too little free space on this drive for this choice").waitFor();
  });

  it("starts only the ticked tests, and announces fewer bytes for fewer tests", async () => {
    const page = await openDrives(laptopVolume);
    const profiles = page.getByRole("radiogroup", { name: "How thorough?" });
    await profiles.waitFor();
    await openOptions(page);
    const whole = await visibleText(profiles);
    await tick(page, "Ways of saving");
    await tick(page, "How often to save");
    const gigabytes = (words: string) => Number(/about (\d+(?:\.\d+)?) GB/.exec(words)?.[1]);
    await expect
      .poll(async () => gigabytes(await visibleText(profiles)))
      .toBeLessThan(gigabytes(whole));
    expect(await visibleText(profiles)).not.toBe(whole);
    const tests = usualWorkloads.filter((id) => id !== "flush-modes" && id !== "sync-interval");
    await expectStart({ volumeId: laptopVolume.id, tests });
  });

  it("starts the tests in their usual order, even if a test was unticked and ticked again", async () => {
    const page = await openDrives(laptopVolume);
    await openOptions(page);
    await tick(page, "Ways of saving");
    await tick(page, "Ways of saving");
    await expectStart({ volumeId: laptopVolume.id });
  });

  it("keeps the last test ticked and says why", async () => {
    const page = await openDrives(laptopVolume);
    const group = await openOptions(page);
    for (const id of usualWorkloads.filter((usual) => usual !== "chunked-writes")) {
      await tick(page, homeOf(id).name());
    }
    const last = page.getByRole("checkbox", { name: /Saving in chunks/ });
    await last.focus();
    await page.keyboard.press("Space");
    expect(await last.isChecked()).toBe(true);
    await expect.poll(() => visibleText(group)).toContain("At least one test is needed.");
    await tick(page, "Write size");
    await expect.poll(() => visibleText(group)).not.toContain("At least one test is needed.");
  });
});

describe("without a usable drive or after an error, the drive screen", () => {
  it("says that no drive was found, and still offers a folder", async () => {
    const page = await openDrives();
    await page.getByText("No drives were found").waitFor();
    expect(await page.getByRole("button", { name: "Choose a folder…" }).isEnabled()).toBe(true);
    expect(await page.getByRole("button", startButton).isDisabled()).toBe(true);
  });

  it("selects nothing if no volume can be tested", async () => {
    const page = await openDrives(...manyVolumes.filter(({ untestable }) => untestable !== null));
    await page.getByText("Choose a drive or a folder.").waitFor();
    expect(await page.locator('[role="row"][aria-selected="true"]').count()).toBe(0);
    expect(await page.getByRole("button", startButton).isDisabled()).toBe(true);
  });

  it("reads the list again on request", async () => {
    // Gives the same answer to every call: a window that waits long for its first answer asks a
    // second time.
    const page = await open({
      listVolumes: refused(driveError("internal", "The system did not answer.")),
    });
    await page.getByText("The system did not answer.").waitFor();
    await mock.answer("listVolumes", answered([laptopVolume]));
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("row", { name: /Laptop drive/ }).waitFor();
    await expect.poll(() => page.getByText("The system did not answer.").count()).toBe(0);
  });

  it("stays open and says why an inspection could not start", async () => {
    const page = await open({
      listVolumes: answered([laptopVolume]),
      startInspection: refused(
        driveError("already-running", "Another DriveProof is measuring on this computer."),
      ),
    });
    await page.getByRole("button", startButton).click();
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await visibleText(alert)).toContain("Another DriveProof is measuring");
    await expect.poll(() => page.getByRole("button", startButton).isEnabled()).toBe(true);
  });

  it("says that it got no answer if the main process throws during a call", async () => {
    const page = await open({ listVolumes: answered([laptopVolume]), startInspection: "throws" });
    await page.getByRole("button", startButton).click();
    expect(await visibleText(page.getByRole("alert"))).toContain("did not get an answer");
  });
});
