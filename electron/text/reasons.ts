import type { Reason } from "#contract/statement";
import { tellAll } from "./statements";

/**
 * The reason for a missing figure in words: in the current language if it has codes, otherwise as
 * it is stored.
 */
export function reasonWords({ reason, statements }: Reason): string | null {
  return statements === undefined ? reason : tellAll(statements);
}
