import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/throttled";
import { sayer } from "../say";
import type { HeatOfFall } from "./heat";

const say = sayer<typeof statements>();

/**
 * The sentence that heat may have caused a reported fall in speed, or that it is not known whether
 * it did; empty for the other states.
 */
export function maybeHeat(heat: HeatOfFall): Statement[] {
  if (heat.state === "near-limit") {
    const { celsius, limitCelsius } = heat;
    return [say("throttled.may-be", { celsius, limitCelsius })];
  }
  return heat.state === "not-known" ? [say("throttled.not-known")] : [];
}
