import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/unwaited";
import { barriersAreOff, isMemory, syncsAreDropped } from "../guarantee";
import { sayer } from "../say";
import type { Facts } from "./facts";

const say = sayer<typeof statements>();

/** Why saves may cost next to nothing, said once for all workloads that find it. */

/** Because of the volume; `null` where it does not explain it. */
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

/** Because somebody else answers, who cannot be seen from here. */
export function whyOthersAnswerAtOnce({ report, isVirtual }: Facts): Statement | null {
  if (isVirtual) {
    return say("unwaited.virtual");
  }
  return report.volume.drive.kind === "network" ? say("unwaited.network") : null;
}

/** The drive is taken for one without a volatile cache; `null` where it is not. */
export function whyNoFlushIsAsked({ report: { volume } }: Facts): Statement | null {
  return volume.writeCache === "write-through" ? say("unwaited.no-flush-asked") : null;
}

export const protectedOrDishonest = say("unwaited.protected-or-dishonest");
