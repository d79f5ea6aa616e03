import { formatBlockBytes, formatCount } from "../../electron/analysis/format";
import { buffersDirectWrites } from "../../electron/analysis/workloads/buffer-sweep/buffered-direct";
import type { RunPhase } from "../../electron/contract/engine-messages";
import type { FlushModeId, Guarantee, OperatingSystem } from "../../electron/contract/flush-mode";
import type { HostFacts, Report } from "../../electron/contract/report";
import type { ProfileName } from "../../electron/contract/run-plan";
import type { DriveKind } from "../../electron/contract/volume";
import type { WorkloadId } from "../../electron/contract/workloads";
import type { CommitEngine } from "../../electron/contract/workloads/commits";
import type { FlushLayout } from "../../electron/contract/workloads/flush-modes";
import type { IntervalStrategy } from "../../electron/contract/workloads/sync-interval";

/** Friendly words for what the contract names by identifier. The identifiers stand beside them. */

const commonLabels: Readonly<Record<FlushModeId, string>> = {
  none: "Write, not confirmed",
  fsync: "Confirm the whole file",
  fdatasync: "Confirm the data only",
  o_dsync: "Confirm every write",
  o_sync: "Confirm every write fully",
  o_direct: "Bypass memory, not confirmed",
  o_direct_dsync: "Bypass memory, confirmed",
  f_barrierfsync: "Keep writes in order",
  f_fullfsync: "Confirm by the drive",
  flush_file_buffers: "Confirm the whole file",
  write_through: "Write through",
  no_buffering_write_through: "Bypass memory, write through",
  nt_flush_data_only: "Confirm the data only",
};

// On a Mac these calls end when the drive has taken the data, not when it has stored it.
const macLabels: Partial<Record<FlushModeId, string>> = {
  fsync: "Hand over to the drive",
  fdatasync: "Hand over to the drive, data only",
  o_dsync: "Hand over every write",
};

/** What a person calls the mode; not the same on every system. */
export function modeLabel(mode: FlushModeId, os: OperatingSystem): string {
  return (os === "macos" ? macLabels[mode] : undefined) ?? commonLabels[mode];
}

const bufferedLabels: Partial<Record<FlushModeId, string>> = {
  o_direct: "Direct, buffered by btrfs on this kernel, not confirmed",
  o_direct_dsync: "Direct, buffered by btrfs on this kernel, confirmed",
};

/** The same in a finished report, which knows what the file system made of it. */
export function reportModeLabel(
  mode: FlushModeId,
  report: Pick<Report, "host" | "volume">,
): string {
  const buffered = buffersDirectWrites(report) ? bufferedLabels[mode] : undefined;
  return buffered ?? modeLabel(mode, report.host.os);
}

/** What the curve of direct writes is called in a finished report. */
export function directName(report: Pick<Report, "host" | "volume">): string {
  return buffersDirectWrites(report)
    ? "direct, buffered by btrfs on this kernel"
    : "around memory (direct)";
}

/** The call without the arguments every mode shares, for the narrow labels of a chart. */
export function shortCall(systemCall: string): string {
  return systemCall.replace(/\b(pwrite|WriteFile)\([^)]*\)/, "$1");
}

export const guaranteeWords: Readonly<Record<Guarantee, string>> = {
  none: "no promise",
  "os-crash": "survives a system crash",
  "power-loss": "survives a power cut",
  unknown: "promise not known",
};

export const kindWords: Readonly<Record<DriveKind, string>> = {
  nvme: "NVMe",
  "sata-ssd": "SATA SSD",
  "hard-disk": "Hard disk",
  usb: "USB",
  "memory-card": "Memory card",
  virtual: "Virtual drive",
  memory: "Memory",
  network: "Network",
  unknown: "Kind not known",
};

export const profileWords: Readonly<Record<ProfileName, string>> = {
  smoke: "Smoke test",
  quick: "Quick",
  standard: "Standard",
  thorough: "Thorough",
};

interface TestWords {
  readonly name: string;
  /** What the test tells, in one line for somebody who has to choose. */
  readonly purpose: string;
  /** What happens while it runs. */
  readonly sentence: string;
}

export const testWords: Readonly<Record<WorkloadId, TestWords>> = {
  "flush-modes": {
    name: "Ways of saving",
    purpose: "How many saves a second, and whether they are safe.",
    sentence: "Saving small pieces of data.",
  },
  "buffer-sweep": {
    name: "Write size",
    purpose: "How large one write should be to be fast.",
    sentence: "Writing with growing pieces, to find the best size.",
  },
  "sync-interval": {
    name: "How often to save",
    purpose: "What it costs to ask for a confirmation more often.",
    sentence: "Writing the same amount again, confirmed more and more often.",
  },
  "chunked-writes": {
    name: "Saving in chunks",
    purpose: "A large file in pieces, each of them confirmed.",
    sentence: "Writing a large file in chunks, each of them confirmed.",
  },
  commits: {
    name: "Databases",
    purpose: "What waiting for the drive costs a database.",
    sentence: "Saving records with real databases, a few and many at a time.",
  },
  "sustained-write": {
    name: "Long write",
    purpose: "How long the drive stays fast, and how fast it is afterwards.",
    sentence: "Writing on and on around memory, until the drive’s speed has fallen and settled.",
  },
};

