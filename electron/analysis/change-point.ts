import { sum } from "./statistics";

/**
 * Where a series changes its level: the index of the split into two segments with the smallest
 * squared error around their means (least squares, one change point); `null` if `mayBeAt` allows no
 * index.
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
    // The squared error of a split is the sum of all squared values, the same for each split, minus
    // `explained`.
    const after = total - before;
    const explained = before ** 2 / at + after ** 2 / (values.length - at);
    if (best === null || explained > best.explained) {
      best = { at, explained };
    }
  }
  return best?.at ?? null;
}
