import { z } from "zod";
import { parsedJson } from "../files/parsed-json";
import type { SystemAccess } from "../volumes/system-access";

/**
 * At each start an Intel Mac logs why it went off before ("Previous shutdown cause: 5"). Apple does
 * not document the numbers; according to people who collected them, 5 is an ordinary shutdown, 3 a
 * held power button, 0 a sudden loss of power
 * (https://eclecticlight.co/2017/02/28/mac-shutdown-and-sleep-cause-codes/). Every other number
 * counts as "not known". So does a missing line: Macs with Apple chips have not been seen to log
 * it, and only administrators may read the log.
 */

/**
 * Time limit in milliseconds for `log show`, which reads all of a large log since the given time.
 */
const answerLimitMs = 60_000;
/** Log entries less than this many milliseconds apart belong to the same start of the computer. */
const oneStartMs = 60_000;

/**
 * Whether the computer lost its power when it first went off since `writingSince` (ISO 8601);
 * `null` if not known.
 */
export async function previousShutdownCause(
  writingSince: string,
  system: Pick<SystemAccess, "run">,
): Promise<boolean | null> {
  const since = `@${Math.floor(Date.parse(writingSince) / 1000)}`;
  const wanted = ["shutdown", "sleep"].map((what) => `eventMessage CONTAINS[c] "${what} cause: "`);
  const args = ["show", "--start", since, "--style", "ndjson", "--predicate"];
  const text = await system
    .run("/usr/bin/log", [...args, `processID == 0 AND (${wanted.join(" OR ")})`], {
      timeoutMs: answerLimitMs,
    })
    .catch(() => "");
  return lostPowerBy(causesIn(text));
}

export interface ShutdownNote {
  readonly what: "shutdown" | "sleep";
  readonly cause: number;
  readonly atMs: number;
}

const lineSchema = z.object({ eventMessage: z.string(), timestamp: z.string() });

/** Parses `log show --style ndjson`, in the order of the log. */
export function causesIn(text: string): ShutdownNote[] {
  return text.split("\n").flatMap((line) => {
    // The first line may be a header in another style, and the last one truncated.
    const known = lineSchema.safeParse(parsedJson(line));
    const [, what = "", cause] =
      /^Previous (shutdown|sleep) cause: (-?\d+)$/i.exec(known.data?.eventMessage ?? "") ?? [];
    // The log has "2026-11-23 07:10:12.345678+0100". JavaScript's Date needs a T before the time
    // and a colon in the time zone.
    const at = (known.data?.timestamp ?? "")
      .replace(" ", "T")
      .replace(/(\.\d{3})\d*/, "$1")
      .replace(/([+-]\d\d)(\d\d)$/, "$1:$2");
    return cause === undefined
      ? []
      : [
          {
            what: what.toLowerCase() as ShutdownNote["what"],
            cause: Number(cause),
            atMs: Date.parse(at),
          },
        ];
  });
}

/** Judges the first shutdown: later ones say nothing about the files. `null` if not known. */
export function lostPowerBy(notes: readonly ShutdownNote[]): boolean | null {
  const first = notes.find(({ what }) => what === "shutdown");
  if (first === undefined) {
    return null;
  }
  switch (first.cause) {
    case 0:
      // A notebook that slept until its battery was empty logs the same cause, but also a sleep
      // cause at that start: whether the power was lost is then not known.
      return notes.some(
        ({ what, atMs }) => what === "sleep" && !(Math.abs(atMs - first.atMs) > oneStartMs),
      )
        ? null
        : true;
    case 3:
      return true;
    case 5:
      return false;
    default:
      return null;
  }
}
