import { formatBytes, formatBytesPerSecond, formatDuration } from "../../format";
import { isMemory } from "../../guarantee";
import type { Facts } from "../../verdict/facts";
import type { FindingDraft } from "../../verdict/finding";

/** What a long write has shown: a fast cache that fills up, or a speed that stays. */
export function sustainedFindings({ report, isVirtual }: Facts): FindingDraft[] {
  const { sustained } = report;
  // There is no fast part of a drive in the computer's memory; the figure stands in its table.
  if (!sustained || sustained.bytesPerSecond === null || isMemory(report.volume)) {
    return [];
  }
  const drive = isVirtual ? "the virtual drive" : "the drive";
  const { cliff } = sustained;
  if (cliff === null) {
    return [
      {
        code: "sustained-steady",
        severity: "good",
        title: "The speed of a long write did not fall",
        seen: `${formatBytes(sustained.bytes)} were written in ${formatDuration(sustained.elapsedNs)}, at ${formatBytesPerSecond(sustained.bytesPerSecond)}, without falling for good on the way.`,
        means: `Up to that size no fast cache of ${drive} was full. Whether a longer write fills one is not known.`,
        todo: null,
      },
    ];
  }
  const fast = formatBytesPerSecond(cliff.fastBytesPerSecond);
  const slow = formatBytesPerSecond(cliff.slowBytesPerSecond);
  return [
    {
      code: "fast-cache-full",
      severity: "caution",
      title: `After ${formatBytes(cliff.afterBytes)} in one go writing is slower`,
      seen: `Of one long write the first ${formatBytes(cliff.afterBytes)} went at ${fast}, what followed at ${slow}.`,
      means: `Many drives take data into a small fast part first and are slower once it is full${isVirtual ? "; the computer that hosts this one may limit it in the same way" : ""}. What is written in one go beyond that goes at the slower speed.`,
      todo: "Leave the drive idle for some minutes before a large copy, and keep part of it free: the fast part is emptied and grows while there is room.",
    },
  ];
}
