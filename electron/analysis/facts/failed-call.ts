export type FailedCall = "read" | "save" | "other";

/** What the failed call did, by its name: `pread` reads, `fsync` and `WriteFile` save. */
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
