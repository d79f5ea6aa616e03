import type { FlushModeResult } from "../contract/flush-result";
import type { ReportWarning } from "../contract/report";
import type { RoundEvidence } from "../contract/round-evidence";

const mebibyte = 1024 * 1024;

/** Under this nothing is said: every system writes a little all the time. */
const quietBytes = 4 * mebibyte;
const quietShareOfOwn = 0.05;
const quietStealShare = 0.05;

/**
 * What disturbed a measurement that itself wrote so many bytes, with its size, in words that follow
 * "while … was measured,"; empty for a calm one. What is not known disturbs nothing.
 */
export function disturbances(evidence: RoundEvidence, ownBytes: number): string[] {
  const { otherProgramsBytes, cpuStealShare, throttleEvents } = evidence;
  const found: string[] = [];
  if (
    otherProgramsBytes !== null &&
    otherProgramsBytes >= Math.max(quietBytes, ownBytes * quietShareOfOwn)
  ) {
    found.push(`other programs wrote at least ${Math.round(otherProgramsBytes / 1e6)} MB`);
  }
  if (cpuStealShare !== null && cpuStealShare >= quietStealShare) {
    const percent = Math.round(cpuStealShare * 100);
    found.push(`other virtual machines took ${percent} % of the processor's time`);
  }
  if (throttleEvents !== null && throttleEvents > 0) {
    found.push("the processor slowed down because it was hot");
  }
  return found;
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
