import type { Report } from "#contract/report";
import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/throttled";
import { type HeatOfFall, heatOfFall, rateOf, splitAt, type Temperatures } from "../../health/heat";
import { sayer } from "../../say";

const say = sayer<typeof statements>();

type Heated = Temperatures & Pick<Report, "sustained">;

/** Throttling of the long write; the verdict reports it once for all workloads. */
export function throttled(report: Heated): Statement | null {
  const heat = heatOfLongWrite(report);
  const cliff = report.sustained?.cliff;
  if (heat.state !== "at-limit" || !cliff) {
    return null;
  }
  const { fastBytesPerSecond, slowBytesPerSecond } = cliff;
  const { celsius, limitCelsius } = heat;
  const figures = { celsius, limitCelsius, fastBytesPerSecond, slowBytesPerSecond };
  return say("throttled.seen-writing", figures);
}

/** How the long write's fall in speed relates to heat. */
export function heatOfLongWrite(report: Heated): HeatOfFall {
  const { cliff = null, startNs = null, points = [] } = report.sustained ?? {};
  if (cliff === null || startNs === null) {
    return { state: "none" };
  }
  const stretches = points.map((point) => ({
    fromNs: startNs + point.startNs,
    toNs: startNs + point.startNs + point.elapsedNs,
    amount: point.bytes,
  }));
  const middleRate = Math.sqrt(cliff.fastBytesPerSecond * cliff.slowBytesPerSecond) / 1e9;
  const isFast = (place: number) => {
    const stretch = stretches[place];
    return stretch && rateOf([stretch]) >= middleRate;
  };
  // In reports of earlier versions `cliff` is never near the write's beginning or end, although the
  // speed may have fallen closer to it.
  let at = stretches.findIndex(({ fromNs }) => fromNs >= startNs + cliff.afterNs);
  while (isFast(at - 1) === false) {
    at -= 1;
  }
  while (isFast(at)) {
    at += 1;
  }
  return heatOfFall({ ...splitAt(stretches, at), middleRate }, report);
}
