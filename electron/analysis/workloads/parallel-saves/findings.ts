import type { Statement } from "../../../contract/statement";
import type { ParallelSave } from "../../../contract/workloads/parallel-saves";
import type { statements } from "../../../text/workloads/parallel-saves";
import { sayer } from "../../say";
import { median } from "../../statistics";
import type { Facts } from "../../verdict/facts";
import type { FindingDraft } from "../../verdict/finding";
import { writerRatios } from "./results";

const say = sayer<typeof statements>();

type Measured = ParallelSave & { readonly iops: number };

/**
 * What becomes of the saves when several programs save at once: the most writers beside one alone. On
 * macOS with the full flush, where it was measured. What is usual is not published, so nothing is judged.
 */
export function parallelFindings({ report }: Facts): FindingDraft[] {
  const known = (report.parallelSaves ?? []).filter(isMeasured);
  const mode = known[known.length - 1]?.mode;
  const same = known.filter((save) => save.mode === mode);
  const one = same.find(({ writers }) => writers === 1);
  const many = same.reduce<Measured | null>(
    (most, save) => (save.writers > (most?.writers ?? 1) ? save : most),
    null,
  );
  const ratios = one && many ? writerRatios(many, one) : [];
  if (one === undefined || many === null || ratios.length === 0) {
    return [];
  }
  const ratio = median(ratios);
  return [
    {
      code: "parallel-saves",
      severity: "info",
      title: say("parallel-saves.title", { writers: many.writers, ratio }),
      seen: [
        say("parallel-saves.seen", {
          mode: one.mode,
          writers: many.writers,
          onePerSecond: one.iops,
          manyPerSecond: many.iops,
          eachPerSecond: many.iops / many.writers,
        }),
        ...slowest(one, many),
        ...flushes(one, many),
      ],
      means: say("parallel-saves.means", { sharing: sharingOf(ratio, many.writers) }),
      todo: null,
    },
  ];
}

function isMeasured(save: ParallelSave): save is Measured {
  return save.status === "measured" && (save.iops ?? 0) > 0;
}

/** `none`: each saves as often as one alone; `all`: together they save no more often than that. */
function sharingOf(ratio: number, writers: number): "none" | "some" | "all" {
  if (ratio >= 0.8 * writers) {
    return "none";
  }
  return ratio > 1.25 ? "some" : "all";
}

/** Of all saves of one alone, and of the writer among many that waits longest. */
function slowest(one: Measured, many: Measured): Statement[] {
  const oneNs = one.latencyNs?.p99 ?? null;
  const known = many.writerP99Ns.flatMap((ns) => ns ?? []);
  return oneNs === null || known.length < many.writers
    ? []
    : [
        say("parallel-saves.slowest", {
          writers: many.writers,
          oneNs,
          leastNs: Math.min(...known),
          mostNs: Math.max(...known),
        }),
      ];
}

/** Fewer flushes for each save of many than for each of one: the system gathers them. */
function flushes(one: Measured, many: Measured): Statement[] {
  const ofOne = one.deviceFlushesPerSync;
  const ofMany = many.deviceFlushesPerSync;
  return ofOne === null || ofMany === null || ofOne < 0.1
    ? []
    : [
        say("parallel-saves.flushes", {
          writers: many.writers,
          onePerSave: ofOne,
          manyPerSave: ofMany,
          areGathered: ofMany < 0.75 * ofOne,
        }),
      ];
}
