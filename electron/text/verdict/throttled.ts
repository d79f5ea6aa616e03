import { formatBytesPerSecond, formatCelsius, formatRate } from "../format";
import { messages } from "../messages";

const said = messages({
  "throttled.title": "The drive became hot and slowed down",
  "throttled.seen-writing":
    "Writing fell from {fast} to {slow} when the drive was at {celsius}. Its own limit is {limit}.",
  "throttled.seen-saving":
    "Saves fell from {fast} to {slow} a second when the drive was at {celsius}. Its own limit is {limit}.",
  "throttled.may-be":
    "Within seconds of that the drive was at {celsius}; its own limit is {limit}: whether heat was the reason is not known.",
  "throttled.not-known":
    "How hot the drive was at that moment is not known, so heat may be the reason as well.",
  "throttled.means":
    "A drive slows down at its limit to protect itself. Nothing is lost by that, but long work goes at the slower speed.",
  "throttled.todo":
    "Put the computer where air can reach it, let it cool down and inspect it again. If the drive becomes as hot again, ask the seller whether it is cooled as its maker asks for.",
});

interface Heat {
  readonly celsius: number;
  readonly limitCelsius: number;
}
const heatOf = ({ celsius, limitCelsius }: Heat) => ({
  celsius: formatCelsius(celsius),
  limit: formatCelsius(limitCelsius),
});

export const statements = {
  ...said,
  "throttled.may-be": (p: Heat) => said["throttled.may-be"](heatOf(p)),
  "throttled.seen-writing": (
    p: Heat & { fastBytesPerSecond: number; slowBytesPerSecond: number },
  ) =>
    said["throttled.seen-writing"]({
      ...heatOf(p),
      fast: formatBytesPerSecond(p.fastBytesPerSecond),
      slow: formatBytesPerSecond(p.slowBytesPerSecond),
    }),
  "throttled.seen-saving": (p: Heat & { fastPerSecond: number; slowPerSecond: number }) =>
    said["throttled.seen-saving"]({
      ...heatOf(p),
      fast: formatRate(p.fastPerSecond),
      slow: formatRate(p.slowPerSecond),
    }),
};
