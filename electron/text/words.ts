import { messages } from "./messages";

/** Lists as sentences have them, and what is set beside a figure. */
const words = messages({
  extrapolated: "{time} (extrapolated)",
  and: "{most} and {last}",
  comma: "{most}, {next}",
  semicolon: "{most}; {next}",
});

/** "a, b and c" */
export function listWithAnd(parts: readonly string[]): string {
  const most = parts.slice(0, -1);
  const last = parts[parts.length - 1] ?? "";
  return most.length === 0
    ? last
    : words.and({ most: most.reduce((all, next) => words.comma({ most: all, next })), last });
}

/** "a, b, c" */
export function listWithCommas(parts: readonly string[]): string {
  return parts.length === 0 ? "" : parts.reduce((most, next) => words.comma({ most, next }));
}

/** "a; b; c", for parts with commas of their own. */
export function listOfClauses(parts: readonly string[]): string {
  return parts.length === 0 ? "" : parts.reduce((most, next) => words.semicolon({ most, next }));
}

/** A time, which was extrapolated where the whole would have taken too long. */
export function maybeExtrapolated(time: string, isExtrapolated: boolean): string {
  return isExtrapolated ? words.extrapolated({ time }) : time;
}
