import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/throttled";
import { sayer } from "../say";
import type { HeatOfFall } from "./heat";

const say = sayer<typeof statements>();

/** A sentence that heat may have caused a fall in speed reported elsewhere; empty if it did not. */
export function maybeHeat(heat: HeatOfFall): Statement[] {
  if (heat.state === "near-limit") {
    const { celsius, limitCelsius } = heat;
    return [say("throttled.may-be", { celsius, limitCelsius })];
  }
  return heat.state === "not-known" ? [say("throttled.not-known")] : [];
}
