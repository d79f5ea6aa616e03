import type { FlushModeId, OperatingSystem } from "#contract/flush-mode";
import type { LatencySummary } from "#contract/measures";
import type { FlushModeResult } from "#contract/mode-result";
import type { Report } from "#contract/report";
import type { IntervalStrategy } from "#contract/workloads/sync-interval";
import { verdictOn } from "../judged";
import { type SampleOptions, sampleUnjudgedReport } from "../sample-report";

/**
 * A report for the screens. Counts are invented, the verdict on them is the real one. System calls
 * and the shape of the latencies are like those of a real run, so that the layout meets them.
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

const writeCalls: Readonly<Record<FlushModeId, string>> = {
  none: "pwrite(fd, buf, 4096, offset)",
  fsync: "pwrite(fd, buf, 4096, offset) + fsync(fd)",
  fdatasync: "pwrite(fd, buf, 4096, offset) + fdatasync(fd)",
  o_dsync: "open(O_RDWR|O_DSYNC), pwrite(fd, buf, 4096, offset)",
  o_sync: "open(O_RDWR|O_SYNC), pwrite(fd, buf, 4096, offset)",
  o_direct: "open(O_RDWR|O_DIRECT), pwrite(fd, buf, 4096, offset)",
  o_direct_dsync: "open(O_RDWR|O_DIRECT|O_DSYNC), pwrite(fd, buf, 4096, offset)",
  f_barrierfsync: "pwrite(fd, buf, 4096, offset) + fcntl(fd, F_BARRIERFSYNC)",
  f_fullfsync: "pwrite(fd, buf, 4096, offset) + fcntl(fd, F_FULLFSYNC)",
  flush_file_buffers: "WriteFile(file, buf, 4096, &written, &offset) + FlushFileBuffers(file)",
  write_through:
    "CreateFileW(FILE_FLAG_WRITE_THROUGH), WriteFile(file, buf, 4096, &written, &offset)",
  no_buffering_write_through:
    "CreateFileW(FILE_FLAG_NO_BUFFERING|FILE_FLAG_WRITE_THROUGH), WriteFile(file, buf, 4096, &written, &offset)",
  nt_flush_data_only:
    "WriteFile(file, buf, 4096, &written, &offset) + NtFlushBuffersFileEx(file, FLUSH_FLAGS_FILE_DATA_SYNC_ONLY)",
};

export function systemCallOf(mode: FlushModeId, os: OperatingSystem): string {
  return mode === "none" && os === "windows"
    ? "WriteFile(file, buf, 4096, &written, &offset)"
    : writeCalls[mode];
}

function lifelike(result: FlushModeResult, os: OperatingSystem): FlushModeResult {
  const { latencyNs } = result;
  return {
    ...result,
    systemCall: systemCallOf(result.mode, os),
    latencyNs: latencyNs === null ? null : withTail(latencyNs, result.operations),
  };
}

/** Trials differ a little; the middle one is the median and stays. */
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

/** A tail as drives have it; percentiles only where enough operations were seen. */
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
