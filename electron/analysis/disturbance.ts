import type { FlushRound } from "#contract/mode-result";
import type { Statement } from "#contract/statement";
import type { statements } from "#text/inspection/disturbances";
import { sayer } from "./say";
import { mebibyte } from "./units";

const say = sayer<typeof statements>();

/** Bytes per round; fewer go unreported, because on every system other programs write a little. */
const quietBytes = 4 * mebibyte;
/** Below this share of the bytes that the round wrote, other programs' writes go unreported. */
const quietShareOfOwn = 0.05;
/** Share of the processor time; if other virtual machines take less, it goes unreported. */
const quietStealShare = 0.05;

type Measured = Pick<FlushRound, "evidence" | "bytes">;
/** The amount of one kind of disturbance; `null` if it was little or is not known. */
type AmountIn = (round: Measured) => number | null;

export const otherBytesIn: AmountIn = ({ evidence: { otherProgramsBytes: others }, bytes }) =>
  others !== null && others >= Math.max(quietBytes, bytes * quietShareOfOwn) ? others : null;
export const otherShareIn: AmountIn = ({ evidence: { cpuStealShare: share } }) =>
  share !== null && share >= quietStealShare ? share : null;
export const heatIn: AmountIn = ({ evidence: { throttleEvents: events } }) =>
  events !== null && events > 0 ? events : null;

/** Whether other programs' writes, stolen CPU time or throttling exceeded their thresholds. */
export function isDisturbed(round: Measured): boolean {
  return [otherBytesIn, otherShareIn, heatIn].some((amountIn) => amountIn(round) !== null);
}

/**
 * A statement for each kind of disturbance: its least and largest amount and, unless it touched
 * every round, the number of rounds. An unknown amount counts as none.
 */
export function disturbances(rounds: readonly Measured[]): Statement[] {
  const reach = (amountIn: AmountIn) => {
    const amounts = rounds.map(amountIn).filter((amount) => amount !== null);
    return amounts.length === 0
      ? null
      : {
          least: Math.min(...amounts),
          most: Math.max(...amounts),
          rounds: amounts.length < rounds.length ? amounts.length : null,
        };
  };
  const [others, machines, heat] = [reach(otherBytesIn), reach(otherShareIn), reach(heatIn)];
  return [
    others &&
      say("disturbed-round.other-programs", {
        leastBytes: others.least,
        mostBytes: others.most,
        rounds: others.rounds,
      }),
    machines &&
      say("disturbed-round.other-machines", {
        leastShare: machines.least,
        mostShare: machines.most,
        rounds: machines.rounds,
      }),
    heat && say("disturbed-round.heat", { rounds: heat.rounds }),
  ].filter((statement) => statement !== null);
}
