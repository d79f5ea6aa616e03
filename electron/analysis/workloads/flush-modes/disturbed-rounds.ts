import type { FlushModeResult } from "#contract/mode-result";
import type { UnwordedWarning } from "#contract/report";
import type { FlushLayout } from "#contract/workloads/flush-modes";
import type { statements } from "#text/inspection/disturbances";
import { heatIn, isDisturbed, otherBytesIn, otherShareIn } from "../../disturbance";
import { sayer } from "../../say";

const say = sayer<typeof statements>();

export function disturbedRounds(
  rewriting: readonly FlushModeResult[],
  appending: readonly FlushModeResult[] | null,
): UnwordedWarning[] {
  return [
    ...rewriting.flatMap((mode) => warningsOf(mode, "rewrite")),
    ...(appending ?? []).flatMap((mode) => warningsOf(mode, "append")),
  ];
}

function warningsOf({ mode, rounds }: FlushModeResult, layout: FlushLayout): UnwordedWarning[] {
  return rounds.filter(isDisturbed).map((round) => ({
    code: "disturbed-round",
    statements: [
      say("disturbed-round.seen", {
        mode,
        layout,
        round: round.round + 1,
        otherBytes: otherBytesIn(round),
        otherShare: otherShareIn(round),
        isHot: heatIn(round) !== null,
      }),
      say("disturbed-round.too-low"),
      ...(round.repeated ? [say("disturbed-round.again")] : []),
    ],
  }));
}
