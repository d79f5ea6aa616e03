import { buildChunked } from "#analysis/workloads/chunked-writes/results";
import type { SequentialCounts } from "#contract/engine-counts";
import type { FlushModeId, OperatingSystem } from "#contract/flush-mode";
import type { Chunked, ChunkedPlan } from "#contract/workloads/chunked-writes";
import type { Step } from "#contract/workloads/index";
import { chunkedSteps } from "../../../electron/engine-host/workloads/chunked-writes";
import { systemCallOf } from "../sample-modes";
import { sampleCounts } from "../sample-round";
import { beginningOf, type Inspected, type On } from "./home";
import { sampleLatency } from "./latency";

/** Chunked-write results for tests: an ordinary laptop of each system. */

/**
 * Per mode the time of one chunk with its sync, for all passes or for each, or the system's
 * refusal.
 */
export type SampleChunked = readonly (readonly [
  FlushModeId,
  number | readonly number[] | string,
])[];

export const sampleChunkedModes: Readonly<Record<OperatingSystem, SampleChunked>> = {
  linux: [
    ["none", 340_000],
    ["fsync", 3_600_000],
    ["fdatasync", 2_900_000],
    ["o_dsync", 2_900_000],
    ["o_sync", 3_500_000],
    ["o_direct", 1_900_000],
    ["o_direct_dsync", 2_800_000],
  ],
  macos: [
    ["none", 250_000],
    ["fsync", 295_000],
    ["fdatasync", 293_000],
    ["o_dsync", 290_000],
    ["f_barrierfsync", 1_100_000],
    ["f_fullfsync", 24_000_000],
  ],
  windows: [
    ["none", 310_000],
    ["flush_file_buffers", 4_200_000],
    ["write_through", 1_900_000],
    ["no_buffering_write_through", 1_800_000],
    ["nt_flush_data_only", 3_900_000],
  ],
};

/** The results after `steps` steps; by default after all. */
export function sampleChunked(plan: ChunkedPlan, modes: SampleChunked, steps?: number): Chunked {
  const parts = chunkedSteps(plan, modes)
    .slice(0, steps)
    .map(({ mode: [mode, chunk], pass }) => ({
      mode,
      pass,
      systemCall: `${mode}()`,
      refusal: typeof chunk === "string" ? chunk : null,
      counts: typeof chunk === "string" ? null : chunkedCounts(plan, ofPass(chunk, pass)),
    }));
  return buildChunked(parts, plan);
}

function ofPass(chunk: number | readonly number[], pass: number): number {
  return typeof chunk === "number" ? chunk : (chunk[pass] ?? 0);
}

function chunkedCounts(plan: ChunkedPlan, chunkNs: number): SequentialCounts {
  const wanted = plan.totalBytes / plan.chunkBytes;
  const done = Math.min(wanted, Math.max(1, Math.floor(plan.capNs / chunkNs)));
  return sampleCounts({
    bytes: done * plan.chunkBytes,
    writeCalls: done,
    syncCalls: done,
    elapsedNs: done * chunkNs,
    latency: sampleLatency([chunkNs, done]),
    endedBy: done < wanted ? "time" : "complete",
  });
}

interface Options {
  readonly chunked?: SampleChunked | "ordinary";
}

export const ordinary: Options = { chunked: "ordinary" };

export function results({ chunked }: Options, { plan, os }: On<"chunked-writes">) {
  const modes = chunked === "ordinary" ? sampleChunkedModes[os] : chunked;
  return modes === undefined ? null : { chunked: sampleChunked(plan, modes) };
}

export function steps(plan: ChunkedPlan): Step[] {
  return chunkedSteps(plan, sampleChunkedModes.linux).map(({ mode: [mode], pass }) => ({
    kind: "chunked-mode",
    mode,
    pass,
  }));
}

export function live(plan: ChunkedPlan, done: readonly Step[]) {
  const whole = sampleChunked(plan, sampleChunkedModes.linux, done.length);
  const modes = whole.modes.map((mode) => ({
    ...mode,
    systemCall: systemCallOf(mode.mode, "linux"),
  }));
  return { chunked: { ...whole, modes } };
}

export const inspected: Inspected = {
  figure: ".value-bar .chart-value",
  figures: ({ chunked }) =>
    (chunked?.modes ?? []).filter(({ elapsedNs }) => elapsedNs !== null).length,
  printed: ({ chunked }) =>
    (chunked?.modes ?? []).filter(({ status }) => status === "measured").map(beginningOf),
  csvRows: ({ chunked }) =>
    (chunked?.modes ?? []).reduce((rows, { passes }) => rows + Math.max(1, passes.length), 0),
};
