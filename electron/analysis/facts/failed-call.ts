export type FailedCall = "read" | "save" | "other";

/** What the failed call was for: error texts name `fsync`, `pread`, `WriteFile` and the like. */
export function failedCallOf({ error }: { readonly error: Failed | null }): FailedCall {
  const call = error?.syscall ?? "";
  if (/read/i.test(call)) {
    return "read";
  }
  return /write|sync|flush|fcntl/i.test(call) ? "save" : "other";
}

interface Failed {
  readonly syscall: string | null;
}
