import type { Statement } from "#contract/statement";
import type { ParallelSave } from "#contract/workloads/parallel-saves";
import type { statements } from "#text/workloads/parallel-saves";
import { holding, isAbout, medianInterval, roundRatios } from "../../confidence";
import {
  enoughFlushesPerSave,
  everyFlushPerSave,
  type Facts,
  type UnjudgedReport,
} from "../../facts/facts";
import { finder } from "../../facts/finding";
import { isShortOfFlushes, worthOf, worthWords } from "../../facts/worth";
import { sayer } from "../../say";
import { least, median } from "../../statistics";
import type { FindingDraft } from "./codes";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

type Measured = ParallelSave & { readonly iops: number };
type Sharing =
  | ("beyond" | "none" | "some" | "more" | "all" | "fewer")
  | ("apart" | "one-round" | "not-known");

/**
 * Compares the most writers with a single one; on macOS with F_FULLFSYNC, if measured. No source
 * publishes usual figures, so there is no judgement.
 */
export function parallelFindings(facts: Facts): FindingDraft[] {
  const { report } = facts;
  const pairs = pairsOf(report.parallelSaves ?? []);
  const last = pairs[pairs.length - 1];
  if (last === undefined) {
    return [];
  }
  const { one, many, ratios } = last;
  const ratio = many.iops / one.iops;
  const sharing = sharingOf(ratios, ratio, many);
  return [
    finding(
      "parallel-saves",
      isShortOfFlushes(one.deviceFlushesPerSync, report) ? "caution" : "info",
      {
        title:
          sharing === "all"
            ? say("parallel-saves.title-all", { writers: many.writers })
            : untold.has(sharing)
              ? say("parallel-saves.title-apart", { writers: many.writers })
              : say("parallel-saves.title", { writers: many.writers, ratio }),
        seen: [
          say("parallel-saves.seen", {
            mode: one.mode,
            writers: many.writers,
            onePerSecond: one.iops,
            manyPerSecond: many.iops,
            eachPerSecond: many.iops / many.writers,
          }),
          slowest(one, many),
          flushes(one, many),
        ],
        means: [
          say(`parallel-saves.${sharing}`),
          worthWords(
            worthOf(
              { mode: one.mode, perSecond: one.iops, flushesPerSave: one.deviceFlushesPerSync },
              facts,
            ),
            facts,
          ),
        ],
      },
    ),
  ];
}

/** Pairs of several writers and a single writer in the same mode; the most writers come last. */
function pairsOf(saves: readonly ParallelSave[]) {
  const known = saves.filter(isMeasured);
  return known
    .filter(({ writers }) => writers > 1)
    .flatMap((many) =>
      known
        .filter(({ mode, writers }) => mode === many.mode && writers === 1)
        .map((one) => ({ one, many, ratios: roundRatios(many, one) })),
    )
    .filter(({ ratios }) => ratios.length > 0);
}

function isMeasured(save: ParallelSave): save is Measured {
  return save.status === "measured" && (save.iops ?? 0) > 0;
}

/**
 * Results whose title names no ratio of the rates, because the finding's explanation would
 * contradict the ratio.
 */
const untold: ReadonlySet<Sharing> = new Set(["apart", "one-round", "not-known"] as const);

/** A writer with at least this share of a single writer's rate counts as not slowed down. */
const unslowed = 0.9;
/** If all writers were active at once for less than this share of the time, they took turns. */
const leastOverlap = 0.5;

/**
 * The effect of several writers, by the confidence interval of the rounds' ratios and the ratio of
 * the two rates shown beside it:
 * `beyond` each of the writers saves more often than one alone, which no sharing explains;
 * `none`  each of the writers saves as often as one alone;
 * `some`  together they save more often than one alone, and each less often;
 * `more`  together they save more often than one alone; whether each saves less often is not known;
 * `all`   together they save about as often as one alone;
 * `fewer` together they save less often than one alone.
 */
function sharingOf(
  ratios: readonly number[],
  ratio: number,
  { writers, rounds }: Measured,
): Sharing {
  const overlaps = rounds.flatMap(({ overlap }) => overlap ?? []);
  if (overlaps.length > 0 && median(overlaps) < leastOverlap) {
    return "apart";
  }
  const ofRounds = medianInterval(ratios);
  if (ofRounds === null) {
    return "one-round";
  }
  const interval = holding(ofRounds, ratio);
  if (interval.low > writers) {
    return "beyond";
  }
  if (interval.low >= unslowed * writers) {
    return "none";
  }
  if (isAbout(interval, 1)) {
    return "all";
  }
  if (interval.high < 1) {
    return "fewer";
  }
  if (interval.low > 1) {
    return interval.high < unslowed * writers ? "some" : "more";
  }
  return "not-known";
}

/** The slow saves (p99) of one writer alone, and of the writers among many. */
function slowest(one: Measured, many: Measured): Statement | null {
  const oneNs = one.latencyNs?.p99 ?? null;
  const known = many.writerP99Ns.flatMap((ns) => ns ?? []);
  return oneNs === null || known.length < many.writers
    ? null
    : say("parallel-saves.slowest", {
        writers: many.writers,
        oneNs,
        leastNs: Math.min(...known),
        mostNs: Math.max(...known),
      });
}

/**
 * Below this share of a single writer's flushes per save, the system merges flushes. From this
 * share up to one flush per save nothing is said: saves may share flushes, or other programs' were
 * counted beside a slow single writer.
 */
const gatheredShare = 0.75;

function flushes(one: Measured, many: Measured): Statement | null {
  const onePerSave = one.deviceFlushesPerSync;
  const manyPerSave = many.deviceFlushesPerSync;
  if (onePerSave === null || manyPerSave === null) {
    return null;
  }
  const counts = { writers: many.writers, onePerSave, manyPerSave };
  const isEach = manyPerSave >= everyFlushPerSave;
  const isFewer = manyPerSave < gatheredShare * onePerSave;
  if (onePerSave < enoughFlushesPerSave || isEach === isFewer) {
    return say("parallel-saves.flushes", counts);
  }
  return say(isEach ? "parallel-saves.flushes-each" : "parallel-saves.flushes-gathered", counts);
}

/** Flushes per save of a single writer, because several writers share flushes. */
export function fewestFlushes({ parallelSaves }: UnjudgedReport): number | null {
  return least(
    (parallelSaves ?? [])
      .filter((save) => save.writers === 1 && isMeasured(save))
      .flatMap(({ deviceFlushesPerSync }) => deviceFlushesPerSync ?? []),
  );
}
