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
   * The system's error below a database's code; `null` if `code` is that error, or none is known.
   */
  readonly systemCode?: string | null;
}

/** Calls that fail because of a system call reject with this `Error`. */
export type NativeFaultError = Error &
  NativeFault & {
    /** Paths of our folders that could not be removed; only `close()` fills this in. */
    readonly folders?: readonly string[];
  };
