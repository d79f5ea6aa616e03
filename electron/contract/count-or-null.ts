/**
 * The count as a number; `null` (not known) if a JavaScript number cannot represent it exactly, as
 * the 2^63 bytes that object stores and network file systems claim to have.
 */
export function countOrNull(value: number | bigint | null | undefined): number | null {
  const number = Number(value ?? Number.NaN);
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}
