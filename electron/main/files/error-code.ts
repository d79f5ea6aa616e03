/** `ENOENT` and the like; empty for errors that come from no system call. */
export function errorCode(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? "") : "";
}

/** What it says, without the places in the code: for a terminal before somebody who wrote none of it. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
