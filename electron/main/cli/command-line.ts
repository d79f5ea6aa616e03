import { parseArgs } from "node:util";
import { planFor, withChanges } from "../../analysis/plan";
import { DriveFault, driveError } from "../../contract/drive-error";
import { type FlushModeId, flushModeIds, syncCallModeIds } from "../../contract/flush-mode";
import type { PlanChanges } from "../../contract/plan-options";
import { plugCutDeeds } from "../../contract/power-cut-result";
import { type ProfileName, profileNames, type RunPlan } from "../../contract/run-plan";
import { shortNames, usualWorkloads } from "../../contract/workloads";
import { commitEngines } from "../../contract/workloads/commits";
import type { ReportOutputs } from "./deliver-report";
import { type PlugOptions, plugActions, plugHelp } from "./plug-command-line";

export interface InspectOptions extends ReportOutputs {
  readonly kind: "inspect";
  readonly path: string;
  readonly plan: RunPlan;
  readonly allowNetwork: boolean;
  readonly allowUnknownSpace: boolean;
}

export type CommandLine = InspectOptions | PlugOptions | { readonly kind: "help" | "version" };

export const helpText = `DriveProof inspects the drive a folder lies on.

Usage: npm run inspect -- [options]          (the packaged program: DriveProof --inspect [options])

  --path DIR         folder to inspect; the test file is made in it and removed again
                     (default: the current folder)
  --profile NAME     ${profileNames.join(", ")} (default: quick)
  --tests LIST       comma-separated: ${[...shortNames.keys()].join(", ")} (default: all but
                     sustained, the long write that shows how large a drive's fast cache is)
  --sustained-bytes N
                     the long write ends after so many bytes; K, M, G, T for multiples of 1024
  --pace N           flush modes: begin N changes a second instead of as many as the drive takes
  --modes LIST       only these flush modes, comma-separated (default: all the system has)
  --no-append        flush modes: only change the file, do not make it longer as well
  --direct-sweep     buffer sizes: once more around the system's cache
                     (default: in the profiles standard and thorough)
  --interval-modes LIST
                     sync intervals with these calls, comma-separated:
                     ${syncCallModeIds.join(", ")}
                     (default: the system's usual ones)
  --engines LIST     only these databases, comma-separated: ${commitEngines.join(", ")}
                     (default: all)
  --json FILE        write the report as JSON; - for standard output
  --csv FILE         write one row per mode and round; - for standard output
  --pdf FILE         write the report as PDF
  --paper SIZE       A4 or Letter (default: A4)
  --allow-network    allow a folder on a network drive
  --allow-unknown-space
                     allow a folder whose free space is not known; the test may fill it up
  --help, --version
${plugHelp}
Progress goes to standard error, results to standard output.

Exit codes
  0    measured
  1    DriveProof itself failed
  2    unusable arguments, or a place for the result that does not take it
  3    this volume cannot be tested (read-only, too little space, for one of the tests as well, no
       folder, no permission, removed during the inspection, a network drive without
       --allow-network, unknown free space without --allow-unknown-space); or a plug test that
       cannot be judged, or whose folder has to stay
  4    the drive returned an error or wrong data: the report is written all the same; or it went
       during the plug test, or confirmed saves that promise to survive a power cut did not
       survive one that is known to have happened
  130  stopped; what was measured is reported as partial
`;

/**
 * Reads the arguments after the program's name. Pure: nothing is looked up on disk.
 * Throws a `DriveFault` with code `usage` and a sentence that says what is wrong.
 */
export function parseCommandLine(argv: readonly string[], currentFolder: string): CommandLine {
  const values = readArguments(argv);
  if (values.help) {
    return { kind: "help" };
  }
  if (values.version) {
    return { kind: "version" };
  }
  if (values["plug-test"] !== undefined) {
    return plugOptions(values["plug-test"], values, currentFolder);
  }
  const profile = oneOf("--profile", values.profile ?? "quick", profileNames);
  const named = listOf("--tests", values.tests, [...shortNames.keys()]);
  const tests = named?.flatMap((name) => shortNames.get(name) ?? []) ?? usualWorkloads;
  const modes = listOf<FlushModeId>("--modes", values.modes, flushModeIds);
  const changes: PlanChanges = {
    append: values["no-append"] ? false : undefined,
    direct: values["direct-sweep"],
    syncModes: listOf("--interval-modes", values["interval-modes"], syncCallModeIds) ?? undefined,
    engines: listOf("--engines", values.engines, commitEngines) ?? undefined,
  };
  const paceOperationsPerSecond = paceOf(values.pace);
  const plan = withChanges(planFor(profile satisfies ProfileName, tests), changes);
  const { workloads } = plan;
  const flush = { ...workloads["flush-modes"], modes, paceOperationsPerSecond };
  if (paceOperationsPerSecond !== null) {
    // Saves after a rest are set beside saves in a row, which a paced run has none of.
    flush.spaced = null;
  }
  const long = { ...workloads["sustained-write"] };
  long.maxBytes = bytesOf(values["sustained-bytes"]) ?? long.maxBytes;
  return {
    kind: "inspect",
    ...outputsOf(values),
    path: values.path ?? currentFolder,
    plan: { ...plan, workloads: { ...workloads, "flush-modes": flush, "sustained-write": long } },
    allowNetwork: values["allow-network"] ?? false,
    allowUnknownSpace: values["allow-unknown-space"] ?? false,
  };
}

