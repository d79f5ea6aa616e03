import { stat } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { mostOperations } from "../../analysis/power-cut/known";
import {
  type DriveError,
  DriveFault,
  driveError,
  exitCodeOf,
  exitCodes,
} from "../../contract/drive-error";
import { operatingSystemOf } from "../../contract/flush-mode";
import type { PlugAcknowledged } from "../../contract/power-cut-found";
import { type PlugPlan, plugFileBytes, plugModesOf } from "../../contract/power-cut-plan";
import type { PlugState } from "../../contract/power-cut-state";
import type { Volume } from "../../contract/volume";
import { usageText } from "../../text/command-line";
import { plugCommandText, plugStages } from "../../text/power-cut";
import type { PrintReport } from "../export/report-export";
import type { Kept } from "../files/durable-file";
import { errorCode } from "../files/error-code";
import { refuseForeign } from "../files/foreign-folder";
import { isThere } from "../files/places";
import { checkVolume } from "../inspection/inspection-service";
import type { MakePlugReport } from "../power-cut/plug-report";
import { plugFolderIn, storeIn } from "../power-cut/power-cut-files";
import { newPlugPlan, type PlugTestService } from "../power-cut/power-cut-service";
import { deliverReport } from "./deliver-report";
import { confirmedBy, type PlugLine, type PlugOptions, readWitness } from "./plug-command-line";
import { printableJson, writeLines } from "./terminal-text";

export interface PlugCommandDependencies {
  readonly plugTest: PlugTestService;
  readonly makePlugReport: MakePlugReport;
  readonly print: PrintReport;
  readonly stdin: Readable;
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream;
  readonly onInterrupt: (listener: () => void) => void;
}

/** Performs one action of the plug test. Resolves with the exit code; throws a `DriveFault`. */
export async function plugCommand(
  options: PlugOptions,
  volume: Volume,
  dependencies: PlugCommandDependencies,
): Promise<number> {
  const folder = plugFolderIn(volume.directory);
  await refuseForeign(folder);
  switch (options.action) {
    case "start":
      return start(options, volume, dependencies);
    case "finish":
      return finish(options, folder, volume, dependencies);
    case "remove":
      return remove(folder, dependencies);
  }
}

async function start(
  options: PlugOptions,
  volume: Volume,
  { plugTest, stdin, stdout, stderr, onInterrupt }: PlugCommandDependencies,
): Promise<number> {
  const modes = options.modes ?? plugModesOf(operatingSystemOf(process.platform));
  const plan = { ...newPlugPlan(volume.directory, modes), volume: marksOf(volume) };
  const needed = {
    bytes: plugFileBytes(plan.layout, modes.length),
    purpose: plugCommandText.mayNeedSpace(),
    advice: plugCommandText.freeSpace(),
  };
  checkVolume(volume, options.allowNetwork, needed, options.allowUnknownSpace);
  const print = (line: PlugLine) => stdout.write(`${printableJson(JSON.stringify(line))}\n`);
  let interrupted = false;
  onInterrupt(() => {
    interrupted = true;
    plugTest.stop();
  });
  let timer: NodeJS.Timeout | null = null;
  let printedNs = 0;
  const mayWrite = options.wait
    ? firstLine(
        stdin,
        () => plugTest.stop(),
        (line) => {
          const elapsedNs = confirmedBy(line);
          // Nobody can hold what was not printed yet.
          if (elapsedNs !== null && elapsedNs <= printedNs) {
            plugTest.confirm(elapsedNs);
          }
        },
      )
    : Promise.resolve();
  const state = await plugTest.write(plan, mayWrite, {
    onState: (reached) => {
      print({ type: "state", state: reached });
      writeLines(stderr, [plugStages[reached.stage]()]);
      if (reached.stage === "writing" && options.seconds !== null) {
        timer = setTimeout(() => plugTest.stop(), options.seconds * 1000);
      }
    },
    onAcknowledged: ({ numbers, elapsedNs }) => {
      printedNs = elapsedNs;
      print({ type: "acknowledged", numbers, elapsedNs });
    },
  });
  if (timer !== null) {
    clearTimeout(timer);
  }
  if (options.wait) {
    stdin.destroy(); // left open it would keep the program from ending
  }
  if (state.error) {
    writeLines(stderr, [state.driveLost ? lostWords(state.error) : state.error.message]);
    return state.driveLost ? exitCodes.driveFault : exitCodeOf(state.error.code);
  }
  return interrupted ? exitCodes.stopped : exitCodes.measured;
}

