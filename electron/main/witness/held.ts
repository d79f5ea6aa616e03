import type { PowerCutAcknowledged } from "#contract/power-cut/found";
import type { HeldNumber } from "#contract/power-cut/witness";

/** The higher number of each mode; `held` itself when there is nothing new. */
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

/** What a test is judged by. The time is known only where every number has one. */
export function acknowledgedBy(held: readonly HeldNumber[]): PowerCutAcknowledged {
  const times = held.flatMap(({ elapsedNs }) => (elapsedNs === null ? [] : [elapsedNs]));
  return {
    numbers: held.map(({ mode, number }) => ({ mode, number })),
    elapsedNs: times.length > 0 && times.length === held.length ? Math.max(...times) : null,
  };
}
