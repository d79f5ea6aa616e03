import type { DocumentSave } from "../../../contract/workloads/document-saves";
import type { statements } from "../../../text/workloads/document-saves";
import { sayer } from "../../say";
import { median } from "../../statistics";
import type { Facts } from "../../verdict/facts";
import type { FindingDraft } from "../../verdict/finding";
import { documentRatios } from "./results";
import { safestWayOf } from "./ways";

const say = sayer<typeof statements>();

/**
 * What saving documents safely costs beside saving them without waiting, for the smallest and the
 * largest that was measured. No threshold is published for what is fast here, so none is used.
 */
export function documentFindings({ report }: Facts): FindingDraft[] {
  const pairs = pairsOf(report.documentSaves ?? [], safestWayOf(report.host.os));
  const small = pairs[0];
  const large = pairs[pairs.length - 1];
  if (small === undefined || large === undefined) {
    return [];
  }
  const { safe, ratio } = small;
  return [
    {
      code: "document-saves",
      severity: "info",
      title: say("document-saves.title", {
        documentBytes: safe.documentBytes,
        perSecond: safe.documentsPerSecond,
      }),
      seen: [
        say("document-saves.seen", seenOf(small)),
        ...(large === small ? [] : [say("document-saves.seen", seenOf(large))]),
      ],
      means: say("document-saves.means", { isSlower: ratio >= noticeableRatio }),
      todo: null,
    },
  ];
}

/** Below this the two count as about equally fast. */
const noticeableRatio = 1.5;

type Measured = DocumentSave & { readonly documentsPerSecond: number };

interface Pair {
  readonly safe: Measured;
  readonly unsafe: Measured;
  /** Of the rounds that both were measured in. */
  readonly ratio: number;
}

function pairsOf(saves: readonly DocumentSave[], safestWay: DocumentSave["way"]): Pair[] {
  const known = saves.filter(isMeasured);
  return known
    .filter(({ way }) => way === safestWay)
    .flatMap((safe) => {
      const unsafe = known.find(
        ({ way, documentBytes }) => way === "none" && documentBytes === safe.documentBytes,
      );
      const ratios = unsafe === undefined ? [] : documentRatios(unsafe, safe);
      return unsafe === undefined || ratios.length === 0
        ? []
        : [{ safe, unsafe, ratio: median(ratios) }];
    });
}

function isMeasured(save: DocumentSave): save is Measured {
  return save.status === "measured" && (save.documentsPerSecond ?? 0) > 0;
}

function seenOf({ safe, unsafe, ratio }: Pair) {
  return {
    way: safe.way,
    documentBytes: safe.documentBytes,
    safePerSecond: safe.documentsPerSecond,
    unsafePerSecond: unsafe.documentsPerSecond,
    typicalNs: safe.latencyNs?.p50 ?? null,
    ratio,
  };
}
