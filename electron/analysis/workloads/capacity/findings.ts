import type { Capacity } from "../../../contract/workloads/capacity";
import type { statements } from "../../../text/workloads/capacity";
import { sayer } from "../../say";
import { rescue } from "../../verdict/advice";
import type { Facts } from "../../verdict/facts";
import type { FindingDraft } from "../../verdict/finding";

const say = sayer<typeof statements>();

/** Whether the drive is as large as it says, as far as that was tested. */
export function capacityFindings({ report }: Facts): FindingDraft[] {
  const { capacity } = report;
  return capacity === null ? [] : findingOf(capacity);
}

function findingOf(capacity: Capacity): FindingDraft[] {
  const { freeBytes, filledBytes, checkedBytes, badBlocks, blockBytes, firstBadBytes } = capacity;
  switch (capacity.result) {
    case "whole":
      return [
        {
          code: "capacity-whole",
          severity: "good",
          title: say("capacity-whole.title"),
          seen: say("capacity-whole.seen", { freeBytes, filledBytes }),
          means: say("capacity-whole.means"),
          todo: null,
        },
      ];
    case "false":
      return [
        {
          code: "capacity-false",
          severity: "bad",
          title: say("capacity-false.title"),
          seen: say("capacity-false.seen", {
            filledBytes,
            lostBytes: badBlocks * blockBytes,
            keptBytes: capacity.falseFromBytes,
            wrapBytes: capacity.wrapBytes,
          }),
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
          seen: say("capacity-false-or-damaged.seen", {
            filledBytes,
            lostBytes: badBlocks * blockBytes,
            firstBytes: firstBadBytes ?? 0,
          }),
          means: say("capacity-false-or-damaged.means"),
          todo: say("capacity-false.todo"),
        },
      ];
    case "damaged":
      return [
        {
          code: "capacity-damaged",
          severity: "bad",
          title: say("capacity-damaged.title"),
          seen: say("capacity-damaged.seen", {
            badBlocks,
            blockBytes,
            firstBytes: firstBadBytes ?? 0,
            filledBytes,
          }),
          means: say("capacity-damaged.means"),
          todo: rescue,
        },
      ];
    case "part":
      return [
        {
          code: "capacity-part",
          severity: "info",
          title: say("capacity-part.title", { checkedBytes }),
          seen: say("capacity-part.seen", { freeBytes, checkedBytes }),
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
      return []; // The error itself is told (verdict/failures.ts).
  }
}
