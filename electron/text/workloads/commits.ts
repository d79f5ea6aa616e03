import type { CommitDatabase } from "#contract/workloads/commits";
import { formatRatio } from "../format";
import { messages, richMessages } from "../messages";
import { sentences } from "../sentences";
import { asSentence, reasonOr } from "../verdict/words";
import { listOfClauses } from "../words";
import { absenceMessages } from "./home";

export const commitsTable = messages({
  caption: "Saved records: {variant}",
  settingsDurable: "durable: {settings}",
  settingsNormal: "normal: {settings}",
  settingsRelaxed: "relaxed: {settings}",
  short: "records a second",
  atATime: "at a time",
  waitedFor: "waited for",
  flushesShort: "flushes",
  middle: "normal",
  fast: "fast",
  ratio: "ratio",

  databaseAndBatch: "Saved with",
  confirmed: "Records a second, every batch waited for",
  atCheckpoints: "Records a second, flushed at checkpoints only",
  notWaitedFor: "Records a second, not waited for",
  gain: "Gain",
  publishedConfirmed: "{name}, every batch waited for ({source})",
  publishedNotWaitedFor: "{name}, not waited for ({source})",
  batchOf: "{variant}, {batch}",
  handedOverOf: "{variant}, handed over to the drive, {batch}",

  records: "Records",
  rate: "Records/s",
  commits: "Commits",
  flushes: "Flushes per commit",
  found: "Found again",
  foundOf: "{found} of {records}",
  everyBatch: "Every batch size",
  durable: "durable",
  normal: "normal",
  relaxed: "relaxed",
  checkpoints: "Checkpoints",
  cutShort: "cut short",
  timesAsMany: "{ratio} as many",
});

export const absence = absenceMessages("during the test of databases");

