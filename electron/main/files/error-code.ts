/** The error's code, such as `ENOENT`; empty for errors that do not come from a system call. */
export function errorCode(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? "") : "";
}

/** The message without the stack trace, which means nothing to users in a terminal. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
