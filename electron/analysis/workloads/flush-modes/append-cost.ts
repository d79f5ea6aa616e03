import { areApart } from "../../confidence";
import { formatFlushes, formatRate } from "../../format";
import { isMemory } from "../../guarantee";
import { type Facts, isMeasured, type MeasuredMode } from "../../verdict/facts";
import type { FindingDraft } from "../../verdict/finding";
import { termOfArt } from "../../verdict/words";
import { hidesFlushes } from "./results";

/** What saving a new or growing file costs beside changing an old one (the flush test's append). */

interface Pair {
  readonly changing: MeasuredMode;
  readonly growing: MeasuredMode;
}

/** Below this the difference is not worth a word. */
const noticeableRatio = 1.25;

export function appendFindings(facts: Facts): FindingDraft[] {
  // Only changing a file is paced: the two rates of a paced run do not compare.
  const pair = facts.isPaced ? null : pairOf(facts);
  return pair === null || isMemory(facts.report.volume) ? [] : [appendCost(pair)];
}

/** The way of saving the verdict speaks of; if that was not measured so, another safe one. */
function pairOf({ report, measured, safe }: Facts): Pair | null {
  const pairs = measured.flatMap((changing): Pair[] => {
    const growing = report.appendModes?.find(({ mode }) => mode === changing.mode);
    return growing && isMeasured(growing) ? [{ changing, growing }] : [];
  });
  const durable = pairs.filter(({ changing }) => changing.guarantee === "power-loss");
  return durable.find(({ changing }) => changing.mode === safe?.mode) ?? durable[0] ?? null;
}

function appendCost({ changing, growing }: Pair): FindingDraft {
  const isSlower = changing.iops >= noticeableRatio * growing.iops;
  const isShown = areApart(ratesOf(changing), ratesOf(growing));
  return {
    code: "append-cost",
    severity: "info",
    title: isSlower
      ? `Saving a new or growing file ${isShown ? "takes" : "took"} longer than changing an old one`
      : changing.iops > growing.iops
        ? "Saving a new or growing file takes about as long as changing an old one"
        : "Saving a new or growing file takes no longer than changing an old one",
    seen: `${formatRate(growing.iops)} saves a second make a file longer, ${formatRate(changing.iops)} change what is in it (${termOfArt[changing.mode]}).${counted({ changing, growing })}`,
    means: [isSlower ? (isShown ? why({ changing, growing }) : byChance) : null, whom]
      .filter((part) => part !== null)
      .join(" "),
    todo: null,
  };
}

const byChance =
  "The rounds are too few, or lie too far apart, to say that it is always so; a longer inspection may show it.";
const whom =
  "Most programs save a document as a new file; databases mostly change a file that is there.";

function ratesOf({ rounds }: MeasuredMode): number[] {
  return rounds.map(({ iops }) => iops);
}

function counted({ changing, growing }: Pair): string {
  const change = changing.deviceFlushesPerSync;
  const growth = growing.deviceFlushesPerSync;
  return change === null || growth === null || hidesFlushes(changing)
    ? ""
    : ` The system counted ${formatFlushes(growth)} flush commands to the drive for each of the first, and ${formatFlushes(change)} for each of the others.`;
}

/** Of confirmations only what was counted; otherwise what any file system has to do. */
function why({ changing, growing }: Pair): string {
  const change = Math.round(changing.deviceFlushesPerSync ?? 0);
  const growth = Math.round(growing.deviceFlushesPerSync ?? 0);
  return change === 1 && growth === 2
    ? "Saving a new or growing file needs two confirmations by the drive where changing an old one needs one."
    : "Beside the data the system has to store where it lies and how long the file now is.";
}
