import { parseArgs } from "node:util";
import { mayFill, planFor, withChanges, withoutEffect } from "#analysis/plan";
import { DriveFault, driveError } from "#contract/drive-error";
import { flushModesOf, type OperatingSystem, syncCallModeIds } from "#contract/flush-mode";
import { isPurchaseMonth, type Purchase, purchases } from "#contract/health";
import { type FreeChanges, planOptionsSchema } from "#contract/plan-options";
import { cutDeeds } from "#contract/power-cut/test";
import { type ProfileName, profileNames, type RunPlan } from "#contract/run-plan";
import { shortNames, usualWorkloads } from "#contract/workloads/index";
import { help, usageText } from "#text/command-line";
import { formatList } from "#text/format";
import type { ReportOutputs } from "./deliver-report";
import { type PowerCutOptions, powerCutActions } from "./power-cut-options";

export interface InspectOptions extends ReportOutputs {
  readonly kind: "inspect";
  readonly path: string;
  readonly plan: RunPlan;
  /** Given options that have no effect on the chosen tests, such as `--engines`. */
  readonly withoutEffect: readonly string[];
  readonly allowNetwork: boolean;
  readonly allowUnknownSpace: boolean;
  readonly mayFillSystem: boolean;
  readonly purchase: Purchase | null;
  /** Month in which the drive was bought, such as `2023-11`; `null`: not given. */
  readonly purchasedIn: string | null;
}

export type CommandLine = InspectOptions | PowerCutOptions | { readonly kind: "help" | "version" };

/** Parses the arguments without accessing the disk. Throws a `DriveFault` with code `usage`. */
export function parseCommandLine(
  argv: readonly string[],
  currentFolder: string,
  os: OperatingSystem,
): CommandLine {
  const values = readArguments(argv);
  if (values.help) {
    return { kind: "help" };
  }
  if (values.version) {
    return { kind: "version" };
  }
  if (values["plug-test"] !== undefined) {
    return powerCutOptions(values["plug-test"], values, currentFolder, os);
  }
  const ofPlugTest = optionsGiven(values).filter((name) => onlyOfPlugTest.has(name));
  if (ofPlugTest.length > 0) {
    throw usage(
      usageText.onlyOfPlugTest({ options: optionList(ofPlugTest), count: ofPlugTest.length }),
    );
  }
  const profile = oneOf("--profile", values.profile ?? "quick", profileNames);
  const named = listOf("--tests", values.tests, [...shortNames.keys()]);
  const tests = named?.flatMap((name) => shortNames.get(name) ?? []) ?? usualWorkloads;
  const modes = listOf("--modes", values.modes, flushModesOf(os));
  const changes: Required<FreeChanges> = {
    append: values["no-append"] ? false : undefined,
    direct: values["direct-sweep"],
    syncModes: listOf("--interval-modes", values["interval-modes"], syncCallModeIds) ?? undefined,
    engines:
      listOf("--engines", values.engines, planOptionsSchema.shape.engines.element.options) ??
      undefined,
    modes: modes ?? undefined,
    paceOperationsPerSecond: paceOf(values.pace),
    sustainedBytes: bytesOf("--sustained-bytes", values["sustained-bytes"]) ?? undefined,
    capacityBytes: bytesOf("--capacity-bytes", values["capacity-bytes"]) ?? undefined,
  };
  const plan = withChanges(planFor(profile satisfies ProfileName, os, tests), changes);
  return {
    kind: "inspect",
    ...outputsOf(values),
    path: values.path ?? currentFolder,
    plan,
    withoutEffect: [
      ...withoutEffect(plan, changes).map((change) => optionOf[change]),
      ...(values["fill-system-drive"] && !mayFill(plan) ? ["--fill-system-drive"] : []),
    ],
    allowNetwork: values["allow-network"] ?? false,
    allowUnknownSpace: values["allow-unknown-space"] ?? false,
    mayFillSystem: values["fill-system-drive"] ?? false,
    ...boughtOf(values.bought),
  };
}

