import type { DriveError } from "#contract/drive-error";
import type { Paragraph, Reason } from "#contract/statement";
import type { statements } from "#text/inspection/reasons";
import { sayer } from "./say";

const say = sayer<typeof statements>();
type Outcome<Status> = { readonly status: Status } & Reason;

/** A refusal by the system. `systemText`: its error, such as "pwrite: EINVAL, Invalid argument". */
export function refused(systemText: string): Outcome<"unavailable"> {
  return {
    status: "unavailable",
    reason: systemText,
    statements: [say("reason.refused", { systemText })],
  };
}

/** The run ended before it measured this mode. */
export const modeNotReached: Outcome<"unavailable"> = inCodes([say("reason.mode-not-reached")]);
/** The mode has no valid round: a round is discarded if sleep or a halt disturbs it. */
export const modeWithoutRound: Outcome<"unavailable"> = inCodes([say("reason.mode-without-round")]);
/**
 * No figures: the computer slept, or the program was halted, in each attempt at the measurement.
 */
export const stoodStill: Outcome<"unavailable"> = inCodes([say("reason.stood-still")]);
export const notReached: Outcome<"unavailable"> = inCodes([say("reason.not-reached")]);

/** The outcome of a mode that the system refused or lacks. */
export function refusedMode(refusal: string | null): Outcome<"unavailable"> {
  return refusal === null ? inCodes([say("reason.foreign-mode")]) : refused(refusal);
}

function inCodes(statements: Paragraph): Outcome<"unavailable"> {
  return { status: "unavailable", reason: null, statements: [...statements] };
}

/** The outcome of a measurement that an error of the drive or the system ended. */
export function broken(error: DriveError | null): Outcome<"failed"> {
  return { status: "failed", reason: error?.message ?? null, ...inCodesOf(error?.statements) };
}

/** The outcome of a test that found losses or had errors; lists each error once. */
export function brokenBy(found: Paragraph, errors: readonly DriveError[]): Outcome<"failed"> {
  const told = errors.filter(
    ({ message }, place) => errors.findIndex((error) => error.message === message) === place,
  );
  return {
    status: "failed",
    reason: told.length === 0 ? null : told.map(({ message }) => message).join(" "),
    ...inCodesOf([...found, ...told.flatMap(({ statements = [] }) => statements)]),
  };
}

function inCodesOf(statements: Paragraph = []): Pick<Reason, "statements"> {
  return statements.length === 0 ? {} : { statements: [...statements] };
}

export const measured: Outcome<"measured"> = { status: "measured", reason: null };

/** "unavailable" if the system refused, else "failed" after an error, else "measured" with figures. */
export function outcomeOf(
  refusal: string | null | undefined,
  failure: Outcome<"failed"> | null,
  hasFigures: boolean,
  missing = notReached,
) {
  return refusal ? refused(refusal) : (failure ?? (hasFigures ? measured : missing));
}

/** Why a measurement without a refusal and without a failure has no figures. */
export function whyMissing(parts: readonly PartWithCounts[], otherwise = notReached) {
  return parts.some(isLeftOut) ? stoodStill : otherwise;
}

interface Part {
  readonly refusal: string | null;
}

interface PartWithCounts {
  readonly counts: unknown;
  readonly refusal?: string | null;
  readonly error?: DriveError | null;
}

/**
 * Whether a measurement was left out because the computer slept, or the program was halted, in each
 * attempt at it: only such a measurement has no counts, no refusal and no error.
 */
export function isLeftOut({ counts, refusal, error }: PartWithCounts): boolean {
  return counts === null && !refusal && !error;
}

/** The system's error text, if it refused the measurement in one of the rounds. */
export function refusalIn(rounds: readonly Part[]): string | undefined {
  return rounds.flatMap(({ refusal }) => refusal ?? [])[0];
}

/** The outcome of a mode or test in rounds: one refused or failed round decides it. */
export function outcomeOfRounds(
  rounds: readonly (Part & { readonly counts: unknown; readonly error: DriveError | null })[],
  hasRates: boolean,
) {
  const error = rounds.find((round) => round.error !== null)?.error;
  const failure = error ? broken(error) : null;
  return outcomeOf(refusalIn(rounds), failure, hasRates, whyMissing(rounds));
}

/** Whether the system refused the measurement, which is false if the run did not reach it. */
export function isRefused({ status, statements }: { readonly status: string } & Reason): boolean {
  return status === "unavailable" && !isNotReached({ statements });
}

export function isNotReached({ statements }: Pick<Reason, "statements">): boolean {
  const code = statements?.[0]?.code;
  return codesOfNotReached.has(code ?? "");
}

/** Whether every attempt at the measurement was left out because of sleep or a halt. */
export function hasStoodStill({ statements }: Pick<Reason, "statements">): boolean {
  return statements?.[0]?.code === "reason.stood-still";
}

const codesOfNotReached: ReadonlySet<string> = new Set([
  ...["reason.mode-not-reached", "reason.mode-without-round", "reason.not-reached"],
  "reason.stood-still",
]);
