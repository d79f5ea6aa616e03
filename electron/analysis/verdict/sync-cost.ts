import type { IntervalStrategy, SyncInterval } from "../../contract/report";
import { formatBlockBytes, formatDuration, formatRatio } from "../format";
import { barriersAreOff, isMemory, syncsAreDropped } from "../guarantee";
import { referenceCurves } from "../reference-curves";
import type { Facts } from "./facts";
import type { FindingDraft } from "./finding";
import { termOfArt } from "./words";

/** What saving more or less often costs (the sync-interval test). */

type Timed = IntervalStrategy & { readonly p50Ns: number };

/** Below this the difference is not worth a change in any program. */
const noticeableRatio = 2;
const frequentBytes = 16 * 1024;
const megabyteInterval = 1024 * 1024;

export function syncCostFindings(facts: Facts): FindingDraft[] {
  const { syncInterval } = facts.report;
  return syncInterval === null
    ? []
    : [...costOfOften(syncInterval, facts), ...background(syncInterval)];
}

function timed(
  { strategies }: SyncInterval,
  strategy: IntervalStrategy["strategy"],
  intervalBytes: number | null = null,
): Timed | null {
  const found = strategies.find(
    (each) => each.strategy === strategy && each.intervalBytes === intervalBytes,
  );
  return found && isTimed(found) ? found : null;
}

function isTimed(strategy: IntervalStrategy): strategy is Timed {
  return strategy.p50Ns !== null && strategy.p50Ns > 0;
}

function costOfOften(test: SyncInterval, facts: Facts): FindingDraft[] {
  const often = timed(test, "every", frequentBytes);
  const never = timed(test, "never");
  const end = timed(test, "end");
  if (often === null || (never === null && end === null)) {
    return [];
  }
  if (never !== null && often.p50Ns < noticeableRatio * never.p50Ns) {
    return [cheap(test, often, never, facts)];
  }
  const compared = end ?? never;
  return compared === null ? [] : [cost(test, often, compared)];
}

function cost(test: SyncInterval, often: Timed, compared: Timed): FindingDraft {
  const ratio = formatRatio(often.p50Ns / compared.p50Ns);
  const once = compared.strategy === "end" ? "once at the end" : "never";
  return {
    code: "sync-interval-cost",
    severity: "info",
    title: `Saving every ${formatBlockBytes(frequentBytes)} takes ${ratio} as long as saving ${once}`,
    seen: `${writing(test)} took ${time(often)} with a flush (${termOfArt[test.flushMode]}) every ${formatBlockBytes(frequentBytes)}, and ${time(compared)} with one ${once}.${published()}`,
    means:
      "Each flush waits for the drive, however little there is to store. Programs that write much are far faster when they save every 10 to 30 seconds or every 100 MiB; what was written since the last save can then be lost in a power cut.",
    todo: null,
  };
}

function cheap(test: SyncInterval, often: Timed, never: Timed, facts: Facts): FindingDraft {
  return {
    code: "sync-interval-cheap",
    severity: "info",
    title: "Saving often costs next to nothing here",
    seen: `${writing(test)} took ${time(never)} without any flush, and ${time(often)} with one (${termOfArt[test.flushMode]}) every ${formatBlockBytes(frequentBytes)}.`,
    means: whyCheap(facts),
    todo: null,
  };
}

/** The first that applies; from what is known to what is not. */
function whyCheap({ report, isVirtual, evidence }: Facts): string {
  const { volume } = report;
  if (isMemory(volume)) {
    return "This volume lives in the computer's memory, so that there is no drive to wait for.";
  }
  if (syncsAreDropped(volume)) {
    return "The volume is mounted so that the system ignores requests to save, so that none is waited for.";
  }
  if (barriersAreOff(volume)) {
    return "The volume is mounted without write barriers, so that a save does not wait for the drive to store it.";
  }
  if (isVirtual) {
    return "The drive is simulated: the computer that hosts it answers, and whether it waits for its own drive cannot be seen from here.";
  }
  if (volume.drive.kind === "network") {
    return "Another computer answers, and whether it waits for its own drive cannot be seen from here.";
  }
  if (evidence === "flushes-missing") {
    return "The system sends no flush to this drive, so that none is waited for.";
  }
  if (volume.writeCache === "write-through") {
    return "The system takes this drive for one without a memory that forgets without power, and asks for no flush.";
  }
  return "Either the drive's own memory (cache) is protected against power loss, or the drive confirms saves that it has not stored yet; speed alone does not tell which.";
}

/**
 * The writer's slowest of a thousand writes: with a flush every 1 MiB one write of 256 waits for it,
 * so that one in a hundred would not show it at all.
 */
function background(test: SyncInterval): FindingDraft[] {
  const beside = timed(test, "background");
  const every = timed(test, "every", megabyteInterval);
  const besideNs = beside?.latencyNs?.p999 ?? null;
  const everyNs = every?.latencyNs?.p999 ?? null;
  // Each trial flushes once at the end; without more the second thread never had its turn.
  const hadTurns = beside !== null && beside.syncs > beside.trialsNs.length;
  if (!beside || !every || !besideNs || !everyNs || !hadTurns) {
    return [];
  }
  const helps = everyNs >= noticeableRatio * besideNs;
  return [
    {
      code: "background-sync",
      severity: "info",
      title: helps
        ? "Saving in the background keeps programs from waiting"
        : "Saving in the background does not keep programs from waiting",
      seen: `With a second thread that saves while the program writes, the slowest of a thousand writes took ${formatDuration(besideNs)}; with a save every ${formatBlockBytes(megabyteInterval)} ${formatDuration(everyNs)}. All of it took ${time(beside)} and ${time(every)}.`,
      means: helps
        ? "A program that need not know when its data is safe can go on writing here while it is being saved."
        : "The system makes the program wait while the other thread saves, so that little is gained by it here.",
      todo: null,
    },
  ];
}

function writing({ totalBytes, blockBytes }: SyncInterval): string {
  return `Writing ${formatBlockBytes(totalBytes)} in pieces of ${formatBlockBytes(blockBytes)}`;
}

function time({ p50Ns, extrapolated }: Timed): string {
  return `${formatDuration(p50Ns)}${extrapolated ? " (extrapolated)" : ""}`;
}

function published(): string {
  const reference = referenceCurves.syncIntervals[0];
  const often = reference?.points.find(({ intervalBytes }) => intervalBytes === frequentBytes);
  const end = reference?.points.find(({ strategy }) => strategy === "end");
  if (!reference || !often || !end) {
    return "";
  }
  return ` Published for ${reference.name}: ${formatRatio(often.p50Ns / end.p50Ns)} as long as once at the end (${reference.sourceName}).`;
}