/** The option that causes each change of a plan; used to name the options that had no effect. */
const optionOf: Readonly<Record<keyof FreeChanges, `--${keyof typeof options}`>> = {
  append: "--no-append",
  direct: "--direct-sweep",
  syncModes: "--interval-modes",
  engines: "--engines",
  modes: "--modes",
  paceOperationsPerSecond: "--pace",
  sustainedBytes: "--sustained-bytes",
  capacityBytes: "--capacity-bytes",
};

/**
 * Parses the value of `--bought`: `new` or `used`, with or without a month, as in `new:2023-11`.
 */
function boughtOf(value: string | undefined): Pick<InspectOptions, "purchase" | "purchasedIn"> {
  if (value === undefined) {
    return { purchase: null, purchasedIn: null };
  }
  const [how = "", ...month] = value.split(":");
  const purchasedIn = month.length === 0 ? null : month.join(":");
  const purchase = oneOf("--bought", how, purchases);
  if (purchasedIn !== null && !isPurchaseMonth(purchasedIn, new Date())) {
    throw usage(usageText.month({ value: purchasedIn, example: "new:2023-11" }));
  }
  return { purchase, purchasedIn };
}

function outputsOf(values: ReturnType<typeof readArguments>): ReportOutputs {
  if (values.pdf === "-") {
    throw usage(usageText.pdfToFile({ file: help.file() }));
  }
  if (values.paper !== undefined && values.pdf === undefined) {
    throw usage(usageText.paperWithoutPdf({ file: help.file() }));
  }
  return {
    paper: oneOf("--paper", values.paper ?? "A4", ["A4", "Letter"] as const),
    json: values.json ?? null,
    csv: values.csv ?? null,
    pdf: values.pdf ?? null,
    withSerial: !values["no-serial"],
  };
}

function powerCutOptions(
  action: string,
  values: ReturnType<typeof readArguments>,
  currentFolder: string,
  os: OperatingSystem,
): PowerCutOptions {
  const seconds = values.seconds === undefined ? null : Number(values.seconds);
  if (seconds !== null && !(seconds > 0 && seconds <= 86_400)) {
    throw usage(usageText.seconds({ value: values.seconds ?? "" }));
  }
  const outputs = outputsOf(values);
  const known = oneOf("--plug-test", action, powerCutActions);
  if (known !== "finish" && (outputs.json ?? outputs.csv ?? outputs.pdf) !== null) {
    throw usage(usageText.reportWhenFinished());
  }
  const foreign = optionsGiven(values).filter(
    (name) => !ofEveryAction.has(name) && !ofActions[known].has(name),
  );
  if (foreign.length > 0) {
    throw usage(usageText.notOfPlugTest({ action: known, options: optionList(foreign) }));
  }
  return {
    kind: "plug-test",
    action: known,
    path: values.path ?? currentFolder,
    allowNetwork: values["allow-network"] ?? false,
    allowUnknownSpace: values["allow-unknown-space"] ?? false,
    modes: listOf("--modes", values.modes, flushModesOf(os)),
    seconds,
    wait: values.wait ?? false,
    acknowledged: values.acknowledged ?? null,
    deed: values.cut === undefined ? null : oneOf("--cut", values.cut, cutDeeds),
    outputs,
  };
}

