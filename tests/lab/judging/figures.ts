import type { FlushModeId } from "#contract/flush-mode";
import type { FlushModeResult } from "#contract/mode-result";
import type { Report } from "#contract/report";
import type { Figure } from "../drives/drive-case";
import { blockOfStamp, type Truth } from "../fixture/simulated-drive";
import { type Check, check, type Outcome } from "./outcome";
import { bothRates, pausesTold, slowdown, worstWindow } from "./over-time";

/** Compares one figure of the report with what is known of the drive. */
export function checkFigure(figure: Figure, outcome: Outcome): Check {
  const { report, truth } = outcome;
  if (report === null) {
    return check(figure.figure, false, "no report");
  }
  switch (figure.figure) {
    case "flushes":
      return flushes(report, figure.mode, figure.from, figure.to);
    case "append-flushes": {
      const perSync = report.appendModes?.find(({ mode }) => mode === figure.mode);
      return ratio(
        `${figure.mode}, appending: flushes`,
        perSync?.deviceFlushesPerSync ?? null,
        figure,
      );
    }
    case "fsync-flushes":
      return flushes(report, "fsync", 0.95, 1.1 + ticksPerOperation(modeOf(report, "fsync")));
    case "true-latency": {
      const measured = modeOf(report, figure.mode)?.latencyNs?.p50 ?? null;
      const trueNs = truth?.flushMedianNs ?? null;
      return near(`${figure.mode}: typical time`, measured, trueNs, {
        within: figure.within,
        delayNs: 2 * delayNs(outcome),
      });
    }
    case "longest-latency": {
      const measured = modeOf(report, figure.mode)?.latencyNs?.max ?? null;
      const trueNs = truth?.flushLongestNs ?? null;
      return near(`${figure.mode}: longest time`, measured, trueNs, {
        within: figure.within,
        delayNs: 0,
      });
    }
    case "mismatches":
      return mismatches(report, truth, figure);
    case "error-located": {
      const known = spoiltOffset(report, truth);
      const named = report.error?.offset ?? null;
      const ok = named !== null && named === known;
      return check(`error at byte ${known} of the test file`, ok, named);
    }
    case "error-not-located": {
      const named = report.error?.offset ?? null;
      return check("error at no known place", report.error !== null && named === null, named);
    }
    case "read-on":
      return readOn(report, truth, figure.outOf);
    case "worst-window":
      return worstWindow(modeOf(report, figure.mode), truth, figure.withinMs);
    case "pauses-told":
      return pausesTold(report, modeOf(report, figure.mode), truth);
    case "slowdown":
      return slowdown(report, modeOf(report, figure.mode), truth, figure.within);
    case "temperatures":
      return temperatures(report, figure.toCelsius, figure.withinCelsius ?? 1);
    case "capacity":
      return capacity(report, figure.result, figure.fromMebibytes);
    case "size-doubted":
      return sizeDoubted(report, truth);
    case "lost-blocks":
      return lostBlocks(report, truth);
    case "both-rates":
      return bothRates(report, modeOf(report, figure.mode));
  }
}

const mebibyte = 1 << 20;

function capacity(report: Report, result: string, fromMebibytes: number | undefined): Check {
  const { capacity: seen } = report;
  const from = seen?.falseFromBytes ?? null;
  const isThere =
    fromMebibytes === undefined
      ? from === null || result === "false"
      : from !== null && Math.abs(from - fromMebibytes * mebibyte) <= mebibyte;
  return check(
    `size: ${result}${fromMebibytes === undefined ? "" : ` from ${fromMebibytes} MiB on`}`,
    seen?.result === result && isThere,
    JSON.stringify({ ...seen, writes: [], reads: [] }),
  );
}

/** 24 MiB in blocks of 4 KiB: in this laboratory a drive of its full size loses less. */
const muchBlocks = (24 * mebibyte) / 4096;

function sizeDoubted({ capacity: seen }: Report, truth: Truth | null): Check {
  const allowed = ["false", "false-or-damaged"];
  const lost = truth?.lostBlocks ?? 0;
  const results = lost >= muchBlocks ? allowed : [...allowed, "damaged"];
  return check(
    `${lost} blocks lost and ${truth?.oldLostBlocks} of the old files': ${results.join(" or ")}`,
    seen !== null && results.includes(seen.result),
    `${seen?.result}, ${seen?.badBlocks} of ${(seen?.filledBytes ?? 0) / 4096} blocks bad`,
  );
}

/**
 * Checks the lost blocks in the report. There may be more than the drive had lost at the first
 * read, if a later part of the test spoils more or a cache answered at first. If the test's blocks
 * overwrote only old files, those must be reported. Old files must be compared if there were any.
 */
function lostBlocks({ capacity }: Report, truth: Truth | null): Check {
  const bad = capacity?.badBlocks ?? -1;
  const compared = capacity?.oldFiles ?? null;
  const changed = compared?.changedFiles ?? 0;
  const known = truth?.lostBlocks ?? 0;
  const oldLost = truth?.oldLostBlocks ?? 0;
  const isCompared = (truth?.oldBlocks ?? 0) === 0 || compared !== null;
  const isReported = known > 0 ? bad >= known : oldLost > 0 && changed > 0;
  return check(
    `${known} blocks lost, or more, and ${oldLost} of ${truth?.oldBlocks} of old files`,
    isReported && isCompared,
    `${bad}, and ${compared === null ? "no old file compared" : `${changed} old files changed`}`,
  );
}

