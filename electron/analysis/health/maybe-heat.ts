import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/throttled";
import { sayer } from "../say";
import type { HeatOfFall } from "./heat";

const say = sayer<typeof statements>();

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
