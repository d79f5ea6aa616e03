/**
 * A size or a number from the system, for a report; `null`, not known, if a JavaScript number
 * cannot represent it exactly. Object stores and network file systems claim 2^63 bytes.
 */
export function countOrNull(value: number | bigint | null | undefined): number | null {
  const number = Number(value ?? Number.NaN);
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}