function outputsOf(values: ReturnType<typeof readArguments>): ReportOutputs {
  if (values.json === "-" && values.csv === "-") {
    throw usage("Only one of --json and --csv can go to standard output.");
  }
  if (values.pdf === "-") {
    throw usage("A PDF is written to a file: --pdf FILE.");
  }
  return {
    paper: oneOf("--paper", values.paper ?? "A4", ["A4", "Letter"] as const),
    json: values.json ?? null,
    csv: values.csv ?? null,
    pdf: values.pdf ?? null,
  };
}

function plugOptions(
  action: string,
  values: ReturnType<typeof readArguments>,
  currentFolder: string,
): PlugOptions {
  const seconds = values.seconds === undefined ? null : Number(values.seconds);
  if (seconds !== null && !(seconds > 0 && seconds <= 86_400)) {
    throw usage(`--seconds cannot be "${values.seconds}"; it is a time of at most a day.`);
  }
  const outputs = outputsOf(values);
  const known = oneOf("--plug-test", action, plugActions);
  if (known !== "finish" && (outputs.json ?? outputs.csv ?? outputs.pdf) !== null) {
    throw usage("A plug test has a report once it is finished: --plug-test finish.");
  }
  return {
    kind: "plug-test",
    action: known,
    path: values.path ?? currentFolder,
    allowNetwork: values["allow-network"] ?? false,
    allowUnknownSpace: values["allow-unknown-space"] ?? false,
    modes: listOf<FlushModeId>("--modes", values.modes, flushModeIds),
    seconds,
    wait: values.wait ?? false,
    acknowledged: values.acknowledged ?? null,
    deed: values.cut === undefined ? null : oneOf("--cut", values.cut, plugCutDeeds),
    outputs,
  };
}

function paceOf(text: string | undefined): number | null {
  if (text === undefined) {
    return null;
  }
  const pace = Number(text);
  if (!(pace > 0 && pace <= 1_000_000)) {
    throw usage(`--pace takes a number of changes a second, up to a million, not "${text}".`);
  }
  return pace;
}

const unitBytes: Readonly<Record<string, number>> = {
  "": 1,
  K: 1024,
  M: 1024 ** 2,
  G: 1024 ** 3,
  T: 1024 ** 4,
};

/** At least a mebibyte, the size of one write. */
function bytesOf(text: string | undefined): number | null {
  if (text === undefined) {
    return null;
  }
  const [, digits = "", unit = ""] = /^(\d{1,12})([KMGT]?)$/i.exec(text) ?? [];
  const bytes = Number(digits) * (unitBytes[unit.toUpperCase()] ?? 0);
  if (!(bytes >= 1024 ** 2 && Number.isSafeInteger(bytes))) {
    throw usage(`--sustained-bytes takes bytes such as 20G, at least 1M, not "${text}".`);
  }
  return bytes;
}

function readArguments(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: false,
      options: {
        path: { type: "string" },
        profile: { type: "string" },
        tests: { type: "string" },
        modes: { type: "string" },
        "no-append": { type: "boolean" },
        "direct-sweep": { type: "boolean" },
        "interval-modes": { type: "string" },
        engines: { type: "string" },
        pace: { type: "string" },
        "sustained-bytes": { type: "string" },
        json: { type: "string" },
        csv: { type: "string" },
        pdf: { type: "string" },
        paper: { type: "string" },
        "allow-network": { type: "boolean" },
        "allow-unknown-space": { type: "boolean" },
        "plug-test": { type: "string" },
        seconds: { type: "string" },
        wait: { type: "boolean" },
        acknowledged: { type: "string" },
        cut: { type: "string" },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    // parseArgs explains itself in its first sentence; the rest speaks to programmers.
    const message = error instanceof Error ? error.message.split(". ")[0] : String(error);
    throw usage(`${message}.`);
  }
}

function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) {
    throw usage(`${option} cannot be "${value}"; it is one of ${allowed.join(", ")}.`);
  }
  return found;
}

function listOf<T extends string>(
  option: string,
  value: string | undefined,
  allowed: readonly T[],
): T[] | null {
  if (value === undefined) {
    return null;
  }
  const names = value.split(",").map((name) => oneOf(option, name.trim(), allowed));
  return [...new Set(names)];
}

function usage(message: string): DriveFault {
  return new DriveFault(driveError("usage", `${message} Try --help.`));
}
