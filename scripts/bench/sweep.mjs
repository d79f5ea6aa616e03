// The buffer sweep beside dd: a new file written one after the other, through the page cache, with
// writes of one size. Each program gives back bytes per second and processor time per byte.
import { execFile, execFileSync } from "node:child_process";
import { closeSync, fsyncSync, openSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Below the knee of the sweep and on its plateau. */
export const sweptBytes = [512, 1024 * 1024];
const totalBytes = 256 * 1024 * 1024;

/** A step of our sweep: the same native call, in one session for all of them. */
export function engineSweep(root, folder) {
  const addon = path.join(root, "native", "build", "Release", "driveproof.node");
  const session = createRequire(addon)(addon).openSession();
  const file = {
    directory: folder,
    fileName: "sweep.tmp",
    fileBytes: 0,
    blockBytes: 4096,
    seed: 1,
  };
  const prepared = session.prepare(file);
  return {
    name: "DriveProof",
    missing: null,
    async measure(writeBytes) {
      await prepared;
      const counts = await session.sequential({
        mode: "none",
        writeBytes,
        totalBytes,
        maxNs: 600e9,
        layout: "append",
        syncEveryBytes: null,
        syncAtEnd: false,
        backgroundSyncNs: null,
        unbuffered: false,
      });
      if (counts.endedBy !== "complete") {
        throw new Error(`the step ended by ${counts.endedBy}: ${counts.fault?.message ?? ""}`);
      }
      return figures(counts.elapsedNs, counts.cpuUserNs + counts.cpuSystemNs);
    },
    close: () => session.close(),
  };
}

/** dd, which reads the same buffer full of zeros before each of its writes. */
export function ddSweep(folder) {
  const file = path.join(folder, "dd.tmp");
  let missing = null;
  try {
    execFileSync("bash", ["-c", "dd --version"], { stdio: "pipe" });
  } catch {
    missing = "dd: GNU dd (coreutils) and bash are not both installed";
  }
  return {
    name: "dd",
    missing,
    async measure(writeBytes) {
      const operands = `if=/dev/zero of="$0" bs=${writeBytes} count=${totalBytes / writeBytes}`;
      const { stderr } = await run("bash", ["-c", `time dd ${operands}`, file], {
        env: { ...process.env, LC_ALL: "C", TIMEFORMAT: "cpu %U %S" },
      });
      bringToDrive(file);
      const elapsed = / copied, ([\d.e-]+) s/.exec(stderr)?.[1];
      const [, user, system] = /cpu ([\d.]+) ([\d.]+)/.exec(stderr) ?? [];
      return figures(Number(elapsed) * 1e9, (Number(user) + Number(system)) * 1e9);
    },
    close: async () => rmSync(file, { force: true }),
  };
}

function figures(elapsedNs, cpuNs) {
  if (!(elapsedNs > 0) || !(cpuNs > 0)) {
    throw new Error(`no figures: ${elapsedNs} ns, ${cpuNs} ns of the processor`);
  }
  return { bytesPerSecond: (totalBytes * 1e9) / elapsedNs, cpuNsPerByte: cpuNs / totalBytes };
}

/** What it left in memory would be the next program's burden. */
function bringToDrive(file) {
  const descriptor = openSync(file, "r+");
  fsyncSync(descriptor);
  closeSync(descriptor);
  rmSync(file);
}
