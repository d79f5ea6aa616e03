import type { Interval, LatencySummary } from "#contract/measures";
import type { Statement } from "#contract/statement";
import type { ReadingLoad, ReadingResult } from "#contract/workloads/reading";
import type { statements } from "#text/workloads/reading";
import { mayIgnoreDirect } from "../../buffered-direct";
import { holding, isAbout, medianInterval, roundRatios } from "../../confidence";
import type { Facts, UnjudgedReport } from "../../facts/facts";
import { finder } from "../../facts/finding";
import { formOf, isVirtualItself } from "../../facts/thing";
import { isMemory } from "../../guarantee";
import { isRefused } from "../../reasons";
import { sayer } from "../../say";
import type { FindingDraft } from "./codes";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

export type TimedLoad = ReadingResult & {
  readonly iops: number;
  readonly bytesPerSecond: number;
  readonly latencyNs: LatencySummary;
};

export function readingFindings(facts: Facts): FindingDraft[] {
  const { report } = facts;
  // A file system in RAM refuses all uncached I/O, for which the verdict has another finding.
  if (isMemory(report.volume)) {
    return [];
  }
  return [
    ...randomReads(facts),
    ...severalAtOnce(facts),
    ...largeFiles(facts),
    ...fromCache(report),
    ...refused(report),
  ];
}

/**
 * The first load with the `wanted` properties; `null` if there is none, it was not timed, or a
 * cache answered its reads.
 */
export function loadOf(
  { reading }: Pick<UnjudgedReport, "reading">,
  wanted: Partial<ReadingLoad>,
): TimedLoad | null {
  return timed(
    reading.find((result) =>
      Object.entries(wanted).every(([key, value]) => result[key as keyof ReadingLoad] === value),
    ),
  );
}

function timed(result: ReadingResult | undefined): TimedLoad | null {
  return result !== undefined && isTimed(result) && result.answeredBy !== "cache" ? result : null;
}

function isTimed(result: ReadingResult): result is TimedLoad {
  return result.status === "measured" && (result.iops ?? 0) > 0 && result.latencyNs !== null;
}

/**
 * Random reads one at a time, which people notice most. No source publishes usual figures, so there
 * is no judgement.
 */
function randomReads({ report }: Facts): FindingDraft[] {
  const load = loadOf(report, { pattern: "random", requests: 1, readShare: 1 });
  if (load === null) {
    return [];
  }
  const { blockBytes, iops: perSecond, latencyNs, answeredBy } = load;
  const { p50: medianNs, p99: slowNs } = latencyNs;
  return [
    finding("random-reads", "info", {
      title: say("random-reads.title", { perSecond }),
      seen: [
        say("random-reads.seen", { blockBytes, perSecond, medianNs, slowNs }),
        say(answeredBy === "drive" ? "random-reads.counted" : "random-reads.uncounted"),
        fileRead(report),
      ],
      means: say("random-reads.means", { perSecond, isVirtual: isVirtualItself(report) }),
    }),
  ];
}

/**
 * The rate with several requests in flight, by the confidence interval of its ratio to one at a
 * time. More than `requests` times is `beyond` what parallel work can gain.
 */
function gainOf(
  interval: Interval,
  requests: number,
): "beyond" | "faster" | "alike" | "slower" | "not-known" {
  if (isAbout(interval, 1)) {
    return "alike";
  }
  if (interval.low > requests) {
    return "beyond";
  }
  if (interval.low > 1) {
    return "faster";
  }
  return interval.high < 1 ? "slower" : "not-known";
}

