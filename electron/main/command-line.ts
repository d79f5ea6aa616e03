import { parseArgs } from "node:util";
import { DriveFault, driveError } from "../contract/drive-error";
import { type FlushModeId, flushModeIds } from "../contract/flush-mode";
import {
  type ProfileName,
  planFor,
  profileNames,
  type RunPlan,
  type TestName,
  testNames,
} from "../contract/run-plan";

export interface InspectOptions {
  readonly kind: "inspect";
  readonly path: string;
  readonly plan: RunPlan;
  readonly allowNetwork: boolean;
  readonly paper: "A4" | "Letter";
  /** Files to write; `-` is standard output. */
  readonly json: string | null;
  readonly csv: string | null;
  readonly pdf: string | null;
}

export type CommandLine = InspectOptions | { readonly kind: "help" | "version" };

export const helpText = `DriveProof inspects the drive a folder lies on.

Usage: npm run inspect -- [options]          (the packaged program: DriveProof --inspect [options])

  --path DIR         folder to inspect; the test file is made in it and removed again
                     (default: the current folder)
  --profile NAME     ${profileNames.join(", ")} (default: quick)
  --tests LIST       comma-separated: ${testNames.join(", ")} (default: all)
  --modes LIST       only these flush modes, comma-separated (default: all the system has)
  --json FILE        write the report as JSON; - for standard output
  --csv FILE         write one row per mode and round; - for standard output
  --pdf FILE         write the report as PDF
  --paper SIZE       A4 or Letter (default: A4)
  --allow-network    allow a folder on a network drive
  --help, --version

Progress goes to standard error, results to standard output.

Exit codes
  0    measured
  1    DriveProof itself failed
  2    unusable arguments
  3    this volume cannot be tested (read-only, too little space, no folder, no permission,
       a network drive without --allow-network)
  4    the drive returned an error or wrong data: the report is written all the same
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
  const profile = oneOf("--profile", values.profile ?? "quick", profileNames);
  const tests = listOf("--tests", values.tests, testNames) ?? [...testNames];
  const plan = planFor(profile satisfies ProfileName, tests satisfies TestName[]);
  const modes = listOf<FlushModeId>("--modes", values.modes, flushModeIds);
  if (values.json === "-" && values.csv === "-") {
    throw usage("Only one of --json and --csv can go to standard output.");
  }
  if (values.pdf === "-") {
    throw usage("A PDF is written to a file: --pdf FILE.");
  }
  return {
    kind: "inspect",
    path: values.path ?? currentFolder,
    plan: modes ? { ...plan, flush: { ...plan.flush, modes } } : plan,
    allowNetwork: values["allow-network"] ?? false,
    paper: oneOf("--paper", values.paper ?? "A4", ["A4", "Letter"] as const),
    json: values.json ?? null,
    csv: values.csv ?? null,
    pdf: values.pdf ?? null,
  };
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
        json: { type: "string" },
        csv: { type: "string" },
        pdf: { type: "string" },
        paper: { type: "string" },
        "allow-network": { type: "boolean" },
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
