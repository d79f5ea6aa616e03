import { chance } from "./chance";

/**
 * Rates as drives give them from round to round: a scatter of some per cent, a round in ten slowed
 * by something (garbage collection, another program), a file that lies better or worse, a drive that
 * tires over the run, and the share of each that all modes of a round have in common.
 */
export function sampleNoise(seed: number) {
  const random = chance(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

  return {
    /** Rates by round of so many modes; `rate` is what a mode would reach without the noise. */
    inspection({
      modes,
      rounds,
      rate,
    }: {
      readonly modes: number;
      readonly rounds: number;
      readonly rate: (mode: number) => number;
    }): Map<number, number>[] {
      const scatter = 0.02 + 0.08 * random();
      const drift = 0.2 * random();
      const shared = Array.from({ length: rounds }, () => Math.exp(0.1 * normal()));
      return Array.from({ length: modes }, (_, mode) => {
        const values = shared.map((common, round) => {
          // In rotated order, as the flush test has its modes.
          const place = (mode - round + rounds * modes) % modes;
          const tired = 1 - drift * ((round * modes + place) / (rounds * modes));
          const slowed = random() < 0.1 ? 0.3 + 0.6 * random() : 1;
          const placed = random() < 0.5 ? 0.92 : 1;
          return rate(mode) * common * tired * slowed * placed * Math.exp(scatter * normal());
        });
        return new Map(values.map((value, round) => [round, value]));
      });
    },
  };
}
