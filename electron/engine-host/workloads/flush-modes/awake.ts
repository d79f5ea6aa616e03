import type { HostEvent } from "#contract/engine-messages";
import type { NativeFault } from "#native/index";
import type { Bench, Observed } from "../../bench";

/** Then the round is left out: something sends the computer to sleep again and again. */
const mostAttempts = 3;

/**
 * Measures a round again where the computer slept through it: Windows counts that time as latency, and
 * everywhere the drive had to wake up. `null` where it slept each time, and after a stop that came
 * before the measured part. What was thrown away counts as written and as nothing else.
 */
export async function awake<Counts extends { bytes: number; fault: NativeFault | null }>(
  bench: Bench,
  attempt: () => Promise<Observed<Counts> | null>,
): Promise<Observed<Counts> | null> {
  for (let attempts = 0; attempts < mostAttempts && !bench.isStopping; attempts += 1) {
    const measured = await attempt();
    // An error of the drive is one in any case.
    if (!measured?.slept || measured.counts.fault) {
      return measured;
    }
    bench.emit({ type: "written", bytes: measured.counts.bytes });
  }
  return null;
}

/** A round in which the drive failed is not measured again; its figures still are those of the sleep. */
export function tellAwake(
  bench: Bench,
  slept: boolean,
  round: Extract<HostEvent, { type: "flush-round" }>,
): void {
  bench.emit(slept ? { type: "written", bytes: round.counts.bytes } : round);
}
