import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/unwaited";
import { barriersAreOff, isMemory, isPlaceUnknown, syncsAreDropped } from "../guarantee";
import { sayer } from "../say";
import { type Facts, plausibleFlushesPerSecond } from "./facts";

const say = sayer<typeof statements>();

/** Reasons why saves may cost little, shared by all workloads that find this. */

/** Why saves cost nothing on this volume or mount; `null` if neither explains it. */
export function whyVolumeAnswersAtOnce({ report: { volume } }: Facts): Statement | null {
  if (isMemory(volume)) {
    return say("unwaited.memory");
  }
  if (syncsAreDropped(volume)) {
    return say("unwaited.syncs-dropped");
  }
  if (barriersAreOff(volume)) {
    return say("unwaited.barriers-off");
  }
  return null;
}

/**
 * The reason if a host, a server or a lower layer answers the saves: its storage is not visible
 * from here.
 */
export function whyOthersAnswerAtOnce({ report, isVirtual }: Facts): Statement | null {
  if (isVirtual) {
    return say("unwaited.virtual");
  }
  if (isPlaceUnknown(report.volume)) {
    return say("unwaited.place-unknown");
  }
  return report.volume.drive.kind === "network" ? say("unwaited.network") : null;
}

/** The reason if the system sends no flush because it assumes a drive without a volatile cache. */
export function whyNoFlushIsAsked({ report: { volume } }: Facts): Statement | null {
  return volume.writeCache === "write-through" ? say("unwaited.no-flush-asked") : null;
}

/**
 * The reason if a drive confirms saves this fast: a cache protected against power loss, or
 * dishonesty. At lower rates a short flush is possible, too, because the other work of a save hides
 * it.
 */
export function whyConfirmedSoFast(savesPerSecond: number): Statement {
  return savesPerSecond > plausibleFlushesPerSecond
    ? say("unwaited.protected-or-dishonest")
    : say("unwaited.short-protected-or-dishonest");
}