function paceOf(text: string | undefined): number | null {
  if (text === undefined) {
    return null;
  }
  const pace = Number(text);
  if (!(pace > 0 && pace <= 1_000_000)) {
    throw usage(usageText.pace({ value: text }));
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

/** Parses a number of bytes. Throws if it is below one mebibyte, the size of one write. */
function bytesOf(option: string, text: string | undefined): number | null {
  if (text === undefined) {
    return null;
  }
  const [, digits = "", unit = ""] = /^(\d{1,12})([KMGT]?)$/i.exec(text) ?? [];
  const bytes = Number(digits) * (unitBytes[unit.toUpperCase()] ?? 0);
  if (!(bytes >= 1024 ** 2 && Number.isSafeInteger(bytes))) {
    throw usage(usageText.bytes({ option, value: text }));
  }
  return bytes;
}

const options = {
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
  "capacity-bytes": { type: "string" },
  json: { type: "string" },
  csv: { type: "string" },
  pdf: { type: "string" },
  paper: { type: "string" },
  "no-serial": { type: "boolean" },
  bought: { type: "string" },
  "allow-network": { type: "boolean" },
  "allow-unknown-space": { type: "boolean" },
  "fill-system-drive": { type: "boolean" },
  "plug-test": { type: "string" },
  seconds: { type: "string" },
  wait: { type: "boolean" },
  acknowledged: { type: "string" },
  cut: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

type OptionName = keyof typeof options;

const ofEveryAction: ReadonlySet<OptionName> = new Set([
  "plug-test",
  "path",
  "allow-network",
  "allow-unknown-space",
]);
const ofActions: Readonly<Record<(typeof powerCutActions)[number], ReadonlySet<OptionName>>> = {
  start: new Set(["modes", "seconds", "wait"]),
  finish: new Set(["acknowledged", "cut", "json", "csv", "pdf", "paper", "no-serial"]),
  remove: new Set(),
};
const onlyOfPlugTest: ReadonlySet<OptionName> = new Set(["seconds", "wait", "acknowledged", "cut"]);

const optionsGiven = (values: ReturnType<typeof readArguments>) =>
  Object.keys(values) as OptionName[];
const optionList = (names: readonly OptionName[]) => formatList(names.map((name) => `--${name}`));

function readArguments(argv: readonly string[]) {
  const { values, tokens } = parsedArguments(argv);
  for (const [name, value] of Object.entries(values)) {
    // Refuses an empty value: a script may pass an unset variable, and the path "" would mean the
    // current folder.
    if (value === "") {
      throw usage(usageText.needsValue({ option: `--${name}` }));
    }
    // Refuses a repeated option, of whose two values the parser would ignore the first.
    if (typeof value === "string" && tokens.filter((token) => isOption(token, name)).length > 1) {
      throw usage(usageText.givenTwice({ option: `--${name}` }));
    }
  }
  return values;
}

type Token = ReturnType<typeof parsedArguments>["tokens"][number];

function isOption(token: Token, name: string): boolean {
  return token.kind === "option" && token.name === name;
}

function parsedArguments(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], allowPositionals: false, options, tokens: true });
  } catch (error) {
    throw usage(argumentProblem(error, argv));
  }
}

/** Words a wrong argument by Node's error code, because Node's message is always English. */
function argumentProblem(error: unknown, argv: readonly string[]): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const argument = /'([^']*)'/.exec(message)?.[1] ?? "";
  const option = /--[\w-]+/.exec(argument)?.[0] ?? argument;
  switch (code) {
    case "ERR_PARSE_ARGS_UNKNOWN_OPTION":
      return usageText.unknownOption({ option: argument });
    case "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL":
      return usageText.belongsToNoOption({ argument });
    case "ERR_PARSE_ARGS_INVALID_OPTION_VALUE":
      return Object.entries(options).some(
        ([name, { type }]) => option === `--${name}` && type === "string",
      )
        ? valueProblem(option, argv)
        : usageText.takesNoValue({ option });
    default:
      throw error;
  }
}

/** The sentence for a missing value. Node takes a value with a leading dash for an option. */
function valueProblem(option: string, argv: readonly string[]): string {
  const next = argv.find((argument, index) => argv[index - 1] === option && /^-./.test(argument));
  return next === undefined
    ? usageText.needsValue({ option })
    : usageText.needsValueNotOption({ option, next });
}

function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) {
    throw usage(usageText.oneOf({ option, value, allowed: formatList(allowed) }));
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

export function usage(problem: string): DriveFault {
  return new DriveFault(driveError("usage", usageText.tryHelp({ problem })));
}
