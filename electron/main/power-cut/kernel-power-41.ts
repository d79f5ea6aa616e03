import { win32 } from "node:path";
import type { SystemAccess } from "../volumes/system-access";

/**
 * At a start without a preceding shutdown Windows logs event 41 of Kernel-Power with the cause
 * (https://learn.microsoft.com/troubleshoot/windows-client/performance/event-id-41-restart). Every
 * logged-on user may read the System log.
 */

const answerLimitMs = 10_000;
/** Most events read since the writing began; enough for a few boots. */
const mostEvents = 50;

export interface PowerEvent {
  readonly provider: string;
  readonly id: number;
  readonly data: Readonly<Record<string, string>>;
}

/**
 * Whether a drive inside the computer lost its power in the first stop since `writingSince` (ISO
 * 8601): true after the power button was held, false after a bug check, `null` if not known.
 */
export async function kernelPower41(
  writingSince: string,
  system: Pick<SystemAccess, "run" | "systemRoot">,
): Promise<boolean | null> {
  const providers = ["Microsoft-Windows-Kernel-Power", "Microsoft-Windows-Kernel-General"];
  const since = `TimeCreated[@SystemTime>='${new Date(writingSince).toISOString()}']`;
  const sources = providers.map((name) => `@Name='${name}'`).join(" or ");
  const ids = [41, 42, 12, 13].map((id) => `EventID=${id}`).join(" or ");
  const query = `*[System[Provider[${sources}] and (${ids}) and ${since}]]`;
  const wevtutil = win32.join(system.systemRoot, "System32", "wevtutil.exe");
  const args = ["qe", "System", `/q:${query}`, "/f:xml", "/rd:false", `/c:${mostEvents}`];
  const text = await system.run(wevtutil, args, { timeoutMs: answerLimitMs }).catch(() => "");
  return lostPowerIn(powerEventsIn(text));
}

/** Parses the output of `wevtutil qe /f:xml`. */
export function powerEventsIn(text: string): PowerEvent[] {
  return [...text.matchAll(/<Event[ >].*?<\/Event>/gs)].flatMap(([event]) => {
    const provider = /<Provider Name=['"]([^'"]*)['"]/.exec(event)?.[1];
    const id = /<EventID(?: [^>]*)?>(\d+)<\/EventID>/.exec(event)?.[1];
    const pairs = event.matchAll(/<Data Name=['"]([^'"]*)['"]>([^<]*)<\/Data>/g);
    return provider === undefined || id === undefined
      ? []
      : [
          {
            provider,
            id: Number(id),
            data: Object.fromEntries([...pairs].map(([, name = "", value = ""]) => [name, value])),
          },
        ];
  });
}

/**
 * Whether the first stop cut the drive's power; `null` if not known. Before a later stop the files
 * were read back or flushed already. Kernel-General 13 is an ordinary shutdown, Kernel-Power 42 the
 * transition to standby (a power cut in standby loses nothing that was flushed), Kernel-General 12
 * the next start.
 */
export function lostPowerIn(events: readonly PowerEvent[]): boolean | null {
  const is = (name: string, id: number) => (event: PowerEvent) =>
    event.provider === `Microsoft-Windows-${name}` && event.id === id;
  const starts = events.flatMap((event, place) => (is("Kernel-General", 12)(event) ? [place] : []));
  const isOrderly = events
    .slice(0, starts[0])
    .some((event) => is("Kernel-General", 13)(event) || is("Kernel-Power", 42)(event));
  const stopped = events.slice(0, starts[1]).find(is("Kernel-Power", 41));
  if (stopped === undefined || isOrderly || wasAsleep(stopped)) {
    return null;
  }
  const { BugcheckCode: bugCheck = "", PowerButtonTimestamp: button = "" } = stopped.data;
  if (bugCheck !== "" && bugCheck !== "0") {
    return false; // a bug check: the drive stayed powered
  }
  // The time of a button press proves a cut; without one (0) it may also have been a reset.
  return bugCheck === "0" && /^[1-9]\d*$/.test(button) ? true : null;
}

/** Whether the computer was going to standby, in standby, or waking from standby. */
function wasAsleep({ data }: PowerEvent): boolean {
  const { SleepInProgress: sleep = "0", ConnectedStandbyInProgress: standby = "0" } = data;
  return [sleep, standby].some((value) => value !== "0" && value !== "false");
}
