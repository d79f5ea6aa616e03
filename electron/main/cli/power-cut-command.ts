import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import { mostOperations } from "#analysis/power-cut/known";
import {
  type DriveError,
  DriveFault,
  driveError,
  exitCodeOf,
  notTestable,
} from "#contract/drive-error";
import { exitCodes } from "#contract/exit-codes";
import { operatingSystemOf } from "#contract/flush-mode";
import type { PowerCutAcknowledged, PowerCutState } from "#contract/power-cut/state";
import { powerCutFileBytes, powerCutModesOf } from "#contract/power-cut/test";
import type { Volume } from "#contract/volume";
import { tooLittleSpace } from "#text/inspection/untestable";
import { powerCutCommandText, powerCutStages } from "#text/power-cut";
import type { PrintReport } from "../export/report-export";
import { refuseForeign } from "../files/foreign-folder";
import { isThere } from "../files/places";
import { checkVolume } from "../inspection/inspection-service";
import { powerCutFolderIn } from "../power-cut/files";
import type { MakePowerCutReport } from "../power-cut/report";
import { marksOf, newPowerCutPlan, type PowerCutService } from "../power-cut/service";
import { findPowerCutTest, movedTo } from "../power-cut/store";
import { usage } from "./command-line";
import { deliverReport } from "./deliver-report";
import type { OnInterrupt } from "./interrupts";
import {
  confirmedBy,
  type PowerCutLine,
  type PowerCutOptions,
  readWitness,
} from "./power-cut-options";
import { printableJson, writeLines } from "./terminal-text";

export interface PowerCutCommandDependencies {
  readonly powerCutTest: PowerCutService;
  readonly makePowerCutReport: MakePowerCutReport;
  readonly print: PrintReport;
  readonly stdin: Readable;
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream;
  readonly onInterrupt: OnInterrupt;
}

/** Performs one action of the plug test. Resolves with the exit code; throws a `DriveFault`. */
export async function powerCutCommand(
  options: PowerCutOptions,
  volume: Volume,
  dependencies: PowerCutCommandDependencies,
): Promise<number> {
  const folder = powerCutFolderIn(volume.directory);
  await refuseForeign(folder);
  switch (options.action) {
    case "start":
      return start(options, volume, dependencies);
    case "finish":
      return finish(options, volume, dependencies);
    case "remove":
      return remove(folder, dependencies);
  }
}

