import type { Statement } from "#contract/statement";
import type { Capacity, CapacityUntested } from "#contract/workloads/capacity";
import type { statements } from "#text/workloads/capacity";
import { rescue } from "../../facts/advice";
import type { Facts } from "../../facts/facts";
import { sayer } from "../../say";
import type { FindingDraft } from "./codes";

const say = sayer<typeof statements>();

/** Whether the drive is as large as it says, as far as that was tested. */
export function capacityFindings({ report }: Facts): FindingDraft[] {
  const { capacity } = report;
  return capacity === null ? [] : [...sizeFinding(capacity), ...oldFilesFinding(capacity)];
}

function sizeFinding(capacity: Capacity): FindingDraft[] {
  switch (capacity.result) {
    case "whole":
      return [
        {
          code: "capacity-whole",
          severity: "good",
          title: say("capacity-whole.title"),
          seen: say("capacity-whole.seen", {
            freeBytes: capacity.freeBytes,
            filledBytes: capacity.filledBytes,
          }),
          means: say("capacity-whole.means", {
            usedBytes: capacity.usedBytes ?? 0,
            restBytes: Math.max(0, capacity.freeBytes - capacity.filledBytes),
          }),
          todo: null,
        },
      ];
    case "false":
      return [
        {
          code: "capacity-false",
          severity: "bad",
          title: say("capacity-false.title"),
          seen: [
            ...lostStatement(capacity),
            ...(capacity.badBlocks > 0
              ? [say("capacity-false.shared", { wrapBytes: capacity.wrapBytes })]
              : []),
            ...oldFilesStatement(capacity),
          ],
          means: say("capacity-false.means"),
          todo: say("capacity-false.todo"),
        },
      ];
    case "false-or-damaged":
      return [
        {
          code: "capacity-false-or-damaged",
          severity: "bad",
          title: say("capacity-false-or-damaged.title"),
          seen: [...lostStatement(capacity), ...oldFilesStatement(capacity)],
          means: say("capacity-false-or-damaged.means"),
          todo: say("capacity-false.todo"),
        },
      ];
    case "damaged":
      return capacity.badBlocks === 0 ? [] : [damaged(capacity)];
    case "part":
      return [
        {
          code: "capacity-part",
          severity: "info",
          title: say("capacity-part.title", { checkedBytes: capacity.checkedBytes }),
          seen: [
            say("capacity-part.seen", {
              freeBytes: capacity.freeBytes,
              checkedBytes: capacity.checkedBytes,
            }),
            ...capacity.untested.map((reason) => untestedStatement(reason, capacity)),
          ],
          means: say("capacity-part.means"),
          todo: say("capacity-part.todo"),
        },
      ];
    case "not-known":
      return [
        {
          code: "capacity-not-known",
          severity: "info",
          title: say("capacity-not-known.title"),
          seen: say("capacity-not-known.seen", { isFromCache: capacity.answeredBy === "cache" }),
          means: say("capacity-not-known.means"),
          todo: null,
        },
      ];
    case "error":
      return []; // The error itself is reported (verdict/failures.ts).
  }
}

function damaged({ badBlocks, blockBytes, firstBadBytes, filledBytes }: Capacity): FindingDraft {
  return {
    code: "capacity-damaged",
    severity: "bad",
    title: say("capacity-damaged.title"),
    seen: say("capacity-damaged.seen", {
      ...{ badBlocks, blockBytes, filledBytes },
      firstBytes: firstBadBytes ?? 0,
    }),
    means: say("capacity-damaged.means"),
    todo: rescue,
  };
}

function lostStatement(capacity: Capacity): Statement[] {
  const { badBlocks, blockBytes, filledBytes, falseFromBytes, firstBadBytes } = capacity;
  return badBlocks === 0
    ? []
    : [
        say("capacity-false-or-damaged.seen", {
          filledBytes,
          lostBytes: badBlocks * blockBytes,
          keptBytes: falseFromBytes,
          firstBytes: firstBadBytes ?? 0,
        }),
      ];
}

/** Files that were on the drive before and do not hold any more what they held. */
function oldFilesStatement({ oldFiles }: Capacity): Statement[] {
  return oldFiles === null || oldFiles.changedBytes === 0
    ? []
    : [say("capacity-old-files.seen", oldFiles)];
}

function oldFilesFinding(capacity: Capacity): FindingDraft[] {
  const [seen] = oldFilesStatement(capacity);
  return seen === undefined
    ? []
    : [
        {
          code: "capacity-old-files",
          severity: "bad",
          title: say("capacity-old-files.title"),
          seen,
          means: say("capacity-old-files.means"),
          todo: say("capacity-old-files.todo"),
        },
      ];
}

function untestedStatement(reason: CapacityUntested, capacity: Capacity): Statement {
  switch (reason) {
    case "limit":
      return say("capacity-part.because-limit", { targetBytes: capacity.targetBytes });
    case "no-room":
      return say("capacity-part.because-no-room", {
        filledBytes: capacity.filledBytes,
        leftBytes: capacity.leftBytes,
      });
    case "in-use":
      return say("capacity-part.because-in-use", {
        usedBytes: capacity.usedBytes,
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
