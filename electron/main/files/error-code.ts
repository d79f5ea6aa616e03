/** `ENOENT` and the like; empty for errors that come from no system call. */
export function errorCode(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? "") : "";
}
