import { measured } from "#text/measured";

/** A system call as the engine names it, for use in a message. */
export function callOf(systemCall: string | undefined): string {
  return systemCall ?? measured.callNotReached();
}
