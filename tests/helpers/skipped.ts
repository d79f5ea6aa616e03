/** Reports a check that this machine cannot make. Returns the reason, for `context.skip()`. */
export function skipped(reason: string): string {
  console.warn(`SKIPPED: ${reason}`);
  return reason;
}
