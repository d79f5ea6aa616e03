import type { OperatingSystem } from "#contract/flush-mode";
import type { LatencySummary } from "#contract/measures";
import type { FlushModeResult } from "#contract/mode-result";
import type { Report } from "#contract/report";
import type { IntervalStrategy } from "#contract/workloads/sync-interval";
import { verdictOn } from "../judged";
import { systemCallOf } from "../sample-modes";
import { type SampleOptions, sampleUnjudgedReport } from "../sample-report";

/**
 * A report for the window's pages: invented counts with the real verdict on them. System calls and
 * the distribution of the latencies are like those of a real run, so that charts and tables are
 * laid out as with real data.
 */
export function lifelikeReport(runId: string, options: SampleOptions): Report {
  const sample = sampleUnjudgedReport({ ...options, report: { runId, ...options.report } });
  const unjudged = {
    ...sample,
    flushModes: sample.flushModes.map((mode) => lifelike(mode, sample.host.os)),
    appendModes: sample.appendModes?.map((mode) => lifelike(mode, sample.host.os)) ?? null,
    syncIntervals: sample.syncIntervals.map((ladder, place) =>
      place === 0 ? { ...ladder, strategies: ladder.strategies.map(withSpread) } : ladder,
    ),
    chunked: sample.chunked && {
      ...sample.chunked,
      modes: sample.chunked.modes.map((mode) => ({
        ...mode,
        systemCall: systemCallOf(mode.mode, sample.host.os),
      })),
    },
  };
  return { ...unjudged, verdict: verdictOn(unjudged) };
}

function lifelike(result: FlushModeResult, os: OperatingSystem): FlushModeResult {
  const { latencyNs } = result;
  return {
    ...result,
    systemCall: systemCallOf(result.mode, os),
    latencyNs: latencyNs === null ? null : withTail(latencyNs, result.operations),
  };
}

/** Spreads the trials a little around their median, which stays. */
function withSpread(strategy: IntervalStrategy, index: number): IntervalStrategy {
  const spread = 0.03 + 0.04 * (index % 4);
  const last = strategy.trialsNs.length - 1;
  return {
    ...strategy,
    trialsNs: strategy.trialsNs.map((ns, trial) =>
      last === 0 ? ns : Math.round(ns * (1 + spread * ((2 * trial) / last - 1))),
    ),
  };
}

/**
 * Latencies with a tail like that of real drives; a percentile is null if there were too few
 * operations.
 */
function withTail({ mean, p50 }: LatencySummary, operations: number): LatencySummary {
  const at = (share: number, times: number) =>
    operations < 10 / (1 - share) ? null : Math.round(p50 * times);
  return {
    mean,
    p50,
    p90: at(0.9, 1.3),
    p99: at(0.99, 2.4),
    p999: at(0.999, 9),
    max: Math.round(p50 * 24),
  };
}