/** The temperature limit of all simulated drives (drive/drive.h). */
const limitCelsius = 84;

function temperatures(report: Report, toCelsius: number, withinCelsius: number): Check {
  const { temperatures: samples, temperatureLimitCelsius: limit } = report;
  const hottest = Math.max(...(samples ?? []).map(({ celsius }) => celsius));
  const ok = Math.abs(hottest - toCelsius) <= withinCelsius && limit === limitCelsius;
  const seen = `${samples?.length ?? 0} samples up to ${hottest} °C, limit ${limit} °C`;
  return check(`up to ${toCelsius} °C, and the drive's limit`, ok, seen);
}

function modeOf(report: Report, mode: FlushModeId): FlushModeResult | undefined {
  return report.flushModes.find((result) => result.mode === mode);
}

function flushes(report: Report, mode: FlushModeId, from: number, to: number): Check {
  const perSync = modeOf(report, mode)?.deviceFlushesPerSync ?? null;
  return ratio(`${mode}: flushes`, perSync, { from, to });
}

function ratio(what: string, value: number | null, { from, to }: { from: number; to: number }) {
  const range = from === to ? `${from}` : `${from} to ${Number(to.toFixed(2))}`;
  const ok = value !== null && value >= from && value <= to;
  return check(`${what} ${range}`, ok, value === null ? "not known" : value.toFixed(2));
}

/** Kernel clock ticks per save at 1 000 Hz, the highest rate of Linux kernels; at most 1. */
function ticksPerOperation(result: FlushModeResult | undefined): number {
  const rounds = result?.rounds ?? [];
  const operations = rounds.reduce((sum, round) => sum + round.operations, 0);
  const elapsedNs = rounds.reduce((sum, round) => sum + round.elapsedNs, 0);
  return operations === 0 ? 0 : Math.min(1, elapsedNs / operations / 1e6);
}

function near(
  what: string,
  value: number | null,
  truth: number | null,
  { within, delayNs }: { within: number; delayNs: number },
): Check {
  const ok =
    value !== null &&
    truth !== null &&
    value >= truth * (1 - within) &&
    value <= truth * (1 + within) + delayNs;
  const late = delayNs === 0 ? "" : ` and ${milliseconds(delayNs)} of waiting for the processor`;
  return check(
    `${what} within ${within * 100} % of the drive's own ${milliseconds(truth)}${late}`,
    ok,
    milliseconds(value),
  );
}

/**
 * How much longer the kernel waited for a flush than the drive took, on average, because other
 * programs had the processor; 0 if that is at most a twentieth of the flush.
 */
function delayNs({ truth, kernel }: Outcome): number {
  if (truth === null || kernel === null || kernel.flushes === 0) {
    return 0;
  }
  const delay = kernel.elapsedNs / kernel.flushes - truth.flushMedianNs;
  return delay > truth.flushMedianNs / 20 ? delay : 0;
}

function milliseconds(ns: number | null): string {
  return ns === null ? "not known" : `${(ns / 1e6).toFixed(2)} ms`;
}

function mismatches(
  report: Report,
  truth: Truth | null,
  { from, to, outOf }: { from: number; to: number; outOf: number },
): Check {
  const verification = report.verification;
  const spoilt = spoiltOffset(report, truth);
  const offsets = verification?.mismatches.map(({ offset }) => offset) ?? [];
  const ok =
    verification !== null &&
    verification.blocksChecked === outOf &&
    verification.mismatchCount >= from &&
    verification.mismatchCount <= to &&
    spoilt !== null &&
    offsets.includes(spoilt);
  return check(
    `${from === to ? from : `${from} to ${to}`} of ${outOf} blocks differ, among them the one at byte ${spoilt}`,
    ok,
    `${verification?.mismatchCount} of ${verification?.blocksChecked}, at ${offsets.slice(0, 3).join(", ")}`,
  );
}

/** Offset in the test file of the block that the drive noted as spoilt; null if it noted none. */
function spoiltOffset(report: Report, truth: Truth | null): number | null {
  const event = truth?.events[0];
  return event === undefined
    ? null
    : blockOfStamp(event.stamp) * report.plan.workloads["flush-modes"].blockBytes;
}

function readOn(report: Report, truth: Truth | null, outOf: number): Check {
  const { unreadable = [], blocksChecked = 0 } = report.verification ?? {};
  const spoilt = spoiltOffset(report, truth);
  const ok = unreadable.length === 1 && unreadable[0] === spoilt && blocksChecked === outOf - 1;
  return check(
    `the block at byte ${spoilt} unreadable, the other ${outOf - 1} compared`,
    ok,
    `${unreadable.join(", ")} unreadable, ${blocksChecked} compared`,
  );
}
