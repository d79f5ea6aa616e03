import { describe, expect, it } from "vitest";
import type { DataState } from "#contract/history";
import type { FoundPowerCutTest } from "#contract/power-cut/state";
import { closeAfterEach, type MockWindow, openMock } from "../../helpers/mock-app/open-mock";
import { mockGuide } from "../../helpers/mock-app/power-cut-guides";
import { answered, done } from "../../helpers/mock-app/scenario";
import { settled } from "../../helpers/mock-app/settled";
import { sampleVolume } from "../../helpers/sample-volume";

let mock: MockWindow;
closeAfterEach(() => mock);

const sound: DataState = {
  keepingProblem: null,
  setAside: [],
  unlocked: null,
  powerCutFolderLeft: null,
};
const data = "/home/ada/.config/DriveProof";
const volume = sampleVolume();

async function openDrives(dataState: DataState) {
  mock = await openMock({
    results: { listVolumes: answered([volume]), dataState: answered(dataState) },
  });
  // The start button is drawn before the list of drives, so wait for a row of the list.
  await mock.page.getByRole("row").waitFor();
  return mock.page;
}

describe("the drive screen", () => {
  it("shows no notice about DriveProof's own files if none of them has a problem", async () => {
    const page = await openDrives(sound);
    await expect.poll(() => mock.callsOf("dataState")).toHaveLength(1);
    await settled(page);
    expect(await page.locator(".notice").count()).toBe(0);
  });

  it("warns that reports cannot be saved, names the folder, and still offers to inspect", async () => {
    const page = await openDrives({
      ...sound,
      keepingProblem: { path: data, problem: "full", systemCode: "ENOSPC" },
    });
    await page.getByText("Reports are not kept at the moment").waitFor();
    await page
      .getByText(`There is no room left for the folder ${data}.`, { exact: false })
      .waitFor();
    expect(await page.getByRole("button", { name: "Inspect this drive" }).isEnabled()).toBe(true);
  });

  it("names the folder that remained after the removal of a plug test", async () => {
    const folder = "/media/STICK/DriveProof plug test";
    const page = await openDrives({ ...sound, powerCutFolderLeft: folder });
    await page.getByText("The plug test is removed, its folder is still there").waitFor();
    await page.getByText(folder).waitFor();
  });

  it("names the unreadable files, with the new path of one that was moved aside and the reason for one that was not", async () => {
    const page = await openDrives({
      ...sound,
      setAside: [
        {
          what: "plug-test",
          path: `${data}/plug-test.json`,
          keptAs: `${data}/plug-test.json.unreadable-1`,
          problem: "damaged",
          systemCode: null,
        },
        {
          what: "unfinished-inspections",
          path: `${data}/unfinished-inspections.json`,
          keptAs: null,
          problem: "read-error",
          systemCode: "EIO",
        },
      ],
    });
    await page.getByText(`${data}/plug-test.json.unreadable-1`).waitFor();
    await page.getByText("The system could not read this (EIO).").waitFor();
    await page.getByText(`${data}/unfinished-inspections.json`).waitFor();
    await page.getByText("could not be moved out of the way", { exact: false }).waitFor();
  });
});

describe("a plug test that was found on the drive", () => {
  async function openFound(found: FoundPowerCutTest, removed = true) {
    mock = await openMock({
      results: {
        listVolumes: answered([volume]),
        foundPowerCutTest: [answered(found), answered(removed ? null : found)],
        removeFoundPowerCutTest: answered(removed),
        resumePowerCutTest: done,
      },
    });
    await mock.page.getByRole("button", { name: "Plug test" }).click();
    await mock.page.getByText(found.folder, { exact: false }).waitFor();
    return mock.page;
  }
  const found: FoundPowerCutTest = {
    folder: "/media/STICK/DriveProof plug test",
    offer: "finish",
    createdAt: "2026-11-21T10:00:00.000Z",
  };

  it("is neither removed nor resumed if the person chooses to leave it", async () => {
    const page = await openFound(found);
    await page.getByRole("button", { name: "Leave it as it is" }).click();
    await page.getByRole("heading", { name: "Which drive do you want to inspect?" }).waitFor();
    expect(await mock.callsOf("removeFoundPowerCutTest")).toEqual([]);
    expect(await mock.callsOf("resumePowerCutTest")).toEqual([]);
  });

  it("is resumed if the person chooses to finish it", async () => {
    const page = await openFound(found);
    await page.getByRole("button", { name: "Finish it" }).click();
    await expect.poll(() => mock.callsOf("resumePowerCutTest")).toEqual([[volume.id]]);
  });

  it("can be removed but not finished if it is unreadable, and its removal permits a new plug test", async () => {
    const page = await openFound({ ...found, offer: "unreadable", createdAt: null });
    expect(await page.getByRole("button", { name: "Finish it" }).count()).toBe(0);
    await page.getByRole("button", { name: "Remove the test" }).click();
    await page.getByRole("heading", { name: `The plug test of ${volume.name}` }).waitFor();
    expect(await mock.callsOf("removeFoundPowerCutTest")).toEqual([[volume.id]]);
  });

  it("leads to a notice that its folder is still there if it could not be removed", async () => {
    const page = await openFound({ ...found, offer: "unreadable", createdAt: null }, false);
    await page.getByRole("button", { name: "Remove the test" }).click();
    await page.getByText("The folder is still there").waitFor();
  });

  it("cannot be removed if something foreign has its folder's name, which the page says", async () => {
    const page = await openFound({ ...found, offer: "foreign", createdAt: null });
    await page.getByText("Something is in the way of a plug test").waitFor();
    expect(await page.getByRole("button", { name: "Remove the test" }).count()).toBe(0);
  });

  it("leads to the question about the cut even if the witness's numbers are lost, which a notice says", async () => {
    mock = await openMock({
      results: {
        powerCutGuide: answered(mockGuide({ stage: "writing", live: false, witnessLost: true })),
        cutQuestion: answered({ shown: null, deeds: ["cable", "no-cut"], said: null }),
      },
    });
    await mock.page.getByText("The numbers of the witness are lost").waitFor();
    await mock.page.getByRole("button", { name: "Look what is left" }).click();
    await expect.poll(() => mock.callsOf("cutQuestion")).toHaveLength(1);
  });
});
