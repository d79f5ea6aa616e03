import { describe, expect, it } from "vitest";
import type { OperatingSystem } from "#contract/flush-mode";
import { closeAfterEach, type MockWindow, openMock } from "../../helpers/mock-app/open-mock";
import { answered } from "../../helpers/mock-app/scenario";
import { settled } from "../../helpers/mock-app/settled";
import { visibleText } from "../../helpers/mock-app/visible-text";
import { laptopVolume } from "../../helpers/mock-app/volumes";

let mock: MockWindow;
closeAfterEach(() => mock);

async function open(os: OperatingSystem = "linux"): Promise<MockWindow["page"]> {
  mock = await openMock({
    results: {
      appInfo: answered({ name: "DriveProof", version: "0.1.0", os }),
      listVolumes: answered([laptopVolume]),
    },
  });
  await mock.page.getByRole("row", { name: /Laptop drive/ }).waitFor();
  return mock.page;
}

const tick = (page: MockWindow["page"], name: string | RegExp) =>
  page.locator("label").filter({ hasText: name }).click();

async function openOptions(page: MockWindow["page"]): Promise<void> {
  await page.getByRole("button", { name: "More options" }).click();
  await page.getByRole("group", { name: "How often to save" }).waitFor();
}

async function changesSent(page: MockWindow["page"]): Promise<unknown> {
  await page.getByRole("button", { name: "Inspect this drive" }).click();
  await expect.poll(() => mock.callsOf("startInspection")).toHaveLength(1);
  const [[request] = []] = await mock.callsOf("startInspection");
  return (request as { changes: unknown }).changes;
}

async function ticked(page: MockWindow["page"], group: string): Promise<(string | null)[]> {
  const boxes = page.getByRole("group", { name: group }).getByRole("checkbox", { checked: true });
  return boxes.evaluateAll((all) => all.map((box) => box.getAttribute("value")));
}

describe("the additional options of an inspection", () => {
  it("stay hidden until requested, and change nothing when opened", async () => {
    const page = await open();
    expect(await page.getByText("Also a file that grows").isVisible()).toBe(false);
    await openOptions(page);
    expect(await page.getByText("Also a file that grows").isVisible()).toBe(true);
    expect(await changesSent(page)).toEqual({});
  });

  it("send only the changed values to the main process", async () => {
    const page = await open();
    await openOptions(page);
    await tick(page, "Also a file that grows");
    await tick(page, "Confirm the whole file");
    await tick(page, "SQLite");
    await expect
      .poll(() => visibleText(page.locator(".more-options-line")))
      .toContain("options changed");
    expect(await changesSent(page)).toEqual({
      append: false,
      syncModes: ["fsync", "fdatasync"],
      engines: ["append-log", "mdbx"],
    });
  });

  it("follow the profile unless they were changed by hand", async () => {
    const page = await open();
    await openOptions(page);
    const direct = page.getByRole("checkbox", { name: /Also around memory/ });
    expect(await direct.isChecked()).toBe(true);
    await tick(page, /^Quick/);
    await expect.poll(() => direct.isChecked()).toBe(false);
    await tick(page, "Also around memory");
    await tick(page, /^Thorough/);
    await expect.poll(() => direct.isChecked()).toBe(true);
    expect(await changesSent(page)).toEqual({ direct: true });
  });

  it("offer only the flush modes of the operating system, with the usual modes ticked", async () => {
    const linux = await open("linux");
    await openOptions(linux);
    const ways = linux.getByRole("group", { name: "How often to save" }).getByRole("checkbox");
    expect(await ways.evaluateAll((all) => all.map((box) => box.getAttribute("value")))).toEqual([
      "fsync",
      "fdatasync",
    ]);
    expect(await ticked(linux, "How often to save")).toEqual(["fdatasync"]);
    await mock.close();
    const mac = await open("macos");
    await openOptions(mac);
    expect(await ticked(mac, "How often to save")).toEqual(["fsync", "f_fullfsync"]);
    await mock.close();
    const windows = await open("windows");
    await openOptions(windows);
    expect(await ticked(windows, "How often to save")).toEqual(["flush_file_buffers"]);
  });

  it("change the number of bytes that is shown before the start", async () => {
    const page = await open();
    await openOptions(page);
    const profiles = page.getByRole("radiogroup", { name: "How thorough?" });
    // The page rounds the amounts so coarsely that a change of options shows only in the longest
    // profile.
    const gigabytes = async () => {
      const words = await visibleText(profiles);
      return Number(/Thorough.*?Writes about (\d+(?:\.\d+)?) GB/.exec(words)?.[1]);
    };
    const group = page.getByRole("group", { name: "What to test" });
    const leaveOut = async (...names: string[]) => {
      for (const name of names) {
        await group.locator("label", { hasText: name }).click();
      }
      await settled(page);
    };
    await leaveOut("Reading", "Saving documents", "Several programs at once");
    const usual = await gigabytes();
    await tick(page, "Confirm the whole file");
    await expect.poll(gigabytes).toBeGreaterThan(usual);
    await leaveOut("Ways of saving", "How often to save", "Saving in chunks", "Databases");
    const bothSweeps = await gigabytes();
    await tick(page, "Also around memory");
    await expect.poll(gigabytes).toBeLessThan(bothSweeps);
  });

  it("keep the last flush mode and the last database ticked", async () => {
    const page = await open();
    await openOptions(page);
    await tick(page, "Confirm the data only");
    // A rejected click changes nothing, so the test waits until the page has settled.
    await settled(page);
    expect(await ticked(page, "How often to save")).toEqual(["fdatasync"]);
    await tick(page, "Plain log file");
    await tick(page, "SQLite");
    const last = page.getByRole("checkbox", { name: /libmdbx/ });
    await last.focus();
    await page.keyboard.press("Space");
    await settled(page);
    expect(await last.isChecked()).toBe(true);
  });

  it("are disabled for a test that is not ticked", async () => {
    const page = await open();
    await openOptions(page);
    const option = page.getByRole("checkbox", { name: /Also around memory/ });
    expect(await option.isDisabled()).toBe(false);
    await page
      .getByRole("group", { name: "What to test" })
      .locator("label", { hasText: "Write size" })
      .click();
    await expect.poll(() => option.isDisabled()).toBe(true);
    expect(await page.getByRole("checkbox", { name: /Also a file that grows/ }).isDisabled()).toBe(
      false,
    );
  });
});
