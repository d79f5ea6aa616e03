import { sum } from "./statistics";

/**
 * Where a series changes its level: the index of the split into two segments with the smallest
 * squared error around their means (least squares, one change point). Only indices that `mayBeAt`
 * allows are considered; `null` if `mayBeAt` allows no index.
 */
export function changePoint(
  values: readonly number[],
  mayBeAt: (index: number) => boolean = () => true,
): number | null {
  const total = sum(values);
  let best: { at: number; explained: number } | null = null;
  let before = 0;
  for (let at = 1; at < values.length; at += 1) {
    before += values[at - 1] ?? 0;
    if (!mayBeAt(at)) {
      continue;
    }
    // The split with the largest `explained` has the smallest squared error: the error is the sum
    // of all squared values, which is the same for every split, minus `explained`.
    const after = total - before;
    const explained = before ** 2 / at + after ** 2 / (values.length - at);
    if (best === null || explained > best.explained) {
      best = { at, explained };
    }
  }
  return best?.at ?? null;
}