function severalAtOnce({ report }: Facts): FindingDraft[] {
  const one = loadOf(report, { pattern: "random", requests: 1, readShare: 1 });
  const most = mostRequests(report, "random");
  const many = loadOf(report, { pattern: "random", requests: most, readShare: 1 });
  if (one === null || many === null || most <= 1) {
    return [];
  }
  const interval = medianInterval(roundRatios(many, one));
  if (interval === null) {
    return [];
  }
  const ratio = many.iops / one.iops;
  const gain = gainOf(holding(interval, ratio), most);
  const writes = loadOf(report, { pattern: "random", requests: most, readShare: 0 });
  const mix = timed(
    report.reading.find(
      ({ pattern, requests, readShare }) =>
        pattern === "random" && requests === most && readShare > 0 && readShare < 1,
    ),
  );
  return [
    finding("many-at-once", "info", {
      title:
        gain === "alike" || gain === "not-known"
          ? say(`many-at-once.title-${gain}`)
          : say("many-at-once.title", { ratio }),
      seen: [
        say("many-at-once.seen", {
          blockBytes: many.blockBytes,
          requests: most,
          perSecond: many.iops,
          alonePerSecond: one.iops,
        }),
        writes && say("many-at-once.seen-writes", { perSecond: writes.iops }),
        mix && say("many-at-once.seen-mix", { perSecond: mix.iops, readShare: mix.readShare }),
      ],
      means: say(`many-at-once.${gain}`),
    }),
  ];
}

/** A sentence on the test file's size or the drive it lies on, and the effect on the figures. */
function fileRead(report: UnjudgedReport): Statement {
  const { plan, volume } = report;
  const { fileBytes } = plan.workloads.reading;
  if (mayIgnoreDirect(report)) {
    return say("reading.file-on-zfs", { fileBytes });
  }
  switch (volume.drive.kind) {
    case "hard-disk":
      return say("reading.file-on-disk", { fileBytes });
    // Behind a USB bridge may be a hard disk, unless the model's name is a stick's.
    case "usb":
      return say(formOf(volume.drive) === "stick" ? "reading.file" : "reading.file-on-usb", {
        fileBytes,
      });
    default:
      return say("reading.file", { fileBytes });
  }
}

function mostRequests({ reading }: UnjudgedReport, wanted: ReadingLoad["pattern"]): number {
  return Math.max(
    0,
    ...reading.filter(({ pattern }) => pattern === wanted).map(({ requests }) => requests),
  );
}

function largeFiles({ report }: Facts): FindingDraft[] {
  const requests = mostRequests(report, "sequential");
  const read = loadOf(report, { pattern: "sequential", requests, readShare: 1 });
  const written = loadOf(report, { pattern: "sequential", requests, readShare: 0 });
  const alone = loadOf(report, { pattern: "sequential", requests: 1, readShare: 1 });
  if (read === null || written === null) {
    return [];
  }
  const readBytesPerSecond = read.bytesPerSecond;
  const writtenBytesPerSecond = written.bytesPerSecond;
  return [
    finding("large-files", "info", {
      title: say("large-files.title", { readBytesPerSecond, writtenBytesPerSecond }),
      seen: [
        say("large-files.seen", {
          readBytesPerSecond,
          writtenBytesPerSecond,
          requests,
          blockBytes: read.blockBytes,
        }),
        alone !== null &&
          requests > 1 &&
          say("large-files.seen-alone", { bytesPerSecond: alone.bytesPerSecond }),
        read.answeredBy !== "drive" && say("large-files.uncounted"),
        fileRead(report),
      ],
    }),
  ];
}

function fromCache({ reading }: UnjudgedReport): FindingDraft[] {
  const cached = reading.filter(({ answeredBy }) => answeredBy === "cache");
  if (cached.length === 0) {
    return [];
  }
  const total = (of: (result: ReadingResult) => number | null) =>
    cached.reduce((sum, result) => sum + (of(result) ?? 0), 0);
  return [
    finding("reads-from-cache", "info", {
      title: say("reads-from-cache.title", { loads: cached.length, of: reading.length }),
      seen: say("reads-from-cache.seen", {
        bytesRead: total(({ bytesRead }) => bytesRead),
        deviceReadBytes: total(({ deviceReadBytes }) => deviceReadBytes),
      }),
    }),
  ];
}

function refused({ reading }: UnjudgedReport): FindingDraft[] {
  const [first, ...others] = reading.filter(isRefused);
  if (first === undefined) {
    return [];
  }
  return [
    finding("reading-unavailable", "info", {
      title: say("reading-unavailable.title", { all: others.length + 1 === reading.length }),
      seen: say("reading-unavailable.seen", {
        blockBytes: first.blockBytes,
        reason: first.reason,
      }),
    }),
  ];
}
