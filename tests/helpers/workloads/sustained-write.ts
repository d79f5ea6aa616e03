import { buildSustained } from "#analysis/workloads/sustained-write/results";
import type { TimelineCounts } from "#contract/round-evidence";
import type { Step } from "#contract/workloads/index";
import type { Sustained, SustainedPlan } from "#contract/workloads/sustained-write";
import { sampleCounts } from "../sample-round";
import type { On } from "./home";

/**
 * Results of the long write for tests, on a drive with a fast cache; the defaults are an ordinary
 * NVMe drive.
 */
export interface SampleSustained {
  /** Bytes that the fast cache takes; `null`: the speed never falls. */
  readonly fastBytes?: number | null;
  readonly fastBytesPerSecond?: number;
  readonly slowBytesPerSecond?: number;
  /**
   * How long the write continues after the speed has fallen, or altogether if the speed never
   * falls.
   */
  readonly slowNs?: number;
  /** Duration of the final flush; `null`: there was no final flush. */
  readonly settleNs?: number | null;
  /** Start of the write, in nanoseconds since the start of the inspection. */
  readonly startNs?: number;
  /** Bytes per second at each moment of the write; if given, the fast cache has no effect. */
  readonly speedAt?: (ns: number) => number;
  /** The system's refusal, in words. */
  readonly refusal?: string;
}

const second = 1e9;
const windowNs = second / 2;
const systemCall = "open(O_RDWR|O_DIRECT), pwrite(fd, buf, 1048576, end)";

export function sampleSustained(plan: SustainedPlan, sample: SampleSustained = {}): Sustained {
  const { refusal = null, fastBytes = 20e9, slowNs = 30 * second } = sample;
  if (refusal !== null) {
    const event = { type: "sustained", systemCall: "open", settled: false } as const;
    return buildSustained({ ...event, refusal, counts: null }, null);
  }
  const fast = sample.fastBytesPerSecond ?? 2e9;
  const slow = sample.slowBytesPerSecond ?? 4e8;
  const fastNs = fastBytes === null ? 0 : (fastBytes / fast) * second;
  const elapsedNs = Math.round(fastNs + slowNs);
  const stepped = (ns: number) => (fastBytes === null || ns < fastNs ? fast : slow);
  const { speedAt = stepped } = sample;
  const timeline = timelineAt(speedAt, elapsedNs, plan.writeBytes);
  const bytes = timeline.bytes.reduce((sum, each) => sum + each, 0);
  const event = {
    type: "sustained",
    systemCall,
    refusal: null,
    counts: sampleCounts({
      bytes,
      writeCalls: bytes / plan.writeBytes,
      elapsedNs,
      settleNs: sample.settleNs === undefined ? 50_000_000 : sample.settleNs,
      timeline,
      endedBy: fastBytes === null ? "complete" : "stopped",
    }),
    settled: fastBytes !== null,
  } as const;
  return buildSustained(event, sample.startNs ?? null);
}

/** A timeline in which every window has whole writes, scattered by a few percent. */
function timelineAt(
  speedAt: (ns: number) => number,
  elapsedNs: number,
  writeBytes: number,
): TimelineCounts {
  const windows = Array.from({ length: Math.ceil(elapsedNs / windowNs) }, (_, index) => {
    const lengthNs = Math.min(windowNs, elapsedNs - index * windowNs);
    const speed = speedAt(index * windowNs) * (1 + 0.04 * Math.sin(index * 1.7));
    const operations = Math.max(1, Math.round((speed * lengthNs) / second / writeBytes));
    return { operations, eachNs: Math.round(lengthNs / operations) };
  });
  return {
    windowNs,
    operations: windows.map(({ operations }) => operations),
    bytes: windows.map(({ operations }) => operations * writeBytes),
    slowestNs: windows.map(({ eachNs }) => 3 * eachNs),
    slowestAtNs: windows.map((_, index) => index * windowNs),
  };
}

interface Options {
  readonly sustained?: SampleSustained;
}

export const ordinary: Options = { sustained: {} };

export function results({ sustained }: Options, { plan }: On<"sustained-write">) {
  return sustained ? { sustained: sampleSustained(plan, sustained) } : null;
}

export const steps = (): Step[] => [{ kind: "sustained" }];

export function live(plan: SustainedPlan) {
  return { sustained: sampleSustained(plan) };
}

export const inspected = null;
