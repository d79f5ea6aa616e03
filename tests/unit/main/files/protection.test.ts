import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DriveFault } from "#contract/drive-error";
import { checkOutput, writeOutput } from "../../../../electron/main/export/report-export";
import { protectionOf } from "../../../../electron/main/files/protection";
import { makePowerCutFolder } from "../../../../electron/main/power-cut/files";
import { writingProblem } from "../../../../electron/main/window/writing-problem";
import { endFailingCalls, makingFails } from "../../../helpers/failing-fs";
import { folderOfEach } from "../../../helpers/folders";
import { powerCutPlan } from "../../../helpers/sample-power-cut-test";

/**
 * Folders to which Windows' Controlled Folder Access or macOS' privacy settings deny the program
 * access.
 */

const folder = folderOfEach();

afterEach(() => endFailingCalls());

const error = (code: string) => Object.assign(new Error(code), { code });
const inside = (...names: string[]) => path.join(folder(), ...names);
const faultOf = (action: Promise<unknown>) =>
  action.then(
    () => Promise.reject(new Error("it was not refused")),
    (fault: unknown) => (fault as DriveFault).driveError,
  );

describe("protectionOf()", () => {
  it('returns "controlled-folder" for ENOENT in an existing folder on Windows, "privacy" for EPERM on macOS, and null otherwise', async () => {
    expect(await protectionOf(error("ENOENT"), folder(), "win32")).toBe("controlled-folder");
    expect(await protectionOf(error("ENOENT"), inside("missing"), "win32")).toBeNull();
    expect(await protectionOf(error("ENOENT"), folder(), "linux")).toBeNull();
    expect(await protectionOf(error("EACCES"), folder(), "win32")).toBeNull();
    expect(await protectionOf(error("EPERM"), folder(), "darwin")).toBe("privacy");
    expect(await protectionOf(error("EACCES"), folder(), "darwin")).toBeNull();
    expect(await protectionOf(error("EPERM"), folder(), "linux")).toBeNull();
  });
});

describe("an output name that Windows does not allow", () => {
  it.each(["10:30.pdf", "what?.json", "a|b.csv", "a*.png", "<drive>.pdf", 'of "mine".pdf'])(
    "causes an error that does not blame Controlled folder access, although Windows reports the same error code (%s)",
    async (name) => {
      makingFails("ENOENT", folder());
      for (const write of [
        () => checkOutput(inside(name), "win32"),
        () => writeOutput(inside(name), "report", "win32"),
      ]) {
        const { code, message } = await faultOf(write());
        expect(code).toBe("output-unusable");
        expect(message).not.toContain("Controlled folder access");
      }
    },
  );
});

describe.each([
  ["win32", "ENOENT", "Controlled folder access"],
  ["darwin", "EPERM", "Privacy & Security → Files and Folders"],
] as const)("a protected folder (%s)", (platform, code, words) => {
  beforeEach(() => makingFails(code, folder()));

  it("is reported as protected in the errors of checkOutput() and writeOutput()", async () => {
    for (const writing of [
      () => checkOutput(inside("report.pdf"), platform),
      () => writeOutput(inside("report.pdf"), "report", platform),
    ]) {
      const { code: kind, message } = await faultOf(writing());
      expect(kind).toBe("output-unusable");
      expect(message).toContain(words);
      expect(message).toContain(folder());
    }
  });

  it("is reported as protected in the error if mkdir() fails for a plug test's folder", async () => {
    const plan = { ...powerCutPlan, folder: inside("DriveProof plug test") };
    const { code: kind, message } = await faultOf(makePowerCutFolder(plan, platform));
    expect(kind).toBe("no-permission");
    expect(message).toContain(words);
    expect(readdirSync(folder())).toEqual([]);
  });
});

describe("writingProblem() under Controlled Folder Access", () => {
  it('reports a folder as protected on Windows, whether or not it exists, and as "not-a-folder" on Linux', async () => {
    makingFails("ENOENT", folder());
    const problem = { problem: "controlled-folder", systemCode: "ENOENT" };
    expect(await writingProblem(folder(), "win32")).toEqual({ path: folder(), ...problem });
    const below = inside("DriveProof");
    expect(await writingProblem(below, "win32")).toEqual({ path: below, ...problem });
    mkdirSync(folder(), { recursive: true });
    expect((await writingProblem(folder(), "linux"))?.problem).toBe("not-a-folder");
  });
});
