// Uncached reads, writes and a mix of both beside fio: the same file, block, requests and time.
// DriveProof's engine makes the file, which has no name: fio opens it through this process's
// descriptor in /proc.
import { readdirSync, readlinkSync } from "node:fs";
import { openSession } from "./engine.mjs";
import { installedFio } from "./fio.mjs";
import { fioMixFigures, mixFigures } from "./outputs.mjs";
import { runTool } from "./run-tool.mjs";
import { subjectNames } from "./tool.mjs";

const fileBytes = 512 * 1024 * 1024;
const measuredMs = 2000;
const warmupMs = 300;

/**
 * @typedef {{ pattern: "random" | "sequential", requests: number, readPercent: number,
 *   blockBytes: number }} Load
 */

/**
 * `random-32-read`: pattern, requests in flight, and kind of requests.
 * @param {string} subject
 * @returns {Load}
 */
export function loadOf(subject) {
  const [pattern, requests, kind] = subject.split("-");
  return {
    pattern: pattern === "random" ? "random" : "sequential",
    requests: Number(requests),
    readPercent: kind === "read" ? 100 : kind === "write" ? 0 : 70,
    blockBytes: pattern === "random" ? 4096 : 1024 * 1024,
  };
}

const readingSubjects = subjectNames.filter((name) => /^(random|sequential)-/.test(name));

/**
 * The file that DriveProof and fio share: the engine's open session, and the path in /proc by which
 * fio opens the file.
 * @typedef {{ session: any, place: string }} TestFile
 */

/**
 * @param {string} folder
 * @returns {{ ready: () => Promise<TestFile>, close: () => Promise<void> }}
 */
export function readingFile(folder) {
  /** @type {Promise<TestFile> | null} */
  let made = null;
  const make = async () => {
    const session = openSession();
    const fileName = "reading.tmp";
    const before = new Set(readdirSync("/proc/self/fd"));
    await session.prepare({ directory: folder, fileName, fileBytes, blockBytes: 4096, seed: 1 });
    const number = readdirSync("/proc/self/fd").find((name) => !before.has(name) && isFile(name));
    if (number === undefined) throw new Error("the test file has no descriptor in /proc");
    return { session, place: `/proc/${process.pid}/fd/${number}` };
  };
  return {
    ready: () => {
      made ??= make();
      return made;
    },
    close: async () => {
      await (await made)?.session.close();
    },
  };
}

/** @param {string} number of a descriptor */
function isFile(number) {
  try {
    return /\(deleted\)$|reading\.tmp$/.test(readlinkSync(`/proc/self/fd/${number}`));
  } catch {
    return false; // The descriptor was closed meanwhile.
  }
}

/**
 * @param {ReturnType<typeof readingFile>} file
 * @returns {import("./tool.mjs").Tool}
 */
export function readingTool(file) {
  return {
    name: "DriveProof",
    does: `the test of reading: ${measuredMs} ms after ${warmupMs} ms of warm-up in a file of 512 MiB, a thread for each request; sequential requests share one stream`,
    version: null,
    missing:
      process.platform === "linux" ? null : "the file is shared through /proc, on Linux only",
    alike: true,
    subjects: readingSubjects,
    async measure(subject) {
      const { session } = await file.ready();
      await session.drain();
      const load = loadOf(subject);
      const counts = await session.concurrent({
        ...load,
        warmupNs: warmupMs * 1e6,
        durationNs: measuredMs * 1e6,
        maxWrittenBytes: 2 ** 50,
      });
      if (counts.endedBy !== "time") {
        throw new Error(`it ended by ${counts.endedBy}: ${counts.fault?.message ?? ""}`);
      }
      return mixFigures(counts, load.requests);
    },
    close: () => file.close(),
  };
}

/**
 * @param {Load} load
 * @param {string} place
 */
export function fioReadingArguments({ pattern, requests, readPercent, blockBytes }, place) {
  const kind = readPercent === 100 ? "read" : readPercent === 0 ? "write" : "rw";
  const isRandom = pattern === "random";
  const partBytes = isRandom ? fileBytes : fileBytes / requests;
  return [
    ...["--name=bench", `--filename=${place}`, "--ioengine=psync", "--direct=1", "--thread"],
    ...[`--rw=${isRandom ? "rand" : ""}${kind}`, `--bs=${blockBytes}`, `--size=${partBytes}`],
    ...(kind === "rw" ? [`--rwmixread=${readPercent}`] : []),
    ...(isRandom ? ["--norandommap", "--randrepeat=0"] : []),
    ...(!isRandom && requests > 1 ? [`--offset_increment=${partBytes}`] : []),
    ...[`--numjobs=${requests}`, "--group_reporting", "--time_based", "--unlink=0"],
    ...[`--ramp_time=${warmupMs}ms`, `--runtime=${measuredMs}ms`, "--output-format=json"],
  ];
}

/**
 * @param {ReturnType<typeof readingFile>} file
 * @returns {import("./tool.mjs").Tool}
 */
export function fioReadingTool(file) {
  const name = "fio psync";
  return {
    name,
    does: "--ioengine=psync --direct=1 --thread with as many jobs as requests, in the same file; several sequential jobs each have a part of the file",
    ...installedFio(),
    alike: true,
    subjects: readingSubjects,
    async measure(subject) {
      const { session, place } = await file.ready();
      await session.drain();
      const { stdout } = await runTool(name, "fio", fioReadingArguments(loadOf(subject), place));
      return fioMixFigures(stdout);
    },
  };
}