const said = sentences({
  "commits-lost.title": "Saved records did not come back as they were",
  "commits-lost.seen":
    "The records were confirmed, and counted after their file had been closed and opened again.",
  "commits-lost.of":
    "With {batch} ({settings}): of {records, plural, =1 {one record} other {# records}}, {recordsFound, plural, =0 {none was} =1 {one was} other {# were}} found.",
  "commits-lost.means":
    "What was saved did not come back, or not as it was, although the power stayed on: the drive, its cable, the computer’s memory or the file system loses or changes data without saying so.",

  "commits-failed.title": "Saving records could not be finished",
  "commits-failed.of":
    "{others, plural, =0 {With {batch}: {reason}} other {With {batch} and {others, number} more: {reason}}}",
  "commits-failed.lost":
    "Of {records, plural, =1 {one record that was} other {# records that were}} confirmed ({durability}), {recordsFound, plural, =0 {none was} =1 {one was} other {# were}} found when their file was opened again.",
  "commits-failed.means":
    "The figures are missing, and what was about to be saved may not be stored.",

  "databases-unavailable.title": "Some ways of saving records are not available here",
  "databases-unavailable.means":
    "They were not measured, and nothing else was measured in their place.",

  "commit-rate.title":
    "Databases: {recordsPerSecond, number, rate} records a second are saved, {recordsPerTransaction, number} at a time",
  "commit-rate.title-gain":
    "Databases: saving {many, number} records at a time is {ratio, number, ratio} as fast as {few, number} at a time",
  "commit-rate.title-log":
    "A log file: {recordsPerSecond, number, rate} records a second are saved, {recordsPerTransaction, number} at a time",
  "commit-rate.title-log-gain":
    "A log file: saving {many, number} records at a time is {ratio, number, ratio} as fast as {few, number} at a time",
  "commit-rate.seen":
    "With {database}, {commitsPerSecond, number, rate} saves a second were {isConfirmed, select, true {confirmed} other {made}} ({settings}).",
  "commit-rate.throughput":
    "A program that saves after every {few, number} records stores {fewPerSecond, number, rate} records a second.",
  "commit-rate.throughput-of-two":
    "A program that saves after every {few, number} records stores {fewPerSecond, number, rate} records a second, one that saves {many, number} at a time {manyPerSecond, number, rate}.",
  "commit-rate.normal":
    "With the setting between safe and fast ({settings}) it is {recordsPerSecond, number, rate}, {recordsPerTransaction, number} at a time: {ratio, number, ratio} as many as with the safe one.",
  "commit-rate.normal-no-gain":
    "The setting between safe and fast ({settings}) gains next to nothing here: {recordsPerSecond, number, rate}, {recordsPerTransaction, number} at a time.",
  "commit-rate.normal-checkpoints":
    "{checkpoints, plural, =0 {No checkpoint fell into that time, so what one costs is not in the figure.} one {One checkpoint fell into that time.} other {# checkpoints fell into that time.}}",
  "commit-rate.normal-loses":
    "{promise, select, kept {It flushes at checkpoints only: a power cut may take the last transactions since the last checkpoint, and SQLite promises that the database stays consistent, as long as the drive keeps what it confirms.} unshown {It flushes at checkpoints only: a power cut may take the last transactions since the last checkpoint. That the database stays consistent rests on flushes that reach the drive, which is not shown here.} other {It flushes at checkpoints only.}}",
  "commit-rate.unwaited":
    "Without waiting for the drive ({settings}) it is {recordsPerSecond, number, rate}, {recordsPerTransaction, number} at a time: {ratio, number, ratio} as many, {isBreakable, select, true {but a power cut can then damage the whole database.} other {of which the last ones can be lost in a power cut.}}",
  "commit-rate.relaxed":
    "With the fast setting ({settings}) it is {recordsPerSecond, number, rate}, {recordsPerTransaction, number} at a time: {ratio, number, ratio} as many.",
  "commit-rate.ordinary":
    "{stopsAtDrive, select, true {With {settings}, as most programs on macOS have it, it is {recordsPerSecond, number, rate}; those saves stop at the drive’s own memory (cache).} other {With {settings}, as most programs on macOS have it, it is {recordsPerSecond, number, rate}.}}",
  "commit-rate.published":
    "Published for {name}: {recordsPerSecond, number, rate}, {recordsPerTransaction, number} at a time ({source}).",
  "commit-rate.published-beside":
    "With {database} it is {hereRecordsPerSecond, number, rate}; published for {name}: {recordsPerSecond, number, rate}, {recordsPerTransaction, number} at a time ({source}).",
  "commit-rate.waits":
    "{waitsForDrive, select, true {Each save waits for the drive, however little there is to store.} other {Each save takes its time, however little there is to store.}}",
  "commit-rate.means":
    "Mail programs, browsers and photo libraries keep their data in such databases.",
  "commit-rate.means-gain":
    "Mail programs, browsers and photo libraries keep their data in such databases: taking in much at once is fast, many small changes one after the other are not.",
  "commit-rate.means-log-gain":
    "Taking in much at once is fast, many small changes one after the other are not.",
  "commit-rate.no-gain": "Here most of the time goes into the records themselves.",
  "commit-rate.meaning":
    "Mail programs, browsers and photo libraries keep their data in databases: a program that saves after every {few, number} records stores {fewPerSecond, number, rate} records a second here.",
  "commit-rate.meaning-of-two":
    "Mail programs, browsers and photo libraries keep their data in databases: a program that saves after every {few, number} records stores {fewPerSecond, number, rate} records a second, one that saves {many, number} at a time {manyPerSecond, number, rate} here.",

  "commits-alike.rate":
    "With {batch}, {recordsPerSecond, number, rate} records a second were saved with the safe setting ({settings}).",
  "commits-alike.rates":
    "With {batch}, {recordsPerSecond, number, rate} records a second were saved with the safe setting ({settings}), and {relaxedRecordsPerSecond, number, rate} with the fast one ({relaxedSettings}).",
  "commits-unconfirmed.title":
    "{isFree, select, true {The safe and the fast setting of a database cost about the same} other {The saves of a database send no flush to this drive}}",
  "commits-unconfirmed.title-log":
    "{isFree, select, true {The safe and the fast setting of a log file cost about the same} other {The saves into a log file send no flush to this drive}}",
  "commits-unconfirmed.flushes":
    "The drive has a memory of its own that forgets without power (a write-back cache), yet the system counted {flushesPerSave, number, fixed2} flush commands to it for each save.",
  "commits-unconfirmed.means":
    "The saves are probably not confirmed by the drive, and what they store can be lost when the power fails.",
  "commits-unconfirmed.todo":
    "Look for what switches flushes off: mount options, a disk controller, a container. Until flushes are seen, do not keep the only copy of anything here.",
  "commits-alike.title": "The safe setting of a database costs little here",
  "commits-alike.title-log": "The safe setting of a log file costs little here",
  "commits-alike.mac":
    "On macOS this setting hands the data to the drive and asks for no more: it does not wait until the drive has stored it.",
  "commits-alike.unseen": "What reached the drive cannot be seen here.",
  "commits-alike.flushed":
    "Flush commands did reach the drive ({flushesPerSave, number, fixed1} for each save) and took little of the time.",
  "commits-alike.few-flushes":
    "The system counted {flushesPerSave, number, fixed2} flush commands for each save, and it is not known whether all of them reached a memory that forgets without power.",
});

