import type { PowerCutAcknowledged } from "#contract/power-cut/state";
import type { HeldNumber } from "#contract/power-cut/witness";

/** Keeps the highest number of each mode; returns `held` itself if nothing changed. */
export function withNews(
  held: readonly HeldNumber[],
  numbers: readonly HeldNumber[],
): readonly HeldNumber[] {
  const news = numbers.filter(
    ({ mode, number }) => !held.some((one) => one.mode === mode && one.number >= number),
  );
  return news.length === 0
    ? held
    : [...held.filter(({ mode }) => !news.some((one) => one.mode === mode)), ...news];
}

/** The numbers by which a test is judged; `elapsedNs` is known only if every number has a time. */
export function acknowledgedBy(held: readonly HeldNumber[]): PowerCutAcknowledged {
  const times = held.flatMap(({ elapsedNs }) => (elapsedNs === null ? [] : [elapsedNs]));
  return {
    numbers: held.map(({ mode, number }) => ({ mode, number })),
    elapsedNs: times.length > 0 && times.length === held.length ? Math.max(...times) : null,
  };
}
