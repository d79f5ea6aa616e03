/**
 * Saves that carry more bytes in a second than the drive ever took in a second of plain writing:
 * two measurements of the same drive contradict each other, and no limit is taken from elsewhere.
 * It may confirm before it has stored, or protect its memory against a loss of power.
 */
export interface Outpaced {
  readonly savedBytesPerSecond: number;
  readonly fastestBytesPerSecond: number;
}

/** So that a fast part of the drive's flash does not explain it. */
const clearlyMore = 2;

/** `null`: they agree, or there is nothing to compare. */
export function outpaced(
  savedBytesPerSecond: number,
  fastestBytesPerSecond: number | null,
): Outpaced | null {
  return fastestBytesPerSecond !== null && savedBytesPerSecond > clearlyMore * fastestBytesPerSecond
    ? { savedBytesPerSecond, fastestBytesPerSecond }
    : null;
}
