import { messages } from "./messages";

/** Words for lists, and remarks beside a figure. */
const words = messages({
  and: "{most} and {last}",
  comma: "{most}, {next}",
  semicolon: "{most}; {next}",
});

/** Joins parts: "a, b and c". */
export function listWithAnd(parts: readonly string[]): string {
  const most = parts.slice(0, -1);
  const last = parts[parts.length - 1] ?? "";
  return most.length === 0
    ? last
    : words.and({ most: most.reduce((all, next) => words.comma({ most: all, next })), last });
}

/** Joins parts: "a, b, c". */
export function listWithCommas(parts: readonly string[]): string {
  return parts.length === 0 ? "" : parts.reduce((most, next) => words.comma({ most, next }));
}

/** Joins parts that contain commas: "a; b; c". */
export function listOfClauses(parts: readonly string[]): string {
  return parts.length === 0 ? "" : parts.reduce((most, next) => words.semicolon({ most, next }));
}
