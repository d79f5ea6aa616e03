import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SetupFailure } from "./failure.mjs";

/**
 * How many milliseconds a lock may lack its owner's process number: it is then still being made, or
 * its maker died in between.
 */
const NAMELESS_GRACE_MS = 5_000;

/**
 * Does `work` while no other set-up of this folder runs. The lock is a folder, because making one
 * succeeds for only one process on every file system; it holds the owner's process number. A lock
 * whose owner no longer lives is removed.
 * @template T
 * @param {string} lockDirectory
 * @param {{ onWait: (owner: number | null) => void, patienceMs?: number }} options
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(lockDirectory, { onWait, patienceMs = 30 * 60_000 }, work) {
  const deadlineMs = performance.now() + patienceMs;
  let told = false;
  while (!tryLock(lockDirectory)) {
    if (removeIfStale(lockDirectory)) continue;
    if (performance.now() > deadlineMs) {
      throw new SetupFailure(
        "another set-up of this folder does not come to an end",
        `end it, or remove the folder ${lockDirectory}`,
      );
    }
    if (!told) onWait(ownerOf(lockDirectory));
    told = true;
    await sleep(200);
  }
  const release = () => rmSync(lockDirectory, { recursive: true, force: true });
  // "exit" also covers process.exit(); a signal would end the process without it.
  /** @param {NodeJS.Signals} signal */
  const onSignal = (signal) => process.exit(signal === "SIGINT" ? 130 : 143);
  process.once("exit", release);
  process.once("SIGINT", onSignal);
  process.once("SIGTERM", onSignal);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
    release();
  }
}

/** @param {string} lockDirectory */
function tryLock(lockDirectory) {
  mkdirSync(path.dirname(lockDirectory), { recursive: true });
  try {
    mkdirSync(lockDirectory);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  }
  writeFileSync(path.join(lockDirectory, "pid"), String(process.pid));
  return true;
}

/**
 * @param {string} lockDirectory
 * @returns {number | null}
 */
function ownerOf(lockDirectory) {
  try {
    const pid = Number(readFileSync(path.join(lockDirectory, "pid"), "utf8"));
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    // The number is not written yet, or the lock has just been released.
    return null;
  }
}

/**
 * @param {string} lockDirectory
 * @returns {boolean} whether it is worth trying again at once
 */
function removeIfStale(lockDirectory) {
  const owner = ownerOf(lockDirectory);
  if (owner !== null ? isAlive(owner) : ageMs(lockDirectory) < NAMELESS_GRACE_MS) return false;
  // The rename makes one of several waiters the remover; all other waiters find nothing to rename.
  const aside = `${lockDirectory}.stale-${process.pid}`;
  try {
    renameSync(lockDirectory, aside);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return true;
    throw error;
  }
  // Another set-up may have taken the lock before the rename: it gets the lock back.
  if (ownerOf(aside) !== owner) renameSync(aside, lockDirectory);
  else rmSync(aside, { recursive: true, force: true });
  return true;
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process lives and belongs to another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/** @param {string} file */
function ageMs(file) {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    // The lock has just been released.
    return 0;
  }
}
