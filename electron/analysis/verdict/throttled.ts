import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/throttled";
import type { Facts } from "../facts/facts";
import { type FindingDraft, finder } from "../facts/finding";
import { isSold } from "../facts/thing";
import { heatOfSaves } from "../health/heat";
import { sayer } from "../say";
import { firstAnswer } from "../workloads";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

/** The drive became hot and slowed down. This finding replaces all others on the fall in speed. */
export function throttledFindings(facts: Facts): FindingDraft[] {
  const { report, safe, isPaced } = facts;
  const written = firstAnswer((home) => home.throttled?.(report));
  if (written !== null) {
    return [throttled(written, report)];
  }
  const slowdown = safe?.slowdown;
  if (!safe || !slowdown || isPaced) {
    return [];
  }
  const heat = heatOfSaves(safe, slowdown, report);
  if (heat.state !== "at-limit") {
    return [];
  }
  const { fastPerSecond, slowPerSecond } = slowdown;
  const { celsius, limitCelsius } = heat;
  const figures = { celsius, limitCelsius, fastPerSecond, slowPerSecond };
  return [throttled(say("throttled.seen-saving", figures), report)];
}

function throttled(seen: Statement, report: Facts["report"]): FindingDraft {
  return finding("throttled", "caution", {
    seen,
    todo: say("throttled.todo", { isSold: isSold(report) }),
  });
}
