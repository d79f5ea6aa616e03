import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type InspectProcess, reportOf, startInspect } from "../../helpers/inspect-process";
import type { DriveCase } from "../drives/drive-case";
import type { Outcome } from "../judging/outcome";
import { type BuiltDrive, build } from "./build";
import { flushCount, flushesBetween } from "./flush-count";
import { writeOldFiles } from "./old-files";
import { cutPower } from "./power-cut";
import { throughSensor } from "./sensor";
import { run, type Workshop } from "./workshop";

/**
 * Makes the drive, inspects it with the shipped command line, asks the drive what was true, cuts
 * its power where that is part of its row, and takes everything apart, whatever happens. `signal`
 * ends it early.
 */
export function inspectDrive(
  workshop: Workshop,
  drive: DriveCase,
  signal: AbortSignal,
): Promise<Outcome> {
  return workshop.withFolder(drive.id, async (folder) => {
    const built = await build(workshop, folder, drive.recipe);
    if (drive.before === "is-made-read-only") {
      await run("mount", "-o", "remount,ro", built.mountPoint);
    }
    if (drive.oldMebibytes !== undefined) {
      built.simulated?.expectOldFiles(drive.flaws ?? []);
      await writeOldFiles(built.mountPoint, drive.oldMebibytes);
    }
    built.simulated?.arm(drive.flaws ?? []);
    const { blockDevice } = built;
    const before = blockDevice === null ? null : flushCount(blockDevice);
    const end = await inspection(drive, built, signal);
    const after = blockDevice === null ? null : flushCount(blockDevice);
    keepReport(drive, end.stdout);
    const hasVanished = drive.whileMeasuring === "vanishes";
    return {
      exitCode: end.code,
      stderr: end.stderr,
      report: end.stdout === "" ? null : reportOf(end),
      truth: hasVanished ? null : (built.simulated?.truth() ?? null),
      kernel: before === null || after === null ? null : flushesBetween(before, after),
      survival: drive.survivesPowerCut === undefined ? null : await cutPower(built),
    };
  });
}

/** For whoever wants to read what the verdict says in full. */
function keepReport({ id }: DriveCase, report: string): void {
  const folder = process.env.DRIVEPROOF_LAB_REPORTS;
  if (folder && report !== "") {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${id}.json`), report);
  }
}

async function inspection(drive: DriveCase, built: BuiltDrive, signal: AbortSignal) {
  const { mountPoint, simulated } = built;
  const through = drive.hasSensor && simulated ? throughSensor(simulated.sensor) : [];
  const inspecting = startInspect([...drive.options, "--json", "-", "--path", mountPoint], {
    through,
  });
  const giveUp = () => inspecting.process.kill("SIGKILL");
  signal.addEventListener("abort", giveUp);
  try {
    await meanwhile(drive, built, inspecting);
    return await inspecting.ended;
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

/** What happens to the drive from outside, once the inspection measures. */
async function meanwhile(
  { whileMeasuring, later }: DriveCase,
  { mountPoint, simulated }: BuiltDrive,
  inspecting: InspectProcess,
): Promise<void> {
  if (later !== undefined) {
    await inspecting.saying(later.after);
    simulated?.tell(...later.flaws);
  }
  if (whileMeasuring === undefined) {
    return;
  }
  if (whileMeasuring === "is-stopped") {
    await inspecting.saying(/reading all of it back/);
    // Some megabytes are read, and most are not.
    await sleep(400 + Math.random() * 1200);
    inspecting.process.kill("SIGINT");
    return;
  }
  // On a busy computer the first round is told while the file is still being flushed.
  await inspecting.saying(whileMeasuring === "vanishes" ? /round 2/ : /measuring|buffer sizes/i);
  switch (whileMeasuring) {
    case "vanishes":
      simulated?.vanish();
      return;
    case "is-filled-up":
      fillUp(join(mountPoint, "other"));
      return;
    case "is-busy":
      return saveUntil(inspecting.ended, join(mountPoint, "other"));
  }
}

function fillUp(file: string): void {
  const handle = openSync(file, "w");
  const piece = Buffer.alloc(2 ** 20, "x");
  try {
    for (;;) {
      writeSync(handle, piece);
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) {
      throw error;
    }
  } finally {
    closeSync(handle);
  }
}

/** As another program that saves one piece after the other. */
async function saveUntil(ended: Promise<unknown>, file: string): Promise<void> {
  let isEnded = false;
  void ended.then(() => {
    isEnded = true;
  });
  const handle = await open(file, "w");
  const piece = Buffer.alloc(4096, "x");
  try {
    while (!isEnded) {
      await handle.write(piece, 0, piece.length, 0);
      await handle.datasync();
    }
  } finally {
    await handle.close();
  }
}
