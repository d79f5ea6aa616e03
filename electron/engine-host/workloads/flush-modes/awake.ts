import type { HostEvent } from "#contract/engine-messages";
import type { FlushModeId } from "#contract/flush-mode";
import type { FlushLayout } from "#contract/workloads/flush-modes";
import type { NativeFault } from "#native/index";
import type { Bench, Observed } from "../../bench";
import { HostFault } from "../../fault";

/**
 * Most attempts at one round. After so many attempts the round is left out, because something keeps
 * sending the computer to sleep or halting the program.
 */
const mostAttempts = 3;

/**
 * Repeats a round if the computer slept during it or the program was halted. A halt counts as
 * latency, and so does sleep on Windows; after sleep, every system's latencies contain the time in
 * which the drive woke up. `null` if every attempt was disturbed like this, or if the test was
 * stopped before the measured part. Of a discarded round only the bytes written are counted.
 */
export async function awake<Counts extends { bytes: number; fault: NativeFault | null }>(
  bench: Bench,
  attempt: () => Promise<Observed<Counts> | null>,
): Promise<Observed<Counts> | null> {
  for (let attempts = 0; attempts < mostAttempts && !bench.isStopping; attempts += 1) {
    const measured = await attempt();
    // A drive error is reported even if the computer slept or the program was halted.
    if (!measured?.stoodStill || measured.counts.fault) {
      return measured;
    }
    bench.emit({ type: "written", bytes: measured.counts.bytes });
  }
  return null;
}

/**
 * Emits the result of a round, or only its bytes if sleep or a halt distorted its figures. A
 * distorted round reaches this function only if the drive failed in that round; any other distorted
 * round is repeated.
 */
export function tellAwake(
  bench: Bench,
  stoodStill: boolean,
  round: Extract<HostEvent, { type: "flush-round" }>,
): void {
  bench.emit(stoodStill ? { type: "written", bytes: round.counts.bytes } : round);
}

/** Reports a failed round as the failure of its mode, and throws it as a `HostFault`. */
export async function failRound(
  bench: Bench,
  fault: NativeFault | null,
  layout: FlushLayout,
  mode: FlushModeId,
): Promise<void> {
  if (fault) {
    const error = await bench.errorOf(fault);
    bench.emit({ type: "mode-failed", layout, mode, error });
    throw new HostFault(error);
  }
}
