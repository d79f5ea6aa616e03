import type { Statement } from "#contract/statement";
import type { Capacity, CapacityOldFiles, CapacityUntested } from "#contract/workloads/capacity";
import type { statements } from "#text/workloads/capacity";
import { rescueFrom } from "../../facts/advice";
import type { Facts } from "../../facts/facts";
import { finder } from "../../facts/finding";
import { dataPlaceOf, isSold } from "../../facts/thing";
import { isMemory, isPlaceUnknown } from "../../guarantee";
import { sayer } from "../../say";
import { mebibyte } from "../../units";
import type { FindingDraft } from "./codes";
import { blocksOf, limitOf } from "./free-space";
import { reserveBytes } from "./plan";
import { notOfferedBytes } from "./untested";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

/** Findings on whether the drive is as large as it claims, as far as tested. */
export function capacityFindings(facts: Facts): FindingDraft[] {
  const { capacity } = facts.report;
  return capacity === null
    ? []
    : [...sizeFinding(capacity, facts), ...oldFilesFinding(capacity, facts.report)];
}

/** Share of the drive that the partition table and the file system's own data may take. */
const mostOutsideShare = 0.1;

/** Bytes of the drive outside this volume; 0 if that is little or not known. */
function outsideBytes({ totalBytes }: Capacity, { volume }: Facts["report"]): number {
  const { capacityBytes } = volume.drive;
  const outside = (capacityBytes ?? 0) - (totalBytes ?? Infinity);
  return outside > mostOutsideShare * (capacityBytes ?? 0) ? outside : 0;
}

/**
 * A drive is praised only if at most this share of the volume remained untested: a false drive that
 * lacks no more passes the test, too.
 */
const mostUntestedShare = 1 / 8;

function whole(capacity: Capacity, { report, isVirtual }: Facts): FindingDraft {
  const { volume } = report;
  const isBehind =
    isVirtual || volume.drive.kind === "network" || isMemory(volume) || isPlaceUnknown(volume);
  const outside = outsideBytes(capacity, report);
  const { freeBytes, filledBytes, totalBytes } = capacity;
  const usedBytes = capacity.usedBytes ?? 0;
  const sizeBytes = totalBytes ?? freeBytes;
  // Bytes neither in use nor filled, such as the five percent that ext4 sets aside.
  const restBytes = Math.max(0, sizeBytes - usedBytes - filledBytes);
  const isMuchUntested = usedBytes + restBytes > mostUntestedShare * sizeBytes;
  const isPraised = !isBehind && outside === 0 && !isMuchUntested;
  return finding("capacity-whole", isPraised ? "good" : "info", {
    seen: say("capacity-whole.seen", { freeBytes, filledBytes }),
    means: [
      say("capacity-whole.means", { usedBytes, restBytes }),
      say(isBehind ? "capacity-whole.behind" : "capacity-whole.within"),
      ...(isBehind || outside === 0
        ? []
        : [say("capacity-whole.outside", { outsideBytes: outside })]),
    ],
  });
}

function sizeFinding(capacity: Capacity, facts: Facts): FindingDraft[] {
  const limitBytes = limitOf(capacity, facts.report);
  const onLimit =
    limitBytes === null
      ? null
      : {
          title: say("capacity-false.title-limit", { limitBytes }),
          means: say("capacity-false.means-limit", { limitBytes }),
          todo: say("capacity-false.todo-limit"),
        };
  const todo = say(isSold(facts.report) ? "capacity-false.todo" : "capacity-false.todo-unsold");
  switch (capacity.result) {
    case "whole":
      return [whole(capacity, facts)];
    case "false":
      return [
        finding("capacity-false", "bad", {
          seen: [
            lostStatement(capacity),
            say("capacity-false.shared"),
            ...oldFilesStatement(capacity),
          ],
          todo,
          ...onLimit,
        }),
      ];
    case "false-or-damaged":
      return [
        finding("capacity-false-or-damaged", "bad", {
          seen: [lostStatement(capacity), ...oldFilesStatement(capacity)],
          todo,
          ...onLimit,
        }),
      ];
    case "damaged":
      return damaged(capacity, facts.report);
    case "part":
      return [
        finding("capacity-part", "info", {
          title: say("capacity-part.title", { checkedBytes: capacity.checkedBytes }),
          seen: [
            say("capacity-part.seen", {
              freeBytes: capacity.freeBytes,
              checkedBytes: capacity.checkedBytes,
            }),
            ...capacity.untested.map((reason) => untestedStatement(reason, capacity)),
          ],
          todo: afterPart(capacity, facts.report),
        }),
      ];
    case "not-known":
      return [
        finding("capacity-not-known", "info", {
          seen:
            capacity.answeredBy === null || capacity.answeredBy === "cache"
              ? say("capacity-not-known.seen", { isFromCache: capacity.answeredBy === "cache" })
              : say("capacity-not-known.seen-little"),
        }),
      ];
    case "error":
      return []; // The error itself is reported (verdict/failures.ts).
  }
}

