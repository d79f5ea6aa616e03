import type { ReportWarning } from "../../../contract/report";
import type { RoundEvidence } from "../../../contract/round-evidence";
import type { FlushModeResult, FlushRound } from "../../../contract/workloads/flush-modes";
import { formatBytes, formatCount } from "../../format";

const mebibyte = 1024 * 1024;

/** Under this nothing is said: every system writes a little all the time. */
const quietBytes = 4 * mebibyte;
const quietShareOfOwn = 0.05;
const quietStealShare = 0.05;

interface Kind {
  /** How much of it there was; `null` where it was little or is not known. */
  readonly amountIn: (evidence: RoundEvidence, ownBytes: number) => number | null;
  /** The amount with its unit. */
  readonly format: (amount: number) => string;
  readonly words: (amount: string) => string;
}

const kinds: readonly Kind[] = [
  {
    amountIn: ({ otherProgramsBytes: bytes }, ownBytes) =>
      bytes !== null && bytes >= Math.max(quietBytes, ownBytes * quietShareOfOwn) ? bytes : null,
    format: formatBytes,
    words: (written) => `other programs wrote at least ${written}`,
  },
  {
    amountIn: ({ cpuStealShare: share }) =>
      share !== null && share >= quietStealShare ? share : null,
    format: (share) => `${Math.round(share * 100)} %`,
    words: (percent) => `other virtual machines took ${percent} of the processor's time`,
  },
  {
    amountIn: ({ throttleEvents: events }) => (events !== null && events > 0 ? events : null),
    format: formatCount,
    words: () => "the processor slowed down because it was hot",
  },
];

/**
 * What disturbed a measurement that itself wrote so many bytes, with its size, in words that follow
 * "while … was measured,"; empty for a calm one. What is not known disturbs nothing.
 */
export function disturbances(evidence: RoundEvidence, ownBytes: number): string[] {
  return kinds.flatMap(({ amountIn, format, words }) => {
    const amount = amountIn(evidence, ownBytes);
    return amount === null ? [] : [words(format(amount))];
  });
}

/** The same of several rounds at once: from the least to the most; in how many, if not in all. */
export function disturbancesTogether(
  rounds: readonly Pick<FlushRound, "evidence" | "bytes">[],
): string[] {
  return kinds.flatMap(({ amountIn, format, words }) => {
    const amounts = rounds
      .map(({ evidence, bytes }) => amountIn(evidence, bytes))
      .filter((amount) => amount !== null);
    if (amounts.length === 0) {
      return [];
    }
    const [least, most] = [format(Math.min(...amounts)), format(Math.max(...amounts))];
    const range = least === most ? least : `${least} to ${most}`;
    const share = amounts.length < rounds.length ? ` (in ${amounts.length} of them)` : "";
    return [`${words(range)}${share}`];
  });
}

/** A warning for every round whose figures were made on a disturbed computer. */
export function disturbedRounds(
  rewriting: readonly FlushModeResult[],
  appending: readonly FlushModeResult[] | null,
): ReportWarning[] {
  return [
    ...rewriting.flatMap((mode) => warningsOf(mode, "")),
    ...(appending ?? []).flatMap((mode) => warningsOf(mode, " to a growing file")),
  ];
}

function warningsOf({ mode, rounds }: FlushModeResult, where: string): ReportWarning[] {
  return rounds
    .filter(({ disturbances: found }) => found.length > 0)
    .map(({ round, disturbances: found, repeated }) => ({
      code: "disturbed-round",
      message: `While ${mode}${where} was measured, in round ${round + 1}, ${found.join(", and ")}. Its figures may be too low.${repeated ? " It had been measured again for such a reason." : ""}`,
    }));
}
