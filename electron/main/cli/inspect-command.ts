import path from "node:path";
import type { Readable } from "node:stream";
import { holdsLess } from "#analysis/verdict/capacity";
import { hasFailedTest } from "#analysis/verdict/failures";
import { lossesIn, workloadsWithFigures } from "#analysis/workloads/index";
import { DriveFault, driveError, exitCodeOf } from "#contract/drive-error";
import { exitCodes } from "#contract/exit-codes";
import { operatingSystemOf } from "#contract/flush-mode";
import type { LiveState } from "#contract/live-state";
import type { Report } from "#contract/report";
import { printable } from "#contract/shown-text";
import type { Volume } from "#contract/volume";
import { inspectText } from "#text/command-line";
import { formatList } from "#text/format";
import { internalError } from "#text/in-words";
import { systemDrive } from "#text/inspection/untestable";
import { messageOf } from "#text/statements";
import { homeOf as textOf } from "#text/workloads/index";
import { type PrintReport, unusableOutput } from "../export/report-export";
import type { InspectionService } from "../inspection/inspection-service";
import { wordsOfStart } from "../inspection/leftover-words";
import type { Leftovers } from "../inspection/leftovers";
import type { MakePowerCutReport } from "../power-cut/report";
import type { PowerCutService } from "../power-cut/service";
import { type InspectOptions, parseCommandLine } from "./command-line";
import {
  checkOutputs,
  checkStandardOutput,
  deliverReport,
  inSeparatePlaces,
  resolvedOutputs,
  usesStandardOutput,
  wordsOfFailure,
} from "./deliver-report";
import { helpText } from "./help";
import { Interrupts, type OnInterrupt } from "./interrupts";
import { powerCutCommand } from "./power-cut-command";
import type { PowerCutOptions } from "./power-cut-options";
import { liveTable, phaseWord } from "./terminal-table";
import { writeLines } from "./terminal-text";

export interface InspectCommandDependencies {
  readonly version: string;
  /** The current folder; `null` if it was removed or its path is too long for the system. */
  readonly currentFolder: string | null;
  readonly describeFolder: (directory: string) => Promise<Volume>;
  /** Removes the files that killed runs left behind. */
  readonly leftovers: Pick<Leftovers, "sweepUnfinished">;
  readonly inspection: InspectionService;
  readonly powerCutTest: PowerCutService;
  readonly makePowerCutReport: MakePowerCutReport;
  readonly print: PrintReport;
  readonly stdin: Readable;
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  /** Registers what to do on Ctrl-C or a termination request. */
  readonly onSignal: (listener: () => void) => void;
  /** Keeps the computer from going to sleep when idle, until the process ends. */
  readonly keepAwake: () => void;
  /** Ends the process without waiting for anything. */
  readonly endNow: (exitCode: number) => void;
}

type Performed = InspectCommandDependencies & { readonly onInterrupt: OnInterrupt };
type AtFolder = Performed & { readonly currentFolder: string };

/**
 * The command line from arguments to exit code. Never throws: every failure becomes one sentence on
 * standard error and an exit code that `--help` lists.
 */
export async function inspectCommand(
  argv: readonly string[],
  dependencies: InspectCommandDependencies,
): Promise<number> {
  const { stdout, stderr, powerCutTest } = dependencies;
  let lost: Error | null = null;
  stdout.on("error", (error) => {
    lost ??= error;
    powerCutTest.stop(); // the witness reads stdout, so the test is pointless without it
  });
  stderr.on("error", () => undefined); // a failure of standard error cannot be reported anywhere
  const { mean: onInterrupt } = new Interrupts(dependencies);
  const code = await performed(argv, { ...dependencies, onInterrupt });
  await new Promise<void>((resolve) => stdout.write("", () => resolve()));
  if (lost === null || code !== exitCodes.measured) {
    return code;
  }
  const { driveError: told } = unusableOutput(inspectText.standardOutput(), lost);
  writeLines(stderr, [told.message]);
  return exitCodeOf(told.code);
}

async function performed(argv: readonly string[], dependencies: Performed): Promise<number> {
  const { stdout, stderr } = dependencies;
  try {
    const options = parseCommandLine(
      argv,
      dependencies.currentFolder ?? "",
      operatingSystemOf(process.platform),
    );
    switch (options.kind) {
      case "help":
        stdout.write(helpText());
        return exitCodes.measured;
      case "version":
        stdout.write(`DriveProof ${dependencies.version}\n`);
        return exitCodes.measured;
      case "inspect":
        return await inspect(options, atFolder(dependencies));
      case "plug-test":
        return await plugTest(options, atFolder(dependencies));
    }
  } catch (error) {
    const known = error instanceof DriveFault ? error.driveError : internalError(error);
    writeLines(stderr, [messageOf(known)]);
    return exitCodeOf(known.code);
  }
}

function atFolder(dependencies: Performed): AtFolder {
  const { currentFolder } = dependencies;
  if (currentFolder === null) {
    throw new DriveFault(driveError("path-missing", inspectText.noCurrentFolder()));
  }
  return { ...dependencies, currentFolder };
}

async function plugTest(options: PowerCutOptions, dependencies: AtFolder): Promise<number> {
  const { currentFolder, describeFolder } = dependencies;
  const outputs = inSeparatePlaces(resolvedOutputs(options.outputs, currentFolder));
  // `start` prints what the witness keeps: without standard output the power cut would prove
  // nothing.
  if (options.action === "start" || usesStandardOutput(outputs)) {
    checkStandardOutput(dependencies.stdout);
  }
  dependencies.keepAwake();
  if (options.action !== "finish") {
    // The action `finish` removes no leftover files, because nothing may be written to the drive
    // before the records are read back.
    await sweepUnfinished(dependencies);
  }
  return await powerCutCommand(
    { ...options, outputs },
    await describeFolder(path.resolve(currentFolder, options.path)),
    dependencies,
  );
}