const pieces = messages({
  unavailableSeen: "Not available: {list}.",
  unavailableOf: "{database} ({reason})",
});

/** Names of the databases, in the choice of options and above charts. */
export const databaseLabels: Readonly<Record<CommitDatabase, () => string>> = {
  ...messages({ "append-log": "Plain log file" }),
  sqlite: () => "SQLite",
  mdbx: () => "libmdbx",
};

/** One-line descriptions of the databases, for the choice of options. */
export const databaseDetails: Readonly<Record<CommitDatabase, () => string>> = messages({
  "append-log": "Records written one after the other.",
  sqlite: "In most phones, browsers and office programs.",
  mdbx: "Keeps its file mapped into memory.",
});

const names = messages({
  plainLog: "a plain log file",
  variant: "{database} ({variant})",
  batch: "{database}, {records, number} at a time",
});

const variantNames: Readonly<Record<string, (values: { database: string }) => string>> = messages({
  log: "{database}",
  mdbx: "{database}",
  wal: "{database} (write-ahead log)",
  "wal-fullfsync": "{database} (write-ahead log, full flush)",
  rollback: "{database} (rollback journal)",
  "rollback-fullfsync": "{database} (rollback journal, full flush)",
});

interface Database {
  readonly engine: CommitDatabase;
  readonly variant: string;
}

/** A database with its journal mode as a label: "SQLite (write-ahead log)". */
export function databaseLabel({ engine, variant }: Database): string {
  return withVariant(databaseLabels[engine](), variant);
}

/** A database with its journal mode within a sentence. */
export function databaseName({ engine, variant }: Database): string {
  return withVariant(engineName(engine), variant);
}

/** A database without its journal mode within a sentence. */
export function engineName(engine: CommitDatabase): string {
  return engine === "append-log" ? names.plainLog() : databaseLabels[engine]();
}

/** A database with its journal mode; an unknown mode is added as it is. */
function withVariant(database: string, variant: string): string {
  return variantNames[variant]?.({ database }) ?? names.variant({ database, variant });
}

interface Batch extends Database {
  readonly recordsPerTransaction: number;
}

/** Adds the transaction size within a sentence: "SQLite (write-ahead log), 10 at a time". */
function batchName(batch: Batch): string {
  return names.batch({ database: databaseName(batch), records: batch.recordsPerTransaction });
}

/** Adds the transaction size to the label. */
export function batchLabel(batch: Batch): string {
  return names.batch({ database: databaseLabel(batch), records: batch.recordsPerTransaction });
}

interface CommitRate extends Database {
  readonly commitsPerSecond: number;
  readonly settings: string;
  readonly isConfirmed?: boolean;
}

interface Relaxed {
  readonly settings: string;
  readonly recordsPerSecond: number;
  readonly recordsPerTransaction: number;
  readonly ratio: number;
}

interface Published {
  readonly name: string;
  readonly recordsPerSecond: number;
  readonly recordsPerTransaction: number;
  readonly source: string;
}

interface SafeRate extends Batch {
  readonly recordsPerSecond: number;
  readonly settings: string;
}

export const statements = {
  ...said,
  "commits-lost.of": (p: Batch & { settings: string; records: number; recordsFound: number }) =>
    said["commits-lost.of"]({ ...p, batch: batchName(p) }),
  "commits-failed.of": (p: Batch & { others: number; reason: string | null }) =>
    asSentence(
      said["commits-failed.of"]({ ...p, batch: batchName(p), reason: reasonOr(p.reason) }),
    ),
  "databases-unavailable.seen": (p: {
    engines: readonly CommitDatabase[];
    variants: readonly string[];
    reasons: readonly (string | null)[];
  }) => {
    const all = p.engines.map((engine, place) =>
      pieces.unavailableOf({
        database: databaseName({ engine, variant: p.variants[place] ?? "" }),
        reason: reasonOr(p.reasons[place] ?? null),
      }),
    );
    return pieces.unavailableSeen({ list: listOfClauses([...new Set(all)]) });
  },
  "commit-rate.seen": ({ isConfirmed = true, ...p }: CommitRate) =>
    said["commit-rate.seen"]({ ...p, isConfirmed, database: databaseName(p) }),
  "commit-rate.unwaited": ({ isBreakable = false, ...p }: Relaxed & { isBreakable?: boolean }) =>
    said["commit-rate.unwaited"]({ ...p, isBreakable }),
  /** `stopsAtDrive`: these saves stop at the drive's cache. Missing in reports of earlier versions. */
  "commit-rate.ordinary": ({
    stopsAtDrive = true,
    ...p
  }: {
    settings: string;
    recordsPerSecond: number;
    stopsAtDrive?: boolean;
  }) => said["commit-rate.ordinary"]({ ...p, stopsAtDrive }),
  "commit-rate.published-beside": (p: Published & Database & { hereRecordsPerSecond: number }) =>
    said["commit-rate.published-beside"]({ ...p, database: databaseName(p) }),

  "commits-alike.rate": (p: SafeRate) => said["commits-alike.rate"]({ ...p, batch: batchName(p) }),
  "commits-alike.rates": (
    p: SafeRate & { relaxedRecordsPerSecond: number; relaxedSettings: string },
  ) => said["commits-alike.rates"]({ ...p, batch: batchName(p) }),
};

