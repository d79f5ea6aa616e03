/**
 * One thread and its tasks, one at a time: a second call while one is pending throws
 * ERR_SESSION_BUSY, any call after close() throws ERR_SESSION_CLOSED.
 */
export interface NativeTasks<Snapshot> {
  /** What the thread is doing; never waits for the thread. */
  snapshot(): Snapshot;
  /** Asks the running task to end early and returns at once. Idempotent. */
  stop(): void;
  /** Ends the thread and removes what the session made; rejects if a folder stays. Idempotent. */
  close(): Promise<void>;
}
