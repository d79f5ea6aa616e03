import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/throttled";
import { type HeatOfFall, heatOfLongWrite, heatOfSaves } from "../health/heat";
import { sayer } from "../say";
import type { Facts } from "./facts";
import type { FindingDraft } from "./finding";

const say = sayer<typeof statements>();

/** A drive that became hot and slowed down. Its falls in speed are then told here and nowhere else. */
export function throttledFindings(facts: Facts): FindingDraft[] {
  const { report, safe, isPaced } = facts;
  const longWrite = heatOfLongWrite(report);
  const cliff = report.sustained?.cliff;
  if (longWrite.state === "at-limit" && cliff) {
    const { fastBytesPerSecond, slowBytesPerSecond } = cliff;
    const { celsius, limitCelsius } = longWrite;
    const figures = { celsius, limitCelsius, fastBytesPerSecond, slowBytesPerSecond };
    return [finding(say("throttled.seen-writing", figures), longWrite)];
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

/** What the fall of the saves that the verdict speaks of has to do with heat. */
export function heatOfSlowedSaves({ report, safe }: Pick<Facts, "report" | "safe">): HeatOfFall {
  return safe?.slowdown ? heatOfSaves(safe, safe.slowdown, report) : { state: "none" };
}

/** That heat may be the reason of a fall that is told in another way; nothing where it is not. */
export function maybeHeat(heat: HeatOfFall): Statement[] {
  switch (heat.state) {
    case "near-limit": {
      const { celsius, limitCelsius } = heat;
      return [say("throttled.may-be", { celsius, limitCelsius })];
    }
    case "not-known":
      return [say("throttled.not-known")];
    case "at-limit":
    case "none":
      return [];
  }
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
