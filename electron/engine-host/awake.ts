import type { NativeFault } from "#native/index";
import type { Bench, Noticed } from "./bench";

/**
 * Most attempts at one step (a single measurement). After so many attempts the step is left out,
 * because something keeps sending the computer to sleep or halting the program.
 */
const mostAttempts = 3;

interface Attempts<Measured extends Noticed<unknown>> {
  /** Measures the step once; `null` if the test was stopped before the measured part. */
  attempt(): Promise<Measured | null>;
  /**
   * The bytes that a disturbed attempt wrote, to discard its figures; `null` to keep the attempt,
   * because the drive failed in it.
   */
  discardedBytes(measured: NoInfer<Measured>): number | null;
  /** Reports that the step has no result, because every attempt was disturbed. */
  leaveOut(): void;
  /** Most attempts at the step, `mostAttempts` by default. */
  readonly most?: number;
}

/**
 * Repeats a step if the computer slept during it or the program was halted. A halt counts as
 * latency, and so does sleep on Windows; after sleep, every system's latencies contain the time in
 * which the drive woke up. `null` if every attempt was disturbed like this, or if the test was
 * stopped. Of a discarded attempt only the bytes written are counted.
 */
export async function awake<Measured extends Noticed<unknown>>(
  bench: Bench,
  { attempt, discardedBytes, leaveOut, most = mostAttempts }: Attempts<Measured>,
): Promise<Measured | null> {
  for (let attempts = 0; attempts < most && !bench.isStopping; attempts += 1) {
    const measured = await attempt();
    const bytes = measured?.stoodStill ? discardedBytes(measured) : null;
    // Keep an attempt in which the drive failed, so that the error is reported.
    if (bytes === null) {
      return measured;
    }
    bench.emit({ type: "written", bytes });
  }
  if (!bench.isStopping) {
    leaveOut();
  }
  return null;
}

/** The bytes of a disturbed attempt; `null` if the drive failed, to report its error. */
export function bytesUnlessFailed({
  counts,
}: Noticed<{ readonly bytes: number; readonly fault: NativeFault | null }>): number | null {
  return counts.fault ? null : counts.bytes;
}
