import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aidWords, cutWords, modeSentences, outcomeWords } from "#analysis/power-cut/words";
import { boundWords, keptIn } from "#analysis/verdict/power-cut";
import { driveError } from "#contract/drive-error";
import { flushModeIds } from "#contract/flush-mode";
import { purchases } from "#contract/health";
import { newPowerCutState } from "#contract/power-cut/state";
import { cutDeeds, powerCutFolderName } from "#contract/power-cut/test";
import type { Report } from "#contract/report";
import { profileNames } from "#contract/run-plan";
import { commitDatabases } from "#contract/workloads/commits";
import { shortNames } from "#contract/workloads/index";
import { setLanguage } from "#text/language";
import { tell, tellAll } from "#text/statements";
import { inspectCommand } from "../../../electron/main/cli/inspect-command";
import { powerCutActions } from "../../../electron/main/cli/power-cut-options";
import type { InspectionService } from "../../../electron/main/inspection/inspection-service";
import {
  makePowerCutFolder,
  powerCutFolderIn,
  stateFileIn,
} from "../../../electron/main/power-cut/files";
import type { PowerCutService } from "../../../electron/main/power-cut/service";
import { finishesWith } from "../../helpers/fake-power-cut-test";
import { folderOfEach } from "../../helpers/folders";
import { liveFrames, liveMoment } from "../../helpers/mock-app/live-run";
import { liveLongWrite, liveStep } from "../../helpers/mock-app/live-workloads";
import { powerCutReports } from "../../helpers/mock-app/power-cut-reports";
import { allReports, workloadReports } from "../../helpers/mock-app/reports";
import { plainEnglish } from "../../helpers/plain-english";
import { powerCutPlan, powerCutResult } from "../../helpers/sample-power-cut-test";
import { sampleReport } from "../../helpers/sample-report";
import { sampleVolume } from "../../helpers/sample-volume";

/** Ids of the contract, which people type, or read as the names of calls. */
const ids = [
  ...flushModeIds,
  ...profileNames,
  ...shortNames.keys(),
  ...commitDatabases,
  ...cutDeeds,
  ...purchases,
];
const names = [
  ...ids,
  powerCutFolderName,
  "DriveProof",
  "npm run inspect",
  ...["F_FULLFSYNC", "FlushFileBuffers"],
  "A4",
  "Letter",
  "btrfs",
  // Names that drives and computers report about themselves.
  ...[...allReports, ...workloadReports, ...powerCutReports].flatMap(
    ({ volume: { drive }, computer }) => [
      ...[drive.model, drive.serial, computer?.maker, computer?.model].filter(
        (name) => name != null,
      ),
    ],
  ),
];

const directory = folderOfEach();
beforeEach(() => {
  setLanguage("en-XA");
});
afterEach(() => {
  setLanguage("en");
});

interface Fakes {
  readonly inspection?: Partial<InspectionService>;
  readonly powerCutTest?: Partial<PowerCutService>;
  readonly report?: Report;
  readonly isTerminal?: boolean;
}

/** Everything that the command line prints for a person. */
async function printed(line: string, fakes: Fakes = {}): Promise<string> {
  const volume = sampleVolume({ directory: directory(), mountPoint: directory() });
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  await inspectCommand(line.split(" "), {
    version: "1.2.3",
    currentFolder: directory(),
    describeFolder: async () => volume,
    leftovers: { sweepUnfinished: async () => [] },
    inspection: fakes.inspection as InspectionService,
    powerCutTest: fakes.powerCutTest as PowerCutService,
    makePowerCutReport: async () => fakes.report ?? sampleReport(),
    print: async () => new Uint8Array(),
    stdin: new PassThrough(),
    stdout,
    stderr: Object.assign(stderr, { isTTY: fakes.isTerminal ?? false }),
    onSignal: () => undefined,
    keepAwake: () => undefined,
    endNow: () => undefined,
  });
  return `${stdout.read() ?? ""}${stderr.read() ?? ""}`
    .replaceAll(directory(), " ")
    .replaceAll(volume.drive.model ?? volume.name, " ");
}