export const { name, subject, purpose, title, sentence, briefMethod, progress } = messages({
  name: "Databases",
  subject: "databases",
  purpose: "What waiting for the drive costs a database.",
  title: "Records saved per second, by how many are saved at a time",
  sentence: "Saving records with real databases, a few and many at a time.",
  briefMethod:
    "Records are saved in transactions of several sizes; their files are opened again afterwards, and the records are counted.",
  progress: "Database commits, step {step, number} of {steps, number}",
});

export const commitsScreen = messages({
  atATime: "{records, number} at a time",
  alike: "as many",

  howToRead:
    "The same records are saved twice: once waiting for every batch, once without waiting. The gap between the two bars is what waiting costs.",
  largerBatches: "With more records in a batch there is less to wait for.",
  recordsConfirmed: "Records, waited for",
  recordsNotWaited: "Records, not waited for",
  perSecond: "{rate}\u00a0/s",
});

export const commitBars = messages({
  confirmed: "every batch waited for (durable)",
  handedOver: "handed over to the drive (durable)",
  normal: "flushed at checkpoints only (normal)",
  relaxed: "not waited for (relaxed)",
});

const isAlike = (ratio: number) => ratio < 1.05 && ratio > 0.95;

/** The ratio, such as "41 times"; says "alike" if the rates differ by less than a twentieth. */
export function ratioNote(ratio: number | null): string | null {
  if (ratio === null) {
    return null;
  }
  return isAlike(ratio) ? commitsScreen.alike() : formatRatio(ratio);
}

/** The gain: "41 times as many". */
export function gainWords(ratio: number | null): string | null {
  return ratio === null || isAlike(ratio)
    ? ratioNote(ratio)
    : commitsTable.timesAsMany({ ratio: formatRatio(ratio) });
}

export const commitsNotes = messages({
  twice:
    "The same records are saved twice: with settings that wait for every batch, and with settings that wait for nothing. Behind the lower bar, where there is room: how many times as many that saves.",
  normal:
    "The bar between them, where a database has one: nothing is waited for but the flush before a checkpoint. A power cut takes the last transactions then, which makes it no safe setting.",
  onMac:
    "On a Mac SQLite waits for the drive only with a full flush; its usual settings hand the data over to the drive and go on.",
  cut: "Some were stopped after {time}; their rate is that of the batches saved by then.",
  axis: "The axis is logarithmic.",
});

export const commitsMethod = richMessages({
  text: "Records of {record} (a key of {key} and a value that cannot be compressed) are saved with {engines}: {batches}. Every setting is run once for each of these, with a new file in a folder of its own, which is removed afterwards. A run ends early after {time}, between two commits. Records per second are those of all transactions over the time from the first begin to the end of the last commit; p50 to longest are the times of one commit. Then the file is closed and opened again, and its records are counted. Flushes are those the system counted on the way to the drive, where it counts them; those of making, closing and opening the file are among them, which weigh most where there are few commits.",
  normal:
    "SQLite with a write-ahead log is run a third time, with <call>synchronous=NORMAL</call>: after a thousand pages its log is flushed and moved into the database (a checkpoint). {checkpoints, plural, =0 {No checkpoint fell into the measured time of any of these runs.} one {One checkpoint fell into the measured time of these runs.} other {# checkpoints fell into the measured time of these runs.}} The setting is never counted as a safe one: a power cut may take the transactions since the last checkpoint, and the database stays consistent (sqlite.org/wal.html).",
  batches:
    "{transactions, plural, =1 {one transaction} other {# transactions}} of {records, number} records",
});
