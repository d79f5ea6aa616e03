import type { statements } from "../../text/verdict/throttled";
import { type Heat, heatOfLongWrite, heatOfSaves } from "../health/heat";
import { sayer } from "../say";
import type { Facts } from "./facts";
import type { FindingDraft } from "./finding";

const say = sayer<typeof statements>();

/** A drive that became hot and slowed down. Its falls in speed are then told here and nowhere else. */
export function throttledFindings(facts: Facts): FindingDraft[] {
  const { report, safe, isPaced } = facts;
  const longWrite = heatOfLongWrite(report);
  const cliff = report.sustained?.cliff;
  if (longWrite && cliff) {
    const { fastBytesPerSecond, slowBytesPerSecond } = cliff;
    const figures = { ...longWrite, fastBytesPerSecond, slowBytesPerSecond };
    return [finding(say("throttled.seen-writing", figures))];
  }
  const saves = heatOfSlowedSaves(facts);
  if (saves && safe?.slowdown && !isPaced) {
    const { fastPerSecond, slowPerSecond } = safe.slowdown;
    return [finding(say("throttled.seen-saving", { ...saves, fastPerSecond, slowPerSecond }))];
  }
  return [];
}

export function heatOfSlowedSaves({ report, safe }: Pick<Facts, "report" | "safe">): Heat | null {
  return safe?.slowdown ? heatOfSaves(safe, safe.slowdown, report) : null;
}

function finding(seen: FindingDraft["seen"]): FindingDraft {
  return {
    code: "throttled",
    severity: "caution",
    title: say("throttled.title"),
    seen,
    means: say("throttled.means"),
    todo: say("throttled.todo"),
  };
}
