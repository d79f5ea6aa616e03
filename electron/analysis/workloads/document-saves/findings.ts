import type { Statement } from "#contract/statement";
import type { DocumentSave } from "#contract/workloads/document-saves";
import type { statements } from "#text/workloads/document-saves";
import { aboutHigh, holding, medianInterval } from "../../confidence";
import type { Facts, UnjudgedReport } from "../../facts/facts";
import { finder } from "../../facts/finding";
import {
  isConfirmed,
  isShortOfFlushes,
  type MeasuredSave,
  worthOf,
  worthWords,
} from "../../facts/worth";
import { isJournalUnknown, unjournaledName } from "../../guarantee";
import { sayer } from "../../say";
import { least } from "../../statistics";
import type { FindingDraft } from "./codes";
import { documentRatios } from "./results";
import { flushModeOfWay, safestWayOf } from "./ways";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

/**
 * What saving documents safely costs, for the smallest and the largest size. No source publishes
 * what is fast, so there is no threshold.
 */
export function documentFindings(facts: Facts): FindingDraft[] {
  const { report } = facts;
  const pairs = pairsOf(report.documentSaves ?? [], safestWayOf(report.host.os));
  const [small] = pairs;
  if (small === undefined) {
    return [];
  }
  const large = pairs[pairs.length - 1] ?? small;
  const { safe } = small;
  const worthOfSmall = worthOf(saveOf(safe), facts);
  // The worse of the two saves counts. If the small save is confirmed, the large one cannot be
  // worth more, because all confirmed saves on one drive are worth the same.
  const worth = isConfirmed(worthOfSmall) ? worthOf(saveOf(large.safe), facts) : worthOfSmall;
  const confirmed = { way: safe.way, isConfirmed: isConfirmed(worth) };
  const unjournaled = worth === "promised" ? unjournaledName(report.volume) : null;
  const isJournaled = unjournaled === null && !isJournalUnknown(report.volume);
  const isPromised = worth === "promised" && isJournaled;
  return [
    finding(
      "document-saves",
      [small, large].some((pair) => isShortOfFlushes(pair.safe.deviceFlushesPerDocument, report))
        ? "caution"
        : "info",
      {
        title: say("document-saves.title", {
          documentBytes: safe.documentBytes,
          perSecond: safe.documentsPerSecond,
          ...confirmed,
        }),
        seen: [
          say("document-saves.seen", { ...seenOf(small), ...confirmed }),
          large !== small && say("document-saves.seen", { ...seenOf(large), ...confirmed }),
        ],
        means: [
          say("document-saves.means", { isPromised }),
          unjournaled !== null && say("document-saves.no-journal", { fileSystem: unjournaled }),
          worthWords(worth, facts),
          costOf(small),
        ],
      },
    ),
  ];
}

/** From this share on, a whole percentage would round to 100 %. */
const nearlyAll = 0.995;

/**
 * States the share of a safe save's time that an unsafe save of a document of the same size does
 * not need.
 */
function costOf({ safe: { documentBytes }, ratios, ratio }: Pair): Statement {
  const ofRounds = medianInterval(ratios);
  if (ofRounds === null) {
    return say("document-saves.one-round");
  }
  const interval = holding(ofRounds, ratio);
  if (interval.high <= aboutHigh) {
    return say("document-saves.costs-little", { documentBytes });
  }
  if (interval.low <= 1) {
    return say("document-saves.cost-not-known");
  }
  const share = 1 - 1 / ratio;
  return share >= nearlyAll
    ? say("document-saves.costs-nearly-all", { documentBytes })
    : say("document-saves.costs", { documentBytes, share });
}

function saveOf({ way, documentsPerSecond, deviceFlushesPerDocument }: Measured): MeasuredSave {
  return {
    mode: flushModeOfWay[way],
    perSecond: documentsPerSecond,
    flushesPerSave: deviceFlushesPerDocument,
  };
}

type Measured = DocumentSave & { readonly documentsPerSecond: number };

interface Pair {
  readonly safe: Measured;
  readonly unsafe: Measured;
  /** Ratios of the two methods' rates, from the rounds that measured both. */
  readonly ratios: readonly number[];
  /** Ratio of the two reported rates, which may differ from the median of the rounds' ratios. */
  readonly ratio: number;
}

function pairsOf(saves: readonly DocumentSave[], safestWay: DocumentSave["way"]): Pair[] {
  const known = saves.filter(isMeasured);
  const waysOf = (wanted: DocumentSave["way"]) => known.filter(({ way }) => way === wanted);
  return waysOf(safestWay).flatMap((safe) =>
    waysOf("none")
      .filter(({ documentBytes }) => documentBytes === safe.documentBytes)
      .map((unsafe) => ({
        safe,
        unsafe,
        ratios: documentRatios(unsafe, safe),
        ratio: unsafe.documentsPerSecond / safe.documentsPerSecond,
      }))
      .filter(({ ratios }) => ratios.length > 0),
  );
}

function isMeasured(save: DocumentSave): save is Measured {
  return save.status === "measured" && (save.documentsPerSecond ?? 0) > 0;
}

function seenOf({ safe, unsafe, ratio }: Pair) {
  return {
    documentBytes: safe.documentBytes,
    safePerSecond: safe.documentsPerSecond,
    unsafePerSecond: unsafe.documentsPerSecond,
    typicalNs: safe.latencyNs?.p50 ?? null,
    ratio,
  };
}

/** The lowest count of flushes per document, for the method that promises most. */
export function fewestFlushes({ documentSaves, host }: UnjudgedReport): number | null {
  const way = safestWayOf(host.os);
  return least(
    (documentSaves ?? [])
      .filter((save) => save.way === way && isMeasured(save))
      .flatMap(({ deviceFlushesPerDocument }) => deviceFlushesPerDocument ?? []),
  );
}
