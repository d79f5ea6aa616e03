/**
 * Two measurements of one drive contradict each other: saves carry more bytes a second than plain
 * writing. The drive may confirm before it stores, or protect its cache against power loss.
 */
export interface Outpaced {
  readonly savedBytesPerSecond: number;
  readonly fastestBytesPerSecond: number;
}

/**
 * Up to this ratio of the saves' rate to the rate of plain writing, a faster region of the drive's
 * flash may explain the difference.
 */
const clearlyMore = 2;

/** The rates of confirmed saves and of the fastest plain writing, if they contradict; else `null`. */
export function outpaced(
  savedBytesPerSecond: number,
  fastestBytesPerSecond: number | null,
): Outpaced | null {
  return fastestBytesPerSecond !== null && savedBytesPerSecond > clearlyMore * fastestBytesPerSecond
    ? { savedBytesPerSecond, fastestBytesPerSecond }
    : null;
}
