import type { Reason } from "#contract/statement";
import { tellAll } from "./statements";

/** Puts the reason for a missing figure into words. */
export function reasonInWords<Result extends Reason>(result: Result): Result {
  return { ...result, reason: reasonWords(result) };
}

/** The reason in words: in the current language if it has codes, otherwise as it is stored. */
export function reasonWords({ reason, statements }: Reason): string | null {
  return statements === undefined ? reason : tellAll(statements);
}
