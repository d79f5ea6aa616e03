import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { driveError } from "#contract/drive-error";
import { newPowerCutState } from "#contract/power-cut/state";
import { type PowerCutPlan, type PowerCutTest, powerCutLayout } from "#contract/power-cut/test";
import { parseCommandLine } from "../../../../electron/main/cli/command-line";
import { powerCutCommand } from "../../../../electron/main/cli/power-cut-command";
import type { PowerCutOptions } from "../../../../electron/main/cli/power-cut-options";
import {
  makePowerCutFolder,
  powerCutFolderIn,
  stateFileIn,
} from "../../../../electron/main/power-cut/files";
import type { PowerCutService } from "../../../../electron/main/power-cut/service";
import type { PowerCutListener } from "../../../../electron/main/power-cut/writing";
import { eventually } from "../../../helpers/eventually";
import { finishesWith } from "../../../helpers/fake-power-cut-test";
import { folderOfEach } from "../../../helpers/folders";
import { powerCutPlan, powerCutResult } from "../../../helpers/sample-power-cut-test";
import { sampleReport } from "../../../helpers/sample-report";
import { sampleVolume } from "../../../helpers/sample-volume";

const directory = folderOfEach();

function command(
  line: string,
  powerCutTest: Partial<PowerCutService>,
  { stdin = new PassThrough(), report = sampleReport() } = {},
) {
  const stdout = new PassThrough();
  const options = parseCommandLine(line.split(" "), directory(), "linux") as PowerCutOptions;
  const code = powerCutCommand(
    options,
    sampleVolume({ directory: directory(), mountPoint: directory() }),
    {
      powerCutTest: powerCutTest as PowerCutService,
      makePowerCutReport: async () => report,
      print: async () => new Uint8Array(),
      stdin,
      stdout,
      stderr: new PassThrough(),
      onInterrupt: () => undefined,
    },
  );
  return { code, stdin };
}

it("--plug-test start passes on the times that a witness confirms on standard input, if not later than the last time printed", async () => {
  const confirmed: number[] = [];
  let listener: PowerCutListener = {};
  let hasBegun = false;
  let end: () => void = () => undefined;
  const { code, stdin } = command("--plug-test start --wait --modes fsync", {
    confirm: (elapsedNs) => confirmed.push(elapsedNs),
    write: async (plan, mayWrite, told) => {
      listener = told;
      await mayWrite;
      hasBegun = true;
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return { ...newPowerCutState(plan), stage: "stopped" };
    },
  });
  stdin.write("50\n"); // this line begins the writing, so it is no confirmation
  await eventually(() => expect(hasBegun).toBe(true));
  const numbers = [{ mode: "fsync" as const, number: 3 }];
  listener.onAcknowledged?.({ numbers, elapsedNs: 700, current: "fsync", operations: 3 });
  stdin.write("600\nsoon\n701\n");
  stdin.write('{"type":"acknowledged","numbers":[{"mode":"fsync","number":3}],"elapsedNs":700}\n');
  // The time 701 was not printed, so no witness can confirm it; 700 is the latest time that was.
  await eventually(() => expect(confirmed).toEqual([600, 700]));
  end();
  expect(await code).toBe(0);
});

describe("--plug-test finish", () => {
  async function finish(outcome: PowerCutTest["outcome"], more = "", report = sampleReport()) {
    const plan = { ...powerCutPlan, folder: powerCutFolderIn(directory()) };
    await makePowerCutFolder(plan);
    await stateFileIn(plan.folder).save({ ...newPowerCutState(plan), stage: "writing" });
    const said: unknown[] = [];
    const { code } = command(
      `--plug-test finish --acknowledged fsync=3${more}`,
      {
        finish: (state, acknowledged, deed, listener) => {
          said.push(deed);
          const result = { ...powerCutResult(), outcome };
          return finishesWith(result)(state, acknowledged, deed, listener);
        },
      },
      { report },
    );
    return { code: await code, said };
  }

  it("exits with 4 if saves were lost in the power cut, and with 0 if the result proves nothing", async () => {
    expect((await finish("lost")).code).toBe(4);
    rmSync(powerCutFolderIn(directory()), { recursive: true });
    expect((await finish("not-proven")).code).toBe(0);
  });

  it("exits with 4 if the drive returned an error that no power cut explains", async () => {
    const error = driveError("drive-error", "fsync: EIO");
    expect((await finish("not-proven", "", sampleReport({ report: { error } }))).code).toBe(4);
  });

  it("judges the result for the kind of power cut that --cut names, or for no kind if --cut is missing", async () => {
    expect((await finish("kept", " --cut battery")).said).toEqual(["battery"]);
    rmSync(powerCutFolderIn(directory()), { recursive: true });
    expect((await finish("kept")).said).toEqual([null]);
  });

  it("refuses a number of acknowledged saves that is too high for the time since the writing began, unless the clock was set back", async () => {
    const plan = {
      ...powerCutPlan,
      folder: powerCutFolderIn(directory()),
      layout: powerCutLayout(1),
    };
    await makePowerCutFolder(plan);
    const finish = async (numbers: string, agoMs: number) => {
      const writingSince = new Date(Date.now() - agoMs).toISOString();
      await stateFileIn(plan.folder).save({
        ...newPowerCutState(plan),
        stage: "writing",
        writingSince,
      });
      const { code } = command(`--plug-test finish --acknowledged ${numbers}`, {
        finish: finishesWith(powerCutResult()),
      });
      return code;
    };
    await expect(finish("fsync=999999999", 60_000)).rejects.toThrow(
      /fsync=999999999 cannot be: at most 12\d{4} saves .* Check the number/,
    );
    expect(await finish("fsync=120000", 60_000)).toBe(4);
    // the computer's clock was set back after the writing began
    expect(await finish("fsync=120000", -60_000)).toBe(4);
  });

  it("judges a test whose folder is missing only on the volume to which the test wrote, and otherwise fails", async () => {
    const { fileSystem, totalBytes, drive } = sampleVolume({
      directory: directory(),
      mountPoint: directory(),
    });
    const here = { fileSystem, totalBytes, model: drive.model };
    const finish = (volume: PowerCutPlan["volume"]) => {
      const plan = { ...powerCutPlan, folder: powerCutFolderIn(directory()), volume };
      const lines = path.join(directory(), "lines");
      const state = { ...newPowerCutState(plan), stage: "writing" };
      writeFileSync(lines, `${JSON.stringify({ type: "state", state })}\n`);
      return command(`--plug-test finish --acknowledged ${lines}`, {
        finish: finishesWith(powerCutResult()),
      }).code;
    };
    expect(await finish(here)).toBe(4);
    for (const other of [undefined, { ...here, totalBytes: 5 }, { ...here, model: "Other" }]) {
      await expect(finish(other)).rejects.toThrow(/not known to be the drive it was written on/);
    }
  });
});