async function sweepUnfinished({ leftovers, stderr }: InspectCommandDependencies): Promise<void> {
  writeLines(stderr, wordsOfStart(await leftovers.sweepUnfinished()));
}

async function inspect(options: InspectOptions, dependencies: AtFolder): Promise<number> {
  const { currentFolder, stderr, inspection } = dependencies;
  dependencies.keepAwake();
  await sweepUnfinished(dependencies);
  const { withoutEffect } = options;
  if (withoutEffect.length > 0) {
    const said = { options: formatList(withoutEffect), count: withoutEffect.length };
    writeLines(stderr, [inspectText.withoutEffect(said)]);
  }
  const outputs = inSeparatePlaces(resolvedOutputs(options, currentFolder));
  await checkOutputs(outputs);
  if (usesStandardOutput(outputs)) {
    checkStandardOutput(dependencies.stdout);
  }
  const volume = await dependencies.describeFolder(path.resolve(currentFolder, options.path));
  const { totalBytes, freeBytes } = volume;
  const usedBytes = totalBytes !== null && freeBytes !== null ? totalBytes - freeBytes : null;
  writeLines(stderr, [
    inspectText.inspecting({ folder: volume.directory, drive: volume.drive.model ?? volume.name }),
    ...options.plan.tests.flatMap((id) => textOf(id).onUsedDrive?.(usedBytes) ?? []),
  ]);
  const report = await run(options, volume, dependencies);
  await inspection.whenIdle();
  const { exitCode, sentence } = endOf(report);
  dependencies.onInterrupt({
    stop: () => undefined,
    stopping: inspectText.delivering(),
    ended: inspectText.deliveryEnded(),
  });
  await deliverReport(report, outputs, dependencies).catch((error: unknown) => {
    if (exitCode === exitCodes.measured) {
      throw error;
    }
    // A file that could not be written does not change the exit code, which reports the result.
    writeLines(stderr, [wordsOfFailure(error)]);
  });
  writeLines(stderr, sentence === null ? [] : [sentence]);
  return exitCode;
}

interface End {
  readonly exitCode: number;
  readonly sentence: string | null;
}

/** Exit code and final sentence of an inspection. */
export function endOf(report: Report): End {
  const end = endOfRun(report);
  // A run that finds data missing ends without an error; the exit code and the headline report the
  // loss.
  return lossesIn(report).length > 0 ? { ...end, exitCode: exitCodes.driveFault } : end;
}

function endOfRun(report: Report): End {
  const { error, partial } = report;
  if (error) {
    const exitCode = holdsLess(report) ? exitCodes.driveFault : exitCodeOf(error.code);
    return { exitCode, sentence: error.message };
  }
  if (hasFailedTest(report)) {
    return {
      exitCode: exitCodes.untestable,
      sentence: inspectText.notEveryTest(),
    };
  }
  if (partial) {
    return { exitCode: exitCodes.stopped, sentence: inspectText.stopped() };
  }
  // If no test has a figure, the system may have refused every call of the chosen tests.
  return workloadsWithFigures(report).length === 0
    ? { exitCode: exitCodes.untestable, sentence: inspectText.nothingMeasured() }
    : { exitCode: exitCodes.measured, sentence: null };
}

function run(
  { plan, allowNetwork, allowUnknownSpace, mayFillSystem, purchase, purchasedIn }: InspectOptions,
  volume: Volume,
  { inspection, stderr, onInterrupt }: Performed,
): Promise<Report> {
  const screen = new LiveScreen(stderr);
  onInterrupt({
    stop: () => {
      screen.leave();
      inspection.stop();
    },
    stopping: inspectText.stopping({ seconds: `${inspection.stopDeadlineMs / 1000}` }),
    ended: inspectText.endedAtOnce({ folder: volume.directory }),
  });
  return new Promise((resolve, reject) => {
    inspection
      .start(
        {
          volume,
          plan,
          allowNetwork,
          allowUnknownSpace,
          mayFillSystem,
          purchase,
          purchasedIn,
          howToFill: systemDrive.onCommandLine({
            option: "--fill-system-drive",
            part: "--capacity-bytes",
          }),
        },
        { onLive: (state) => screen.show(state), liveIntervalMs: 200, onFinished: resolve },
      )
      .catch(reject);
  });
}

/**
 * Redraws the live table in place on a terminal that moves its cursor; on all other outputs prints
 * one line per notable change.
 */
class LiveScreen {
  private height = 0;
  private lastLine = "";

  constructor(private readonly stderr: InspectCommandDependencies["stderr"]) {}

  /** Makes the next table start below the text printed since the last one. */
  leave(): void {
    this.height = 0;
  }

  show(state: LiveState): void {
    if (this.stderr.isTTY && process.env.TERM !== "dumb") {
      const lines = liveTable(state).map((line) => this.fitted(printable(line)));
      const up = this.height > 0 ? `\x1b[${this.height}A` : "";
      this.stderr.write(`${up}${lines.map((line) => `\x1b[2K${line}\n`).join("")}`);
      this.height = lines.length;
      return;
    }
    const line = phaseWord(state);
    if (line !== this.lastLine) {
      this.lastLine = line;
      writeLines(this.stderr, [line]);
    }
  }

  /** The line cut to one row of the terminal: redrawing the table would not remove a second row. */
  private fitted(line: string): string {
    const { columns = 0 } = this.stderr;
    return columns > 0 ? [...line].slice(0, columns - 1).join("") : line;
  }
}
