import path from "node:path";
import { expect, it } from "vitest";
import type { VolumeFacts } from "#contract/volume";
import { powerCutReportMaker } from "../../../../electron/main/power-cut/report";
import { settingsOf } from "../../../../electron/main/power-cut/service";
import { sampleHealth } from "../../../helpers/sample-health";
import { cutOn } from "../../../helpers/sample-power-cut";
import { sampleUnjudgedReport } from "../../../helpers/sample-report";
import { sampleVolume } from "../../../helpers/sample-volume";

it("the report of a plug test contains the computer, and the health, settings and earlier tests of the drive with its folder", async () => {
  const volume = sampleVolume();
  const computer = { maker: "HP", model: "Pavilion 14" };
  const asked: string[] = [];
  const make = powerCutReportMaker({
    app: { name: "DriveProof", version: "0.1.0" },
    readHost: async () => sampleUnjudgedReport().host,
    readComputer: async () => computer,
    readHealth: async (asked) => sampleHealth({ powerOnHours: asked === volume ? 221 : 0 }),
    readFlushesTurnedOff: async (asked) => asked === volume,
    describeFolder: async (directory) => {
      asked.push(directory);
      return volume;
    },
    earlierTests: async (facts) => ({
      tests: facts === volume ? [cutOn(1, "kept")] : [],
      isComplete: true,
    }),
  });
  const folder = path.join("/media/stick", "DriveProof plug test");
  const report = await make({ test: cutOn(2, "lost"), folder, engineVersion: "1.2.3" });
  expect(asked).toEqual([path.dirname(folder)]);
  expect(report.computer).toEqual(computer);
  expect(report.health?.powerOnHours).toBe(221);
  expect(report.volume.flushesTurnedOff).toBe(true);
  expect(report.app.engine).toBe("1.2.3");
  expect(report.powerCut).toMatchObject({ cuts: 2, cutsWithLoss: 1 });
  // A report has only the volume's facts, without the other fields of the list of drives.
  expect(Object.keys(report.volume)).not.toContain("directory");
});

it("the report of a plug test contains the mount settings from before the restart if they are known, and else the current ones", async () => {
  const found = sampleVolume({ mountOptions: "rw,relatime", writeCache: "write-back" });
  const asked: VolumeFacts[] = [];
  const make = powerCutReportMaker({
    app: { name: "DriveProof", version: "0.1.0" },
    readHost: async () => sampleUnjudgedReport().host,
    describeFolder: async () => found,
    earlierTests: async (volume) => {
      asked.push(volume);
      return { tests: [], isComplete: true };
    },
  });
  const settings = settingsOf(
    sampleVolume({ mountOptions: "rw,nobarrier", writeCache: "unknown" }),
  );
  const finished = {
    test: cutOn(2, "lost"),
    folder: "/d/DriveProof plug test",
    engineVersion: "1",
  };
  const { volume, verdict } = await make({ ...finished, settings });
  expect(volume).toMatchObject({ mountOptions: "rw,nobarrier", writeCache: "unknown" });
  expect(asked).toMatchObject([{ mountOptions: "rw,nobarrier" }]);
  expect(verdict.findings.map(({ code }) => code)).toContain("barriers-off");
  expect((await make(finished)).volume).toMatchObject({ mountOptions: "rw,relatime" });
});
