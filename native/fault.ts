/** A failed system call, as the system reported it. */
export interface NativeFault {
  /** Symbolic name: `EIO`, `ENOSPC`, `ERROR_DISK_FULL`, … */
  readonly code: string;
  readonly syscall: string;
  readonly osCode: number;
  readonly message: string;
  /** Byte offset in the test file; `null` if the call has none. */
  readonly offset: number | null;
  /**
   * Code of the system's error behind a database's own `code`; `null` if `code` is the system's
   * already, or if the system's is not known.
   */
  readonly systemCode?: string | null;
}

/** Calls that fail because of a system call reject with this `Error`. */
export type NativeFaultError = Error &
  NativeFault & {
    /** Paths of the session's folders that could not be removed; only `close()` fills this in. */
    readonly folders?: readonly string[];
  };