async function finish(
  options: PlugOptions,
  folder: string,
  volume: Volume,
  dependencies: PlugCommandDependencies,
): Promise<number> {
  const { plugTest, makePlugReport, stderr, onInterrupt } = dependencies;
  if (options.acknowledged === null) {
    throw usage(plugCommandText.needsWitness());
  }
  const witnessed = await readWitness(options.acknowledged);
  const state = stateToFinish(witnessed.state, await storeIn(folder).look(), folder);
  await refuseOtherPlace(state, volume);
  refuseImpossible(state, witnessed.acknowledged);
  onInterrupt(() => plugTest.stop());
  writeLines(stderr, [plugStages["reading-back"]()]);
  const { result } = await plugTest.finish(state, witnessed.acknowledged, options.deed);
  if (result === null) {
    writeLines(stderr, [plugCommandText.stopped()]);
    return exitCodes.stopped;
  }
  const { engineVersion } = plugTest;
  // Not checked before as for an inspection: the files may be meant for the drive under test, which
  // must not be written until it is read. The words come first, whatever becomes of the files.
  await deliverReport(
    await makePlugReport({ test: result, folder, engineVersion }),
    options.outputs,
    dependencies,
  );
  return result.outcome === "lost" ? exitCodes.driveFault : exitCodes.measured;
}

/** What the witness has seen last goes before what the tested drive says of itself. */
function stateToFinish(
  witnessed: PlugState | null,
  found: Kept<PlugState>,
  folder: string,
): PlugState {
  const kept = found.kind === "value" ? found.value : null;
  if (witnessed && kept && witnessed.plan.testId !== kept.plan.testId) {
    throw usage(plugCommandText.otherTest());
  }
  const state = witnessed ?? kept;
  if (!state) {
    throw new DriveFault(
      driveError(
        "path-missing",
        found.kind === "missing"
          ? plugCommandText.noTest({ folder })
          : plugCommandText.unreadable({ folder }),
      ),
    );
  }
  if (state.stage === "finished") {
    throw new DriveFault(driveError("not-testable", plugCommandText.finishedAlready()));
  }
  // The folder may have come back under another path, and the witness have missed the last line.
  const wasStopped = state.wasStopped || (kept?.wasStopped ?? false);
  return { ...state, wasStopped, plan: { ...state.plan, folder } };
}

type VolumeMarks = NonNullable<PlugPlan["volume"]>;

function marksOf({ fileSystem, totalBytes, drive: { model } }: Volume): VolumeMarks {
  return { fileSystem, totalBytes, model };
}

/**
 * Where the test's folder is missing it is lost only on the volume it was written on: a drive that
 * is not mounted yet leaves an empty place on another one.
 */
async function refuseOtherPlace({ plan }: PlugState, volume: Volume): Promise<void> {
  const isThere = await stat(plan.folder).then(
    () => true,
    (error: unknown) => errorCode(error) !== "ENOENT",
  );
  const now = marksOf(volume);
  const { volume: then } = plan;
  const isSame =
    then?.fileSystem === now.fileSystem &&
    then.totalBytes === now.totalBytes &&
    then.model === now.model;
  if (!isThere && !isSame) {
    throw new DriveFault(
      driveError("path-missing", plugCommandText.otherPlace({ folder: plan.folder })),
    );
  }
}

/** A number that was mistyped would make everything look lost; lines of `start` are not typed. */
function refuseImpossible(
  { plan, writingSince }: PlugState,
  { numbers, elapsedNs }: PlugAcknowledged,
): void {
  if (elapsedNs !== null || writingSince === null) {
    return;
  }
  const spanMs = Date.now() - Date.parse(writingSince);
  const most = mostOperations(plan.layout, spanMs * 1e6);
  // A clock that was set back since tells nothing.
  const impossible = spanMs > 0 ? numbers.find(({ number }) => number > most) : undefined;
  if (impossible) {
    throw usage(
      plugCommandText.impossibleNumber({
        mode: impossible.mode,
        number: String(impossible.number),
        most: String(most),
      }),
    );
  }
}

async function remove(
  folder: string,
  { plugTest, stderr, onInterrupt }: PlugCommandDependencies,
): Promise<number> {
  // What is half removed is worth less than what is gone.
  onInterrupt(() => undefined);
  if (!(await isThere(folder))) {
    writeLines(stderr, [plugCommandText.noTest({ folder: path.dirname(folder) })]);
    return exitCodes.measured;
  }
  if (!(await plugTest.remove(folder))) {
    throw new DriveFault(driveError("not-testable", plugCommandText.notOurs({ folder })));
  }
  writeLines(stderr, [plugCommandText.removed({ folder })]);
  return exitCodes.measured;
}

/** To lose the drive is what the test is for. */
function lostWords({ syscall, message }: DriveError): string {
  return plugCommandText.driveLost({ error: syscall ?? message });
}

/** Resolves with the first line; `onMore` hears the others, `onNone` that there will be none. */
function firstLine(
  stream: Readable,
  onNone: () => void,
  onMore: (line: string) => void,
): Promise<void> {
  return new Promise((resolve) => {
    const lines = createInterface({ input: stream });
    lines.once("close", onNone);
    lines.once("line", () => {
      lines.off("close", onNone);
      resolve();
      lines.on("line", onMore);
    });
  });
}

function usage(problem: string): DriveFault {
  return new DriveFault(driveError("usage", usageText.tryHelp({ problem })));
}
