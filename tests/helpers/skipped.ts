/** Reports a check that this machine cannot make. Returns the reason, for `context.skip()`. */
export function skipped(reason: string): string {
  console.warn(`SKIPPED: ${reason}`);
  return reason;
}

/** Skips the test if there is a reason why this machine cannot make its check. */
export function skipFor(skip: (note: string) => unknown, reason: string | false | null): void {
  if (typeof reason === "string") {
    skip(skipped(reason));
  }
}