/**
 * How to test the untested part; `null` if that is impossible: what the system runs from cannot be
 * emptied, and some file systems and volumes never take more.
 */
function afterPart(capacity: Capacity, report: Facts["report"]): Statement | null {
  const { untested } = capacity;
  if (!canBeEmptied(report)) {
    return null;
  }
  if (untested.includes("quota")) {
    return say("capacity-part.todo-quota");
  }
  if (untested.includes("taken")) {
    return say("capacity-part.todo-alone");
  }
  const isWithin = (["stopped", "in-use", "end"] as const).some((why) => untested.includes(why));
  const isLimited = untested.includes("limit") && !isReserved(capacity);
  return isWithin || isLimited ? say("capacity-part.todo") : null;
}

function canBeEmptied(report: Facts["report"]): boolean {
  return report.volume.system !== true && dataPlaceOf(report) !== "unseen";
}

/** Whether the test's target was all free space except the reserve. */
function isReserved({ freeBytes, targetBytes }: Capacity): boolean {
  return targetBytes > freeBytes - reserveBytes(freeBytes) - mebibyte;
}

/** Finding on damaged blocks; none if only existing files changed or blocks were unreadable. */
function damaged(capacity: Capacity, report: Facts["report"]): FindingDraft[] {
  const { differing, unreadable } = blocksOf(capacity);
  if (differing === 0) {
    return [];
  }
  const { blockBytes, firstBadBytes, filledBytes } = capacity;
  return [
    finding("capacity-damaged", "bad", {
      seen: [
        say("capacity-damaged.seen", {
          badBlocks: differing,
          blockBytes,
          filledBytes,
          firstBytes: firstBadBytes ?? 0,
        }),
        unreadable > 0 && say("capacity-damaged.unreadable", { unreadable }),
      ],
      means: say(meansOfDamage(report)),
      todo: rescueFrom(report),
    }),
  ];
}

function meansOfDamage(report: Facts["report"]) {
  if (isMemory(report.volume)) {
    return "capacity-damaged.means-memory";
  }
  return dataPlaceOf(report) === "unseen"
    ? "capacity-damaged.means-unseen"
    : "capacity-damaged.means";
}

function lostStatement(capacity: Capacity): Statement {
  const { badBlocks, blockBytes, filledBytes, falseFromBytes, firstBadBytes } = capacity;
  return say("capacity-false-or-damaged.seen", {
    filledBytes,
    lostBytes: badBlocks * blockBytes,
    keptBytes: falseFromBytes,
    firstBytes: firstBadBytes ?? 0,
  });
}

/** Existing files whose contents changed; `null`: none did, or none were compared. */
function changedOldFiles({ oldFiles }: Capacity): CapacityOldFiles | null {
  return oldFiles === null || oldFiles.changedBytes === 0 ? null : oldFiles;
}

function oldFilesStatement(capacity: Capacity): Statement[] {
  const changed = changedOldFiles(capacity);
  return changed === null ? [] : [say("capacity-old-files.seen", changed)];
}

function oldFilesFinding(capacity: Capacity, report: Facts["report"]): FindingDraft[] {
  const changed = changedOldFiles(capacity);
  return changed === null
    ? []
    : [
        finding("capacity-old-files", "bad", {
          seen: say("capacity-old-files.seen", changed),
          means: say("capacity-old-files.means", { isOwn: changed.ownBytes > 0 }),
          todo: [
            say("capacity-old-files.todo"),
            canBeEmptied(report) && say("capacity-part.todo"),
            isSold(report) && say("capacity-old-files.todo-return"),
          ],
        }),
      ];
}

function untestedStatement(reason: CapacityUntested, capacity: Capacity): Statement {
  switch (reason) {
    case "limit":
      return isReserved(capacity)
        ? say("capacity-part.because-reserve", {
            leftBytes: capacity.freeBytes - capacity.targetBytes,
          })
        : say("capacity-part.because-limit", { targetBytes: capacity.targetBytes });
    case "no-room":
      return say("capacity-part.because-no-room", {
        filledBytes: capacity.filledBytes,
        leftBytes: capacity.leftBytes,
      });
    case "in-use":
      return say("capacity-part.because-in-use", {
        usedBytes: notOfferedBytes(capacity),
        sampledBytes: capacity.oldFiles?.sampledBytes ?? 0,
        files: capacity.oldFiles?.files ?? 0,
      });
    case "no-room-at-flush":
    case "quota":
    case "files":
    case "stopped":
    case "taken":
    case "end":
    case "no-copy-room":
      return say(`capacity-part.because-${reason}`);
  }
}