async function start(
  options: PowerCutOptions,
  volume: Volume,
  { powerCutTest, stdin, stdout, stderr, onInterrupt }: PowerCutCommandDependencies,
): Promise<number> {
  const modes = options.modes ?? powerCutModesOf(operatingSystemOf(process.platform));
  const plan = newPowerCutPlan(volume, modes);
  const needed = {
    bytes: powerCutFileBytes(plan.layout, modes.length),
    refusal: tooLittleSpace.powerCutCommand,
  };
  checkVolume(volume, options.allowNetwork, needed, options.allowUnknownSpace);
  const print = (line: PowerCutLine) => stdout.write(`${printableJson(JSON.stringify(line))}\n`);
  let interrupted = false;
  onInterrupt({
    stop: () => {
      interrupted = true;
      powerCutTest.stop();
    },
    stopping: null,
    ended: powerCutCommandText.endedAtOnce({ folder: plan.folder }),
  });
  let timer: NodeJS.Timeout | null = null;
  let printedNs = 0;
  let inputEnded = false;
  const mayWrite = options.wait
    ? firstLine(
        stdin,
        () => {
          inputEnded = true;
          powerCutTest.stop();
        },
        (line) => {
          const elapsedNs = confirmedBy(line);
          // No witness can confirm a time after that of the last printed line.
          if (elapsedNs !== null && elapsedNs <= printedNs) {
            powerCutTest.confirm(elapsedNs);
          }
        },
      )
    : Promise.resolve();
  const state = await powerCutTest.write(plan, mayWrite, {
    onState: (reached) => {
      print({ type: "state", state: reached });
      writeLines(stderr, [powerCutStages[reached.stage]()]);
      if (reached.stage === "writing" && options.seconds !== null) {
        timer = setTimeout(() => powerCutTest.stop(), options.seconds * 1000);
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
    stdin.destroy(); // an open stdin would keep the process alive
  }
  if (state.error) {
    writeLines(stderr, [state.driveLost ? lostWords(state.error) : state.error.message]);
    return state.driveLost ? exitCodes.driveFault : exitCodeOf(state.error.code);
  }
  if (inputEnded && !interrupted) {
    throw usage(powerCutCommandText.inputEnded());
  }
  return interrupted ? exitCodes.stopped : exitCodes.measured;
}

async function finish(
  options: PowerCutOptions,
  volume: Volume,
  dependencies: PowerCutCommandDependencies,
): Promise<number> {
  const { powerCutTest, makePowerCutReport, stderr, onInterrupt } = dependencies;
  if (options.acknowledged === null) {
    throw usage(powerCutCommandText.needsWitness());
  }
  const witnessed = await readWitness(options.acknowledged);
  const state = await stateToFinish(witnessed.state, volume);
  refuseImpossible(state, witnessed.acknowledged);
  onInterrupt({
    stop: () => powerCutTest.stop(),
    stopping: null,
    ended: powerCutCommandText.endedAtOnce({ folder: state.plan.folder }),
  });
  writeLines(stderr, [powerCutStages["reading-back"]()]);
  let hasError = false;
  const { result } = await powerCutTest.finish(state, witnessed.acknowledged, options.deed, {
    // The output paths are not checked at the start, as those of an inspection are: they may lie on
    // the tested drive, which must not be written before it is read back. The text is printed
    // first, in case an output file cannot be written.
    onResult: async (finished) => {
      const report = await makePowerCutReport(finished);
      hasError = report.error !== null;
      await deliverReport(report, options.outputs, dependencies);
    },
  });
  if (result === null) {
    writeLines(stderr, [powerCutCommandText.stopped()]);
    return exitCodes.stopped;
  }
  return result.outcome === "lost" || hasError ? exitCodes.driveFault : exitCodes.measured;
}

/**
 * The last state that the witness received or, if it received none, the one on the tested drive.
 */
async function stateToFinish(
  witnessed: PowerCutState | null,
  volume: Volume,
): Promise<PowerCutState> {
  const folder = powerCutFolderIn(volume.directory);
  const isHere = await isThere(folder);
  const kept = (await findPowerCutTest(volume))?.state ?? null;
  if (witnessed && kept && witnessed.plan.testId !== kept.plan.testId) {
    throw usage(powerCutCommandText.otherTest());
  }
  const state = witnessed ?? kept;
  if (!state) {
    throw missing(isHere ? powerCutCommandText.unreadable : powerCutCommandText.noTest, folder);
  }
  // A missing test folder is a loss only on the test's volume: while the drive is not mounted, the
  // path is an empty folder on another volume.
  if (!isHere && !isDeepStrictEqual(state.plan.volume, marksOf(volume))) {
    throw missing(powerCutCommandText.otherPlace, folder);
  }
  if (state.stage === "finished") {
    throw notTestable(powerCutCommandText.finishedAlready());
  }
  // The writing was stopped if the state from the witness or the one on the drive says so, because
  // the witness may have missed the last line. The folder gets its present path, because the volume
  // may be mounted elsewhere.
  const wasStopped = state.wasStopped || (kept?.wasStopped ?? false);
  return movedTo({ ...state, wasStopped }, folder);
}

/**
 * Throws if a person typed a higher record number than the test can have written: a typing mistake
 * would make everything look lost. Numbers from the lines of `start` are not checked.
 */
function refuseImpossible(
  { plan, writingSince }: PowerCutState,
  { numbers, elapsedNs }: PowerCutAcknowledged,
): void {
  if (elapsedNs !== null || writingSince === null) {
    return;
  }
  const spanMs = Date.now() - Date.parse(writingSince);
  const most = mostOperations(plan.layout, spanMs * 1e6);
  // If the clock was set back since the writing began, no number counts as impossible.
  const impossible = spanMs > 0 ? numbers.find(({ number }) => number > most) : undefined;
  if (impossible) {
    throw usage(
      powerCutCommandText.impossibleNumber({
        mode: impossible.mode,
        number: String(impossible.number),
        most: String(most),
      }),
    );
  }
}

async function remove(
  folder: string,
  { powerCutTest, stderr, onInterrupt }: PowerCutCommandDependencies,
): Promise<number> {
  // A signal does not stop a removal, because a half-removed test cannot be read back.
  onInterrupt({
    stop: () => undefined,
    stopping: null,
    ended: powerCutCommandText.removalEndedAtOnce({ folder }),
  });
  if (!(await isThere(folder))) {
    writeLines(stderr, [powerCutCommandText.noTest({ folder: path.dirname(folder) })]);
    return exitCodes.measured;
  }
  if (!(await powerCutTest.remove(folder))) {
    throw notTestable(powerCutCommandText.notOurs({ folder }));
  }
  writeLines(stderr, [powerCutCommandText.removed({ folder })]);
  return exitCodes.measured;
}

/** Words the loss of the drive, which is no error: the plug test exists to lose the drive. */
function lostWords({ syscall, message }: DriveError): string {
  return powerCutCommandText.driveLost({ error: syscall ?? message });
}

/**
 * Resolves at the stream's first line; `onMore` receives each later line, and `onNone` is called if
 * the stream ends without a line.
 */
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

function missing(words: (where: { folder: string }) => string, folder: string): DriveFault {
  return new DriveFault(driveError("path-missing", words({ folder })));
}
