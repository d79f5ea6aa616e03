import { barriersAreOff, isMemory, syncsAreDropped } from "../guarantee";
import type { Facts } from "./facts";

/** Why saves may cost next to nothing, told once for every test that finds it. */

/** Because of the volume; `null` where it does not explain it. */
export function whyVolumeAnswersAtOnce({ report: { volume } }: Facts): string | null {
  if (isMemory(volume)) {
    return "This volume lives in the computer's memory, so that there is no drive to wait for.";
  }
  if (syncsAreDropped(volume)) {
    return "The volume is mounted so that the system ignores requests to save, so that none is waited for.";
  }
  if (barriersAreOff(volume)) {
    return "The volume is mounted without write barriers, so that a save does not wait for the drive to store it.";
  }
  return null;
}

/** Because somebody else answers, who cannot be seen from here. */
export function whyOthersAnswerAtOnce({ report, isVirtual }: Facts): string | null {
  if (isVirtual) {
    return "The drive is simulated: the computer that hosts it answers, and whether it waits for its own drive cannot be seen from here.";
  }
  return report.volume.drive.kind === "network"
    ? "Another computer answers, and whether it waits for its own drive cannot be seen from here."
    : null;
}

/** The drive is taken for one without a volatile cache; `null` where it is not. */
export function whyNoFlushIsAsked({ report: { volume } }: Facts): string | null {
  return volume.writeCache === "write-through"
    ? "The system takes this drive for one without a memory that forgets without power, and asks for no flush."
    : null;
}

export const protectedOrDishonest =
  "Either the drive's own memory (cache) is protected against power loss, or the drive confirms saves that it has not stored yet; speed alone does not tell which.";
