import type { HostEvent } from "#contract/engine-messages";
import type { FlushModeId } from "#contract/flush-mode";
import type { FlushLayout } from "#contract/workloads/flush-modes";
import type { StepOf } from "#contract/workloads/index";
import type { NativeFault } from "#native/index";
import type { Bench } from "../../bench";
import { HostFault } from "../../fault";

/** Reports that a round has no result, because sleep or a halt disturbed each attempt at it. */
export function leaveOutRound(
  bench: Bench,
  { kind: _kind, ...round }: StepOf<"flush-round">,
): void {
  bench.emit({ type: "flush-round-left-out", ...round, counts: null });
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
