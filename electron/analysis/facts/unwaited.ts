import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/unwaited";
import { isPlaceUnknown, unsafeSetting } from "../guarantee";
import { sayer } from "../say";
import { type Facts, plausibleFlushesPerSecond } from "./facts";

const say = sayer<typeof statements>();

/** Reasons why saves may take little time, shared by all workloads that find cheap saves. */

/** Why saves take no time: the volume is memory or a setting drops flushes; else `null`. */
export function whyVolumeAnswersAtOnce({ report: { volume } }: Facts): Statement | null {
  const setting = unsafeSetting(volume);
  return setting && say(`unwaited.${setting}`);
}

/** Why saves may take little time: a host, a server or a lower layer confirms them; else `null`. */
export function whyOthersAnswerAtOnce({ report, isVirtual }: Facts): Statement | null {
  if (isVirtual) {
    return say("unwaited.virtual");
  }
  if (isPlaceUnknown(report.volume)) {
    return say("unwaited.place-unknown");
  }
  return report.volume.drive.kind === "network" ? say("unwaited.network") : null;
}

/**
 * Why saves take little time: the system assumes no volatile cache, so it sends no flush; else
 * `null`.
 */
export function whyNoFlushIsAsked({ report: { volume } }: Facts): Statement | null {
  return volume.writeCache === "write-through" ? say("unwaited.no-flush-asked") : null;
}

/**
 * Why a drive may confirm `savesPerSecond`: its cache is protected against power loss, or the drive
 * confirms too early. Up to `plausibleFlushesPerSecond` flushes may also take little time.
 */
export function whyConfirmedSoFast(savesPerSecond: number): Statement {
  return savesPerSecond > plausibleFlushesPerSecond
    ? say("unwaited.protected-or-dishonest")
    : say("unwaited.short-protected-or-dishonest");
}
