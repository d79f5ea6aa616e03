import type { PlugAcknowledged, PlugEnding } from "../../contract/power-cut-found";
import type { HeldNumber } from "../../contract/witness";

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
export function acknowledgedBy(held: readonly HeldNumber[]): PlugAcknowledged {
  const times = held.flatMap(({ elapsedNs }) => (elapsedNs === null ? [] : [elapsedNs]));
  return {
    numbers: held.map(({ mode, number }) => ({ mode, number })),
    elapsedNs: times.length > 0 && times.length === held.length ? Math.max(...times) : null,
  };
}

/**
 * Where this computer stayed on while the drive lost its power, it knows itself which operations
 * had returned success; of what it knows and what the witness holds, the higher number counts.
 */
export function withEnding(held: PlugAcknowledged, ending: PlugEnding | null): PlugAcknowledged {
  if (ending === null) {
    return held;
  }
  const higher = held.numbers.filter(
    ({ mode, number }) => !ending.numbers.some((one) => one.mode === mode && one.number >= number),
  );
  const rest = ending.numbers.filter(({ mode }) => !higher.some((one) => one.mode === mode));
  return {
    numbers: [...higher, ...rest],
    elapsedNs: Math.max(held.elapsedNs ?? 0, ending.failedAtNs),
  };
}
