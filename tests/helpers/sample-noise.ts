import { chance } from "./chance";

/**
 * Rates that vary from round to round like those of drives: by some per cent, by a slow round in
 * ten, by the file's location on the drive, by a drive that slows down, and by a factor that all
 * modes of a round share.
 */
export function sampleNoise(seed: number) {
  const random = chance(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

  return {
    /** The rates of each mode by round; `rate` is the rate of a mode without noise. */
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
          // The modes run in rotated order, as in the flush test.
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
