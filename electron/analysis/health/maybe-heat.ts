import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/throttled";
import { sayer } from "../say";
import type { HeatOfFall } from "./heat";

const say = sayer<typeof statements>();

/** States that heat may be or is not known to be the reason of a fall in speed; else empty. */
export function maybeHeat(heat: HeatOfFall): Statement[] {
  if (heat.state === "near-limit") {
    const { celsius, limitCelsius } = heat;
    return [say("throttled.may-be", { celsius, limitCelsius })];
  }
  return heat.state === "not-known" ? [say("throttled.not-known")] : [];
}
