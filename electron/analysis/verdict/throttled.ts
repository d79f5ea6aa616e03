import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/throttled";
import type { Facts } from "../facts/facts";
import type { FindingDraft } from "../facts/finding";
import { type HeatOfFall, heatOfSaves } from "../health/heat";
import { sayer } from "../say";
import { firstAnswer } from "../workloads";

const say = sayer<typeof statements>();

/**
 * Finding on a drive that became hot and slowed down. It replaces the other findings on this fall
 * in speed.
 */
export function throttledFindings(facts: Facts): FindingDraft[] {
  const { report, safe, isPaced } = facts;
  const told = firstAnswer((home) => home.throttled?.(report));
  if (told !== null) {
    return [finding(told.seen, told.heat)];
  }
  const saves = heatOfSlowedSaves(facts);
  if (saves.state === "at-limit" && safe?.slowdown && !isPaced) {
    const { fastPerSecond, slowPerSecond } = safe.slowdown;
    const { celsius, limitCelsius } = saves;
    const figures = { celsius, limitCelsius, fastPerSecond, slowPerSecond };
    return [finding(say("throttled.seen-saving", figures), saves)];
  }
  return [];
}

/** How the slowdown of the leading save relates to heat. */
export function heatOfSlowedSaves({ report, safe }: Pick<Facts, "report" | "safe">): HeatOfFall {
  return safe?.slowdown ? heatOfSaves(safe, safe.slowdown, report) : { state: "none" };
}

function finding(
  seen: Statement,
  { cooledToCelsius: celsius }: Extract<HeatOfFall, { state: "at-limit" }>,
): FindingDraft {
  return {
    code: "throttled",
    severity: "caution",
    title: say("throttled.title"),
    seen: [seen, ...(celsius === null ? [] : [say("throttled.seen-cooled", { celsius })])],
    means: say("throttled.means"),
    todo: say("throttled.todo"),
  };
}
