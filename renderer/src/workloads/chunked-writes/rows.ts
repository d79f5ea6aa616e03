import { guaranteeOn } from "../../../../electron/analysis/guarantee";
import {
  flushModes,
  flushModesOf,
  type OperatingSystem,
} from "../../../../electron/contract/flush-mode";
import type { LiveState } from "../../../../electron/contract/live-state";
import type { Report } from "../../../../electron/contract/report";
import { modeLabel, reportModeLabel, shortCall } from "../../words";
import { absenceOf } from "../parts/absence";
import type { ChunkedRow } from "./chart";

/** The rows of a finished chunked test. */
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
      // Without the flush test main sends no word on this volume: then what the system promises.
      guarantee: known.get(mode)?.guarantee ?? flushModes[mode][os]?.guarantee ?? "unknown",
      current: mode === current,
      absence: result === null ? null : absenceOf(result, result.elapsedNs),
      result,
    };
  });
}
