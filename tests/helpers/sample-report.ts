import { isVirtualDrive } from "#analysis/guarantee";
import { planFor } from "#analysis/plan";
import { nothingMeasured } from "#analysis/workloads/index";
import type { OperatingSystem } from "#contract/flush-mode";
import type { Report } from "#contract/report";
import type { Drive, VolumeFacts } from "#contract/volume";
import { type WorkloadResults, workloadIds } from "#contract/workloads/index";
import { verdictOn } from "./judged";
import { sampleHosts, sampleVolumes } from "./sample-laptops";
import type { WorkloadOptions } from "./workloads/home";
import { homeOf } from "./workloads/index";

/**
 * Reports for tests, made of invented counts that go through the real arithmetic and the real
 * verdict. The defaults are an ordinary laptop of each system.
 */

/** A sample report always has the flush modes; other workloads only if the options name them. */
export interface SampleOptions extends WorkloadOptions {
  readonly os?: OperatingSystem;
  readonly drive?: Partial<Drive>;
  readonly volume?: Partial<Omit<VolumeFacts, "drive">>;
  readonly host?: Partial<Report["host"]>;
  readonly report?: Partial<Omit<Report, "verdict" | "host" | "volume" | "flushModes">>;
}

export type UnjudgedReport = Omit<Report, "verdict">;

export function sampleUnjudgedReport(options: SampleOptions = {}): UnjudgedReport {
  const os = options.os ?? "linux";
  const volume: VolumeFacts = {
    ...sampleVolumes[os],
    ...options.volume,
    drive: { ...sampleVolumes[os].drive, ...options.drive },
  };
  const host = { ...sampleHosts[os], ...options.host, os };
  const isVirtual = isVirtualDrive(volume, host);
  const { workloads } = options.report?.plan ?? planFor("quick", os);
  const measured = workloadIds.flatMap((id) => {
    const results = homeOf(id).results(options, { plan: workloads[id], os, volume, isVirtual });
    return results === null ? [] : [{ id, results }];
  });
  const tests = measured.map(({ id }) => id);
  const plan = options.report?.plan ?? planFor("quick", os, tests);
  return {
    app: { name: "DriveProof", version: "0.1.0", engine: "0.1.0" },
    schemaVersion: 2,
    runId: "0b9d4c1e-5a55-4c5e-9a39-6f4f1b3f7c11",
    startedAt: "2025-03-01T10:00:00.000Z",
    finishedAt: "2025-03-01T10:01:24.000Z",
    partial: false,
    computer: null,
    health: null,
    purchase: null,
    purchasedIn: null,
    plan,
    bytesWritten: 4_080_000_000,
    warnings: [],
    ...nothingMeasured(plan, { os, volume, isVirtual }),
    ...(Object.assign({}, ...measured.map(({ results }) => results)) as Partial<WorkloadResults>),
    temperatures: null,
    temperatureLimitCelsius: null,
    verification: {
      blocksChecked: 65_536,
      aroundCache: true,
      bytesRead: 65_536 * 4096,
      // Only Linux counts the bytes that were read from the drive itself.
      deviceReadBytes: os === "linux" ? 65_536 * 4096 : null,
      mismatchCount: 0,
      mismatches: [],
      unreadable: [],
    },
    powerCut: null,
    error: null,
    ...options.report,
    host,
    volume,
  };
}

export function sampleReport(options: SampleOptions = {}): Report {
  const unjudged = sampleUnjudgedReport(options);
  return { ...unjudged, verdict: verdictOn(unjudged) };
}
