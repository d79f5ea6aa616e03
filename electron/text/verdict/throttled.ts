import { sentences } from "../sentences";

const said = sentences({
  "throttled.title": "The drive became hot and slowed down",
  "throttled.seen-writing":
    "Writing fell from {fastBytesPerSecond, number, bytesPerSecond} to {slowBytesPerSecond, number, bytesPerSecond} when the drive was at {celsius, number, celsius}. Its own limit is {limitCelsius, number, celsius}.",
  "throttled.seen-saving":
    "Saves fell from {fastPerSecond, number, rate} to {slowPerSecond, number, rate} a second when the drive was at {celsius, number, celsius}. Its own limit is {limitCelsius, number, celsius}.",
  "throttled.may-be":
    "Within seconds of that the drive was at {celsius, number, celsius}; its own limit is {limitCelsius, number, celsius}: whether heat was the reason is not known.",
  "throttled.not-known":
    "How hot the drive was at that moment is not known, so heat may be the reason as well.",
  "throttled.means":
    "A drive slows down at its limit to protect itself. Nothing is lost by that, but long work goes at the slower speed.",
  "throttled.todo":
    "{isSold, select, true {Put the computer where air can reach it, let it cool down and inspect it again. If the drive becomes as hot again, ask the seller whether it is cooled as its maker asks for.} other {Ask whoever looks after this computer whether the drive is cooled as its maker asks for, then inspect it again.}}",
});

export const statements = {
  ...said,
  /** `isSold`: whether the drive has a seller. Missing in reports of earlier versions. */
  "throttled.todo": ({ isSold = true }: { isSold?: boolean }) => said["throttled.todo"]({ isSold }),
};
