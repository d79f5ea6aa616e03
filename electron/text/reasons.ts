import type { Reason } from "#contract/statement";
import { tellAll } from "./statements";

/** Why there is no figure, in words. */
export function reasonInWords<Result extends Reason>(result: Result): Result {
  return { ...result, reason: reasonWords(result) };
}

/** In the language of the moment where it is kept in codes. */
export function reasonWords({ reason, statements }: Reason): string | null {
  return statements === undefined ? reason : tellAll(statements);
}
