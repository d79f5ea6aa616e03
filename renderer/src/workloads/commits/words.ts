import type { CommitEngine } from "../../../../electron/contract/workloads/commits";
import { formatCount } from "../../../../electron/text/format";

export const name = "Databases";
export const purpose = "What waiting for the drive costs a database.";
export const title = () => "Records a database saves per second, by how many it saves at a time";
export const sentence = () => "Saving records with real databases, a few and many at a time.";

export const engineLabels: Readonly<Record<CommitEngine, string>> = {
  "append-log": "Plain log file",
  sqlite: "SQLite",
  mdbx: "libmdbx",
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
  const parts = [engineLabels[engine], variantWords[base] ?? base, isFull ? "full flush" : ""];
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
