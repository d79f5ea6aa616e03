import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/throttled";
import { sayer } from "../say";
import type { HeatOfFall } from "./heat";

const say = sayer<typeof statements>();

/** A sentence that heat may have caused a fall in speed reported elsewhere; empty if it did not. */
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
