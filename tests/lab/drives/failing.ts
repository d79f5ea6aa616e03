import { planFor } from "#analysis/plan";
import {
  broken,
  type DriveCase,
  type Expected,
  type Figure,
  flushModes,
  simulated,
  verified,
  without,
} from "./drive-case";

/** Drives that report errors, and drives that should have reported one. */

const { fileBytes, blockBytes } = planFor("smoke", "linux").workloads["flush-modes"];
/** Blocks of the test file, each of which is written once while the file is made. */
const blocks = fileBytes / blockBytes;
/**
 * Numbers of written blocks after which a flaw begins: while the file is made, early in the
 * measurement, and later. They are small, because a busy laboratory may make fewer than 200 saves a
 * second.
 */
const whileFilling = Math.round(blocks / 3);
const whileSaved = blocks + 66;
const whileWritten = blocks + 616;

const errorLocated: Figure = { figure: "error-located" };

/** An inspection that ends because a call reported an error of the drive (5 is EIO). */
const failsAt = (
  syscall: string,
  mustNot: Expected["mustNot"],
  ...figures: Figure[]
): Expected => ({
  ...broken,
  error: { code: "drive-error", syscall, osCode: 5 },
  must: ["drive-error", "virtual-drive"],
  mustNot: [...verified, "data-differs", ...mustNot],
  figures,
});

/**
 * An inspection that ends because blocks came back different, although no call reported an error.
 */
const differs = (...figures: Figure[]): Expected => ({
  ...broken,
  error: { code: "wrong-data", syscall: null, osCode: null },
  must: ["data-differs", "virtual-drive"],
  mustNot: [...verified, "drive-error"],
  figures,
});

export const failingDrives: readonly DriveCase[] = [
  {
    id: "fail-write-direct",
    title: "Reports an error for one write (unbuffered)",
    truth: "The error reaches the very call that wrote the block.",
    faithful: false,
    recipe: simulated,
    flaws: [`fail-write ${whileWritten}`],
    options: flushModes("o_direct"),
    expected: failsAt("pwrite", ["volume-gone", "not-verified"], errorLocated),
  },
  {
    id: "fail-write-buffered",
    title: "Reports an error for one write (through the cache)",
    truth: "The write itself succeeds; the save after it must fail.",
    faithful: false,
    recipe: simulated,
    flaws: [`fail-write ${whileSaved}`],
    options: flushModes("fdatasync"),
    expected: failsAt("fdatasync", ["volume-gone"], errorLocated),
  },
  {
    id: "fail-write-filling",
    title: "Reports an error while the test file is made",
    truth: "One of many blocks that a single flush covers could not be written.",
    faithful: false,
    recipe: simulated,
    flaws: [`fail-write ${whileFilling}`],
    options: flushModes("fdatasync"),
    expected: failsAt("fsync", ["inspection-broke-off"], { figure: "error-not-located" }),
  },
  {
    id: "fail-flush",
    title: "Reports an error for one flush",
    truth: "The data may or may not be stored; the next flush would claim success.",
    faithful: false,
    recipe: simulated,
    // The flaw begins at round 1, because fsync already flushes while the test file is made.
    later: { after: /round 1/, flaws: ["fail-flush 40"] },
    options: flushModes("fdatasync"),
    expected: failsAt("fdatasync", ["volume-gone"], errorLocated),
  },
  {
    id: "corrupt",
    title: "Silently changes one bit of one block in 65 536",
    truth: "No error is ever reported; the block reads back different.",
    faithful: false,
    recipe: { ...simulated, mebibytes: 512 },
    flaws: ["corrupt 50000"],
    options: ["--profile", "standard", "--tests", "flush", "--modes", "none"],
    expected: differs({ figure: "mismatches", from: 1, to: 1, outOf: 65_536 }, errorLocated),
  },
  {
    id: "lose",
    title: "Silently drops the writes to one block",
    truth: "No error is ever reported; the block keeps what it held before.",
    faithful: false,
    recipe: simulated,
    flaws: [`lose ${whileWritten}`],
    options: flushModes("fdatasync", "o_direct"),
    expected: differs({ figure: "mismatches", from: 1, to: 1, outOf: blocks }, errorLocated),
  },
  {
    id: "misdirect",
    title: "Stores the writes to one block elsewhere",
    truth: "No error is ever reported; one block is stale, and another may hold its data.",
    faithful: false,
    recipe: simulated,
    flaws: [`misdirect ${whileWritten}`],
    options: flushModes("o_direct"),
    expected: differs({ figure: "mismatches", from: 1, to: 20, outOf: blocks }),
  },
  {
    id: "unreadable",
    title: "Cannot read back one block",
    truth: "Writing succeeds; every other block can be read.",
    faithful: false,
    recipe: simulated,
    flaws: [`unreadable ${whileWritten}`],
    options: flushModes("o_direct"),
    expected: {
      ...failsAt("pread", [], errorLocated, { figure: "read-on", outOf: blocks }),
      must: ["drive-error", "not-verified", "virtual-drive"],
    },
  },
  {
    id: "runs-out",
    title: "Holds less than it says (space runs out below the file system)",
    truth: "The test file lies complete on the volume, and rewriting it finds no space.",
    faithful: false,
    recipe: simulated,
    flaws: [`full-after ${whileWritten}`],
    options: flushModes("o_direct"),
    expected: {
      ...broken,
      error: { code: "volume-full", syscall: "pwrite", osCode: 28 },
      must: ["holds-less", "virtual-drive"],
      mustNot: without("holds-less"),
      figures: [errorLocated],
    },
  },
  {
    id: "fills-up",
    title: "Another program fills the volume while new files are written",
    truth: "The drive is well; there is no space left for the file being written.",
    faithful: true,
    recipe: { medium: "file", fileSystem: "ext4", mebibytes: 256 },
    whileMeasuring: "is-filled-up",
    options: ["--profile", "smoke", "--tests", "buffer"],
    expected: {
      exitCode: 3,
      saved: "Not known",
      grade: "unknown",
      error: { code: "volume-full", syscall: "pwrite", osCode: 28 },
      must: ["volume-full", "virtual-drive"],
      mustNot: without("volume-full"),
    },
  },
  {
    id: "vanishes",
    title: "Goes away in the middle",
    truth:
      "The drive answers nothing any more. Of this one the system shows no more than of one with a defect: the kernel passes on a plain error and keeps the loop device on its list. It must not be called gone without evidence.",
    faithful: false,
    recipe: simulated,
    whileMeasuring: "vanishes",
    options: flushModes("fdatasync"),
    expected: failsAt("fdatasync", ["volume-gone"]),
  },
];
