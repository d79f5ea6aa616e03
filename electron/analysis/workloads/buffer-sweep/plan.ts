import type { ProfileName } from "#contract/run-plan";
import type { BufferPlan } from "#contract/workloads/buffer-sweep";
import { mebibyte, millisecond, second } from "../../units";
import type { Changes } from "../home";

/** Write sizes from 512 B to 16 MiB in powers of two. */
const sweptBufferBytes = Array.from({ length: 16 }, (_, step) => 512 * 2 ** step);

export const profiles = {
  smoke: () => bufferPlan(1, 150 * millisecond, 64, false, [128, second]),
  quick: () => bufferPlan(2, 300 * millisecond, 64, false, [512, 2 * second]),
  standard: () => bufferPlan(3, 500 * millisecond, 128, true, [2048, 4 * second]),
  // The long write has 3 GiB, because FAT32 cannot hold a file of 4 GiB.
  thorough: () => bufferPlan(5, second, 256, true, [3072, 8 * second]),
} as const satisfies Readonly<Record<ProfileName, () => BufferPlan>>;

function bufferPlan(
  passes: number,
  stepNs: number,
  maxStepMebibytes: number,
  direct: boolean,
  [streamMebibytes, streamNs]: readonly [number, number],
): BufferPlan {
  return {
    bufferBytes: [...sweptBufferBytes],
    direct,
    passes,
    stepNs,
    maxStepBytes: maxStepMebibytes * mebibyte,
    // Writes of 8 MiB are large enough to keep several commands of a fast drive in flight.
    stream: { writeBytes: 8 * mebibyte, maxBytes: streamMebibytes * mebibyte, maxNs: streamNs },
  };
}

export const changes: Changes<BufferPlan> = {
  direct: (plan, direct) => ({ ...plan, direct }),
};

export function options({ direct }: BufferPlan) {
  return { direct };
}

export function fileBytes({ maxStepBytes, stream }: BufferPlan): number {
  return Math.max(maxStepBytes, stream?.maxBytes ?? 0);
}
