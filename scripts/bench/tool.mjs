// The interface of every compared tool.

/** @typedef {import("./statistics.mjs").Figures} Figures */

/**
 * What is compared; the save modes come first in every repetition.
 * @typedef {"none" | "none-1048576" | "fdatasync" | "fsync" | "o_direct_dsync" | "write-512" | "write-1048576" | "random-1-read" |
 *   "random-1-write" | "random-1-mix" | "random-32-read" | "random-32-write" | "random-32-mix" |
 *   "sequential-1-read" | "sequential-1-write" | "sequential-1-mix" | "sequential-8-read" |
 *   "sequential-8-write" | "sequential-8-mix"} Subject
 */

/** @type {Readonly<Record<Subject, string>>} */
export const subjects = {
  none: "none: a block is rewritten, nothing follows, in a file filled block by block",
  "none-1048576":
    "none: a block is rewritten, nothing follows, in a file filled in pieces of 1 MiB",
  fdatasync: "fdatasync: a block is rewritten, then fdatasync()",
  fsync: "fsync: a block is rewritten, then fsync()",
  o_direct_dsync: "o_direct_dsync: a block is rewritten through O_DIRECT|O_DSYNC, nothing follows",
  "write-512": "writes of 512 B: a new file through the page cache, from its start to its end",
  "write-1048576": "writes of 1 MiB: a new file through the page cache, from its start to its end",
  "random-1-read": "4 KiB in random places around the cache, one at a time: reads",
  "random-1-write": "4 KiB in random places around the cache, one at a time: writes",
  "random-1-mix": "4 KiB in random places around the cache, one at a time: 70 % reads",
  "random-32-read": "4 KiB in random places around the cache, 32 at once: reads",
  "random-32-write": "4 KiB in random places around the cache, 32 at once: writes",
  "random-32-mix": "4 KiB in random places around the cache, 32 at once: 70 % reads",
  "sequential-1-read": "1 MiB in a row around the cache, one at a time: reads",
  "sequential-1-write": "1 MiB in a row around the cache, one at a time: writes",
  "sequential-1-mix": "1 MiB in a row around the cache, one at a time: 70 % reads",
  "sequential-8-read": "1 MiB in a row around the cache, 8 at once: reads",
  "sequential-8-write": "1 MiB in a row around the cache, 8 at once: writes",
  "sequential-8-mix": "1 MiB in a row around the cache, 8 at once: 70 % reads",
};

/** Subjects that rewrite blocks of one file. @type {readonly Subject[]} */
export const savingSubjects = ["none", "none-1048576", "fdatasync", "fsync", "o_direct_dsync"];

/** @type {readonly Subject[]} */
export const subjectNames = /** @type {Subject[]} */ (Object.keys(subjects));

/**
 * How long and on what the modes are measured, from our engine's report, so that all tools measure
 * the same. `profile` is the engine's name for it.
 * @typedef {{ profile: string, fileBytes: number, blockBytes: number, rounds: number,
 *   roundNs: number, warmupNs: number, maxRoundBytes: number }} Plan
 */

/**
 * `does`: what the tool does, and how that differs from DriveProof's engine. `missing`: why the
 * tool cannot be compared; `null` if it can. `alike`: whether a ratio compares like with like.
 * `version`: as the program prints it; `null` if not known.
 * @typedef {{ name: string, does: string, version: string | null, missing: string | null,
 *   alike: boolean, subjects: readonly Subject[],
 *   measure: (subject: Subject, plan: Plan) => Promise<Figures>, close?: () => void | Promise<void> }} Tool
 */

/**
 * Bytes of each write that fills the file: Linux keeps what one call wrote as one piece in its
 * cache, which decides what a plain rewrite costs.
 * @param {Subject} subject
 * @param {Pick<Plan, "blockBytes">} plan
 */
export const pieceBytesOf = (subject, { blockBytes }) =>
  subject === "none-1048576" ? 1024 * 1024 : blockBytes;

/** @param {Subject} subject */
export const modeOf = (subject) => (subject === "none-1048576" ? "none" : subject);

/**
 * The measured time of one repetition.
 * @param {Plan} plan
 */
export const measuredMs = ({ rounds, roundNs }) => (rounds * roundNs) / 1e6;