/** Texts of the operating system's errors, and sentences of a report that has no codes for them. */
function sentencesOf(report: Report): string[] {
  const { warnings, error, powerCut } = report;
  const results = [
    ...report.flushModes,
    ...(report.appendModes ?? []),
    ...(report.commits ?? []),
    ...(report.chunked?.modes ?? []),
    ...report.bufferSweeps.flatMap(({ skipped }) => skipped),
    ...report.syncIntervals,
    ...report.reading,
    ...(report.sustained === null ? [] : [report.sustained]),
  ];
  return [
    ...warnings.flatMap(({ message, statements }) => (statements ? [] : message)),
    ...results.flatMap(({ reason }) => reason ?? []),
    ...(report.commits ?? []).map(({ engine, variant }) => `${engine} ${variant}`),
    error?.message ?? "",
    ...(powerCut === null || powerCut.cuts === 0
      ? []
      : [keptIn(powerCut), ...boundWords(powerCut)].map(tell)),
    ...(powerCut?.tests ?? []).flatMap((test) => [
      ...[outcomeWords(test), ...cutWords(test), aidWords(test)].map(tell),
      ...modeSentences(test.modes).map(tellAll),
      ...test.modes.map(({ systemCall }) => systemCall),
    ]),
  ];
}

describe("in another language, the terminal output", () => {
  it.each(["--help", "--version"])("contains no English for the arguments %s", async (option) => {
    const text = await printed(option);
    expect(text).not.toBe("");
    expect(plainEnglish(text, [...names, ...powerCutActions, "elapsedNs"])).toEqual([]);
  });

  it.each([
    "--nonsense",
    "stray",
    "--path",
    "--path -x",
    "--path a --path b",
    "--wait=1",
    "--profile heroic",
    "--pace 0",
    "--sustained-bytes 1",
    "--json - --csv -",
    "--pdf -",
    "--paper A4",
    "--plug-test finish",
    "--plug-test start --seconds 0",
    "--plug-test start --json f",
    "--plug-test finish --acknowledged missing",
    "--plug-test finish --acknowledged mode=1",
    "--plug-test finish --acknowledged fsync=1",
    "--plug-test remove",
  ])("contains no English if the command line refuses %s", async (line) => {
    const text = await printed(line);
    expect(text).not.toBe("");
    const system = "ENOENT: no such file or directory, open 'missing'";
    expect(plainEnglish(text, [...names, ...line.split(" "), system, "mode"])).toEqual([]);
  });

  const frames = [
    ...liveFrames("a"),
    ...(["buffer-sweep", "sync-interval", "chunked-writes", "commits", "reading"] as const).map(
      (test) => liveStep("a", test, 1),
    ),
    liveLongWrite("a", 5),
    liveMoment("a", { phase: "measuring", layout: "append", round: 1, at: 2 }),
    { ...liveMoment("a", { phase: "stopping" }), remainingNs: 0 },
    { ...liveMoment("a", { phase: "finished" }), remainingNs: 0 },
  ].filter(({ remainingNs }) => remainingNs >= 0);

  const reports = new Map([...allReports, ...workloadReports].map((one) => [one.runId, one]));
  it.each([...reports])(
    "contains no English for an inspection with the report %s",
    async (_runId, report) => {
      for (const isTerminal of [true, false]) {
        const text = await printed("--profile smoke", {
          isTerminal,
          inspection: {
            start: async (_request, { onLive, onFinished }) => {
              frames.forEach(onLive);
              onFinished(report);
              return report.runId;
            },
            whenIdle: async () => undefined,
          },
        });
        expect(plainEnglish(text, [...names, ...sentencesOf(report)])).toEqual([]);
      }
    },
  );

  it.each(powerCutReports.map((report) => [report.runId, report] as const))(
    "contains no English in a plug test with the report %s",
    async (_runId, report) => {
      const folder = powerCutFolderIn(directory());
      const state = newPowerCutState({ ...powerCutPlan, folder });
      const written = await printed("--plug-test start --modes fsync", {
        powerCutTest: {
          write: async (_plan, _mayWrite, { onState }) => {
            const stages = ["preparing", "ready", "writing", "drive-lost", "stopped"] as const;
            for (const stage of stages) {
              onState?.({ ...state, stage });
            }
            const error = { ...driveError("drive-error", "gone"), syscall: "fsync" };
            return { ...state, stage: "drive-lost", driveLost: true, error };
          },
        },
      });
      const sentences = written.split("\n").filter((one) => !one.startsWith("{"));
      expect(sentences.length).toBeGreaterThan(5);
      expect(plainEnglish(sentences.join("\n"), names)).toEqual([]);

      await makePowerCutFolder(state.plan);
      await stateFileIn(folder).save({ ...state, stage: "writing" });
      const finished = await printed("--plug-test finish --acknowledged fsync=3", {
        report,
        powerCutTest: { finish: finishesWith(powerCutResult()) },
      });
      expect(finished).not.toBe("");
      expect(plainEnglish(finished, [...names, ...sentencesOf(report)])).toEqual([]);

      for (const wasOurs of [true, false]) {
        const removed = await printed("--plug-test remove", {
          powerCutTest: { remove: async () => wasOurs },
        });
        expect(removed).not.toBe("");
        expect(plainEnglish(removed, names)).toEqual([]);
      }
    },
  );
});