const engineWords: Readonly<Record<CommitEngine, string>> = {
  "append-log": "Plain log file",
  sqlite: "SQLite",
  mdbx: "libmdbx",
};

export function engineLabel(engine: CommitEngine): string {
  return engineWords[engine];
}

/** What the engine is, in one line for somebody who has to choose. */
export const engineDetails: Readonly<Record<CommitEngine, string>> = {
  "append-log": "Records written one after the other.",
  sqlite: "In most phones, browsers and office programs.",
  mdbx: "Keeps its file mapped into memory.",
};

const variantWords: Readonly<Record<string, string>> = {
  log: "",
  mdbx: "",
  wal: "write-ahead log",
  rollback: "rollback journal",
};

/** "SQLite, write-ahead log, full flush": a way of keeping a database, for a heading. */
export function variantLabel(engine: CommitEngine, variant: string): string {
  const isFull = variant.endsWith("-fullfsync");
  const base = variant.replace(/-fullfsync$/, "");
  // A variant this version does not know is named as the engine names it.
  const parts = [engineLabel(engine), variantWords[base] ?? base, isFull ? "full flush" : ""];
  return parts.filter((part) => part !== "").join(", ");
}

/** The settings without the calls they come down to, for the narrow heading of a chart. */
export function shortSettings(settings: string): string {
  return settings.split(": ")[0] ?? settings;
}

/** How many records one transaction holds, as the row of a chart or table. */
export function batchLabel(recordsPerTransaction: number): string {
  return `${formatCount(recordsPerTransaction)} at a time`;
}

/** How often the data is confirmed, as the row of a chart or table. */
export function strategyLabel(
  strategy: IntervalStrategy["strategy"],
  intervalBytes: number | null,
): string {
  switch (strategy) {
    case "never":
      return "Never";
    case "end":
      return "Once at the end";
    case "background":
      return "In the background";
    case "every":
      return intervalBytes === null ? "Every so often" : `Every ${formatBlockBytes(intervalBytes)}`;
  }
}

const systemWords: Readonly<Record<OperatingSystem, string>> = {
  linux: "Linux",
  macos: "macOS",
  windows: "Windows",
};

/** The system's own name and version; its family is put before a bare number. */
export function systemName({ os, osVersion }: HostFacts): string {
  return /^\d/.test(osVersion) ? `${systemWords[os]} ${osVersion}` : osVersion;
}

const modeSentences: Readonly<Record<FlushLayout, Readonly<Record<Guarantee, string>>>> = {
  rewrite: {
    none: "Writing small pieces of data without asking whether they have arrived.",
    "os-crash": "Saving small pieces of data, handing each one over to the drive.",
    "power-loss": "Saving small pieces of data, asking the drive to confirm each one.",
    unknown: "Saving small pieces of data, asking the system to write each one through.",
  },
  append: {
    none: "Making a file longer piece by piece without asking whether it has arrived.",
    "os-crash": "Making a file longer piece by piece, handing each one over to the drive.",
    "power-loss": "Making a file longer piece by piece, asking the drive to confirm each one.",
    unknown: "Making a file longer piece by piece, asking the system to write each one through.",
  },
  spaced: {
    none: "Writing a small piece of data now and then without asking whether it has arrived.",
    "os-crash": "Saving a small piece of data now and then, handing each one over to the drive.",
    "power-loss":
      "Saving a small piece of data now and then, asking the drive to confirm each one.",
    unknown: "Saving a small piece of data now and then, asking the system to write it through.",
  },
};

/** The layouts of the flush test: the name of a series, of a table or of a part of the run. */
export const layoutWords: Readonly<Record<FlushLayout, string>> = {
  rewrite: "changing a file",
  append: "making a file longer",
  spaced: "saving now and then",
};

interface Moment {
  readonly phase: RunPhase;
  readonly test: WorkloadId;
  /** Of the running mode of the flush test; `null` between two of them. */
  readonly guarantee: Guarantee | null;
  readonly layout: FlushLayout | null;
  /** A formatted quantity; `null` where no file is written before measuring. */
  readonly fileSize: string | null;
}

/** What happens now, in one sentence. */
export function phaseSentence({ phase, test, guarantee, layout, fileSize }: Moment): string {
  switch (phase) {
    case "preparing":
      return fileSize === null
        ? "Preparing the next test."
        : `Preparing: writing a test file of ${fileSize}, so that nothing is measured that happens only once.`;
    case "measuring":
      if (test !== "flush-modes") {
        return testWords[test].sentence;
      }
      return guarantee === null
        ? "Getting ready for the next way of saving."
        : modeSentences[layout ?? "rewrite"][guarantee];
    case "draining":
      return "Waiting until the drive has stored what was written, so that no round burdens the next.";
    case "verifying":
      return "Reading everything back and comparing it with what was written.";
    case "stopping":
      return "Stopping. The drive is still busy with the last request; what was measured is kept.";
    case "finished":
      return "Finished. The verdict is being written.";
  }
}
