import type { FlushModeResult, FlushRound } from "#contract/mode-result";
import type { UnwordedWarning } from "#contract/report";
import type { Statement } from "#contract/statement";
import type { FlushLayout } from "#contract/workloads/flush-modes";
import type { statements } from "#text/inspection/disturbances";
import { sayer } from "./say";

const say = sayer<typeof statements>();
const mebibyte = 1024 * 1024;

/** Less than this is not reported: every system writes a little all the time. */
const quietBytes = 4 * mebibyte;
const quietShareOfOwn = 0.05;
const quietStealShare = 0.05;

type Measured = Pick<FlushRound, "evidence" | "bytes">;
/** How much of it there was; `null` where it was little or is not known. */
type AmountIn = (round: Measured) => number | null;

const otherBytesIn: AmountIn = ({ evidence: { otherProgramsBytes: others }, bytes }) =>
  others !== null && others >= Math.max(quietBytes, bytes * quietShareOfOwn) ? others : null;
const otherShareIn: AmountIn = ({ evidence: { cpuStealShare: share } }) =>
  share !== null && share >= quietStealShare ? share : null;
const heatIn: AmountIn = ({ evidence: { throttleEvents: events } }) =>
  events !== null && events > 0 ? events : null;

/** True where other programs, other virtual machines or heat were more than a little. */
export function isDisturbed(round: Measured): boolean {
  return [otherBytesIn, otherShareIn, heatIn].some((amountIn) => amountIn(round) !== null);
}

/**
 * What disturbed measurements, from the least to the most, and how many of them if not all; empty
 * for calm ones. The unknown disturbs nothing.
 */
export function disturbances(rounds: readonly Measured[]): Statement[] {
  const reach = (amountIn: AmountIn) => {
    const amounts = rounds.map(amountIn).filter((amount) => amount !== null);
    return {
      least: Math.min(...amounts),
      most: Math.max(...amounts),
      isSeen: amounts.length > 0,
      rounds: amounts.length < rounds.length ? amounts.length : null,
    };
  };
  const [others, machines, heat] = [reach(otherBytesIn), reach(otherShareIn), reach(heatIn)];
  return [
    ...(others.isSeen
      ? [
          say("disturbed-round.other-programs", {
            leastBytes: others.least,
            mostBytes: others.most,
            rounds: others.rounds,
          }),
        ]
      : []),
    ...(machines.isSeen
      ? [
          say("disturbed-round.other-machines", {
            leastShare: machines.least,
            mostShare: machines.most,
            rounds: machines.rounds,
          }),
        ]
      : []),
    ...(heat.isSeen ? [say("disturbed-round.heat", { rounds: heat.rounds })] : []),
  ];
}

/** A warning for every round whose figures were made on a disturbed computer. */
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
        ...{ mode, layout, round: round.round + 1 },
        otherBytes: otherBytesIn(round),
        otherShare: otherShareIn(round),
        isHot: heatIn(round) !== null,
      }),
      say("disturbed-round.too-low"),
      ...(round.repeated ? [say("disturbed-round.again")] : []),
    ],
  }));
}
