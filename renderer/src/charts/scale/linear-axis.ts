const roundSteps = [1, 2, 5, 10];

/**
 * An axis from 0 to `highest` or a little more: at most `most` steps of 1, 2 or 5 times a power of
 * ten. It ends at 1 if `highest` is 0. `ticks` are 0 and every step up to `high`.
 */
export function linearAxis(highest: number, most = 4) {
  const wanted = (highest > 0 ? highest : 1) / most;
  const power = 10 ** Math.floor(Math.log10(wanted));
  // The tolerance keeps rounding from turning 0.6 / 0.2 into four steps.
  const step = power * (roundSteps.find((factor) => factor * power >= wanted * (1 - 1e-9)) ?? 10);
  const count = Math.max(1, Math.ceil((highest > 0 ? highest : 1) / step - 1e-9));
  return {
    high: count * step,
    ticks: Array.from({ length: count + 1 }, (_, index) => index * step),
  };
}
