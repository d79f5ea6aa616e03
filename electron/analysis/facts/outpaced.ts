/**
 * Saves that carry more bytes a second than the drive reached in plain writing: two measurements of
 * the same drive contradict each other, and no outside limit is involved. The drive may confirm
 * before it stores, or protect its cache against power loss.
 */
export interface Outpaced {
  readonly savedBytesPerSecond: number;
  readonly fastestBytesPerSecond: number;
}

/**
 * Saves contradict the plain writing only above this ratio of their rates, because a faster region
 * of the drive's flash may explain a smaller difference.
 */
const clearlyMore = 2;

/**
 * The rates of confirmed saves and of the fastest plain writing, if they contradict each other;
 * `null` if they agree or one is missing.
 */
export function outpaced(
  savedBytesPerSecond: number,
  fastestBytesPerSecond: number | null,
): Outpaced | null {
  return fastestBytesPerSecond !== null && savedBytesPerSecond > clearlyMore * fastestBytesPerSecond
    ? { savedBytesPerSecond, fastestBytesPerSecond }
    : null;
}
