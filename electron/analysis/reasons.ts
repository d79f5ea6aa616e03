import type { DriveError } from "#contract/drive-error";
import type { Paragraph, Reason } from "#contract/statement";
import type { statements } from "#text/inspection/reasons";
import { sayer } from "./say";

/** Why something has no figures. Where it is a code, `electron/text` adds the sentence later. */

const say = sayer<typeof statements>();
type Outcome<Status> = { readonly status: Status } & Reason;

/** `systemText`: the system's own words, for engineers: "pwrite: EINVAL, Invalid argument". */
export function refused(systemText: string): Outcome<"unavailable"> {
  return {
    status: "unavailable",
    reason: systemText,
    statements: [say("reason.refused", { systemText })],
  };
}

/** It would have been measured if the run had gone on. */
export const modeNotReached: Outcome<"unavailable"> = inCodes([say("reason.mode-not-reached")]);
/** Of a mode that is measured in rounds, which are thrown away where the computer sleeps. */
export const modeWithoutRound: Outcome<"unavailable"> = inCodes([say("reason.mode-without-round")]);
export const notReached: Outcome<"unavailable"> = inCodes([say("reason.not-reached")]);

/** The system refused a mode, or has no such mode at all. */
export function refusedMode(refusal: string | null): Outcome<"unavailable"> {
  return refusal === null ? inCodes([say("reason.foreign-mode")]) : refused(refusal);
}

function inCodes(statements: Paragraph): Outcome<"unavailable"> {
  return { status: "unavailable", reason: null, statements: [...statements] };
}

/** An error of the drive or the system ended it. */
export function broken(error: DriveError | null): Outcome<"failed"> {
  return { status: "failed", reason: error?.message ?? null, ...inCodesOf(error?.statements) };
}

/** Data that was lost, and the errors that occurred. Each error is listed once. */
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

interface Part {
  readonly refusal: string | null;
  readonly error: DriveError | null;
}

/** Of rounds of one thing: refused or broken once it is so as a whole. */
export function outcomeOfRounds(rounds: readonly Part[], hasRates: boolean) {
  const refusal = rounds.find((round) => round.refusal !== null)?.refusal;
  const error = rounds.find((round) => round.error !== null)?.error;
  if (refusal) {
    return refused(refusal);
  }
  if (error) {
    return broken(error);
  }
  return hasRates ? measured : notReached;
}

/** The system does not offer it. Something only not reached is not refused. */
export function isRefused({ status, statements }: { readonly status: string } & Reason): boolean {
  return status === "unavailable" && !isNotReached({ statements });
}

export function isNotReached({ statements }: Pick<Reason, "statements">): boolean {
  const code = statements?.[0]?.code;
  return codesOfNotReached.has(code ?? "");
}

const codesOfNotReached: ReadonlySet<string> = new Set([
  ...["reason.mode-not-reached", "reason.mode-without-round", "reason.not-reached"],
]);
