/** A copy of the list that starts with its entry number `by`; the entries before it come last. */
export function rotated<Entry>(list: readonly Entry[], by: number): Entry[] {
  const first = by % Math.max(1, list.length);
  return [...list.slice(first), ...list.slice(0, first)];
}

/**
 * The steps of all rounds. Every round has all entries of the list and starts one entry later than
 * the round before.
 */
export function inRounds<Entry>(list: readonly Entry[], rounds: number) {
  return Array.from({ length: rounds }, (_, round) =>
    rotated(list, round).map((entry) => ({ ...entry, round })),
  ).flat();
}
