/** Room one name of a size takes, in rem. */
const nameRem = 3.75;

/**
 * The sizes that are named: every one, or evenly chosen ones with the first and the last among
 * them, as many as have room.
 */
export function sizeTicks(bufferBytes: readonly number[], widthRem: number): number[] {
  const last = bufferBytes.length - 1;
  for (let step = 1; step < last; step += 1) {
    if (last % step === 0 && (last / step) * nameRem <= widthRem) {
      return bufferBytes.filter((_, index) => index % step === 0);
    }
  }
  return bufferBytes.filter((_, index) => index === 0 || index === last);
}
