import { guaranteeOn } from "#analysis/guarantee";
import { referenceChunks } from "#analysis/workloads/chunked-writes/published";
import {
  type FlushModeId,
  flushModesOf,
  type Guarantee,
  type OperatingSystem,
} from "#contract/flush-mode";
import type { LiveState } from "#contract/live-state";
import type { Report } from "#contract/report";
import type { ChunkedMode, ChunkedPlan } from "#contract/workloads/chunked-writes";
import { absenceOf, reportModeLabel } from "#tables/modes";
import type { PublishedChunks } from "#tables/workloads/chunked-writes";
import { modeLabel } from "#text/flush-modes";
import { publishedName } from "#text/measured";
import { shortCall } from "../../words";

/** A mode of the system; `result` is `null` until it has been measured. */
export interface ChunkedRow {
  readonly mode: FlushModeId;
  readonly label: string;
  readonly systemCall: string;
  /** The mode's guarantee; `null` if not known for this volume. */
  readonly guarantee: Guarantee | null;
  readonly current: boolean;
  readonly absence: string | null;
  readonly result: ChunkedMode | null;
}

export function reportChunkedRows(report: Report): ChunkedRow[] {
  const { chunked, host, volume } = report;
  return (chunked?.modes ?? []).map((result) => ({
    mode: result.mode,
    label: reportModeLabel(result.mode, report),
    systemCall: shortCall(result.systemCall),
    guarantee: guaranteeOn(result.mode, host.os, volume),
    current: false,
    absence: absenceOf(result, result.elapsedNs),
    result,
  }));
}

/** The rows while the test runs: every mode of the system from the beginning. */
export function liveChunkedRows(live: LiveState, os: OperatingSystem): ChunkedRow[] {
  const known = new Map(live.modes.map((mode) => [mode.mode, mode]));
  const modes = known.size > 0 ? [...known.keys()] : flushModesOf(os);
  const current = live.step?.kind === "chunked-mode" ? live.step.mode : null;
  return modes.map((mode) => {
    const result = live.chunked?.modes.find((done) => done.mode === mode) ?? null;
    const call = result?.systemCall ?? known.get(mode)?.systemCall ?? "";
    return {
      mode,
      label: modeLabel(mode, os),
      systemCall: shortCall(call) || mode,
      guarantee: live.guarantees[mode],
      current: mode === current,
      absence: result === null ? null : absenceOf(result, result.elapsedNs),
      result,
    };
  });
}

/** Published times are shown on their system only: elsewhere the mode has another guarantee. */
export function publishedChunks(plan: ChunkedPlan, os: OperatingSystem): PublishedChunks | null {
  const run = referenceChunks.find(({ chunkBytes }) => chunkBytes === plan.chunkBytes);
  if (run === undefined || os !== "macos") {
    return null;
  }
  const scale = plan.totalBytes / run.totalBytes;
  return {
    name: publishedName(run.name, run.totalBytes, plan.totalBytes),
    source: run.sourceName,
    times: run.points.map(({ mode, elapsedNs }) => ({ mode, elapsedNs: elapsedNs * scale })),
  };
}
