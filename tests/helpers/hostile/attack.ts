import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { type CallName, callChannel } from "#contract/ipc-names";
import { ipcCalls } from "#contract/ipc-schema";
import type { RealApp } from "../real-app";
import { hostileCalls } from "./generator";

/** How many calls of one method the main process accepted, refused or never answered. */
export interface Tally {
  accepted: number;
  refused: number;
  /**
   * Calls that the main process never answered: the arguments could not be copied, or were too
   * large for the bridge.
   */
  thrown: number;
}

export interface AttackResult {
  readonly tallies: Readonly<Record<string, Tally>>;
  /**
   * The longest time in ms that the main thread worked in one turn of its event loop. Except on
   * Linux it includes all waiting.
   */
  readonly longestBlockMs: number;
  /** The longest turn of the main thread's event loop in ms, including the wait for a processor. */
  readonly longestAbsenceMs: number;
  /** Bytes of the main process's heap in use after garbage collection. */
  readonly heapBytes: { readonly before: number; readonly after: number };
}

const names = Object.keys(ipcCalls) as CallName[];

/**
 * The two ways to call the main process: the bridge that a page has, or IPC messages as a
 * compromised renderer sends them.
 */
type Way = "bridge" | "messages";

/**
 * Attacks the main process from its own window with `count` calls: half through the bridge, half by
 * IPC messages.
 */
export async function attackMain(real: RealApp, count: number, seed = 1): Promise<AttackResult> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "driveproof-hostile-"));
  try {
    const preload = path.join(folder, "preload.cjs");
    writeFileSync(preload, preloadSource());
    await real.app.evaluate(({ session }, filePath) => {
      const { defaultSession } = session;
      if (typeof defaultSession.registerPreloadScript === "function") {
        defaultSession.registerPreloadScript({ type: "frame", filePath });
      } else {
        defaultSession.setPreloads([filePath]);
      }
    }, preload);
    await real.answerFolderDialog(null);
    await real.answerSaveDialog(null);
    await real.page.reload();
    await real.page.getByRole("heading", { level: 1 }).waitFor();
    // Sends some calls first, so that caches and compiled code do not count as a leak.
    await send(real, Math.min(count, 2000), seed + 1);
    const before = await collectedHeapBytes(real);
    await real.app.evaluate(watchLoop);
    const tallies = await send(real, count, seed);
    const loop = await real.app.evaluate(() => Reflect.get(globalThis, "endWatch")());
    return { tallies, ...loop, heapBytes: { before, after: await collectedHeapBytes(real) } };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function send(real: RealApp, count: number, seed: number): Promise<Record<string, Tally>> {
  const tallies: Record<string, Tally> = {};
  const slice = 1000;
  for (let sent = 0; sent < count; sent += slice) {
    const way: Way = (sent / slice) % 2 === 0 ? "messages" : "bridge";
    const options = { way, seed: seed * 7919 + sent, count: Math.min(slice, count - sent), names };
    const part = (await real.page.evaluate(`hostile.attack(${JSON.stringify(options)})`)) as Record<
      string,
      Tally
    >;
    for (const [name, { accepted, refused, thrown }] of Object.entries(part)) {
      tallies[name] ??= { accepted: 0, refused: 0, thrown: 0 };
      tallies[name].accepted += accepted;
      tallies[name].refused += refused;
      tallies[name].thrown += thrown;
    }
  }
  return tallies;
}

/** Runs in the renderer: messages in the preload's world, bridge calls in the page's own world. */
async function runCalls(
  next: () => { name: string; args: unknown },
  count: number,
  ask: (name: string, args: unknown) => Promise<{ ok: boolean }>,
): Promise<Record<string, Tally>> {
  const tallies: Record<string, Tally> = {};
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const { name, args } = next();
      tallies[name] ??= { accepted: 0, refused: 0, thrown: 0 };
      const tally = tallies[name];
      try {
        const answer = await ask(name, args);
        tally[answer.ok ? "accepted" : "refused"] += 1;
      } catch {
        tally.thrown += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: 40 }, worker));
  return tallies;
}

function preloadSource(): string {
  const channels = Object.fromEntries(names.map((name) => [name, callChannel(name)]));
  return `
const { contextBridge, ipcRenderer, webFrame } = require("electron");
const hostileCalls = ${hostileCalls};
const runCalls = ${runCalls};
const channels = ${JSON.stringify(channels)};
contextBridge.exposeInMainWorld("hostileMessages", ({ seed, count, names }) =>
  runCalls(hostileCalls(seed, names), count, (name, args) =>
    ipcRenderer.invoke(channels[name], args)));
void webFrame.executeJavaScript(\`
  const hostileCalls = ${text(hostileCalls)};
  const runCalls = ${text(runCalls)};
  window.hostile = {
    attack: (options) => options.way === "messages"
      ? window.hostileMessages(options)
      : runCalls(hostileCalls(options.seed, options.names), options.count, async (name, args) =>
          Array.isArray(args) && args.length < 1000
            ? window.driveproof[name](...args)
            : window.driveproof[name](args)),
  };
  0;
\`);
`;
}

/** The source of a function, escaped for the template literal of the preload. */
function text(source: (...args: never[]) => unknown): string {
  return String(source).replace(/[\\`$]/g, "\\$&");
}

/**
 * Runs in the main process: notes the longest turn of the event loop and the longest time it
 * worked. The two differ, because on a busy computer a thread waits for a processor longer than for
 * any call.
 */
function watchLoop(): void {
  const require = process.mainModule?.require as NodeJS.Require;
  const { readFileSync } = require("node:fs") as typeof import("node:fs");
  /** Time the main thread has spent on a processor; proc(5), schedstat. */
  const workedMs = () => {
    try {
      const file = `/proc/self/task/${process.pid}/schedstat`;
      return Number(readFileSync(file, "utf8").split(" ")[0]) / 1e6;
    } catch {
      return performance.now();
    }
  };
  let [atMs, worked] = [performance.now(), workedMs()];
  const longest = { longestBlockMs: 0, longestAbsenceMs: 0 };
  const timer = setInterval(() => {
    const [nowMs, nowWorked] = [performance.now(), workedMs()];
    longest.longestAbsenceMs = Math.max(longest.longestAbsenceMs, nowMs - atMs);
    longest.longestBlockMs = Math.max(longest.longestBlockMs, nowWorked - worked);
    [atMs, worked] = [nowMs, nowWorked];
  }, 5);
  Object.assign(globalThis, {
    endWatch: () => {
      clearInterval(timer);
      return longest;
    },
  });
}

/**
 * Bytes of the main process's heap in use: the least after several garbage collections, because the
 * last answers may still be on their way.
 */
function collectedHeapBytes(real: RealApp): Promise<number> {
  return real.app.evaluate(async () => {
    const require = process.mainModule?.require as NodeJS.Require;
    (require("node:v8") as typeof import("node:v8")).setFlagsFromString("--expose-gc");
    const collect = (require("node:vm") as typeof import("node:vm")).runInNewContext("gc");
    let least = Number.POSITIVE_INFINITY;
    for (let times = 0; times < 5; times += 1) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      collect();
      least = Math.min(least, process.memoryUsage().heapUsed);
    }
    return least;
  });
}

/**
 * Expects that the main process still answers, never worked for a tenth of a second without a
 * pause, leaked no memory, and rejected some calls of every method.
 */
export async function expectUnharmed(real: RealApp, result: AttackResult): Promise<void> {
  expect(Object.keys(result.tallies).sort()).toEqual([...names].sort());
  for (const [name, { refused, thrown }] of Object.entries(result.tallies)) {
    expect(refused + thrown, name).toBeGreaterThan(0);
  }
  expect(result.longestBlockMs).toBeLessThan(100);
  expect(result.heapBytes.after).toBeLessThan(1.1 * result.heapBytes.before);
  // The main process still answers a click of the user.
  await real.page.getByRole("button", { name: "Earlier inspections" }).click();
  await real.page.getByRole("heading", { name: "Earlier inspections" }).waitFor();
}

/** The attack's counts, times and memory as a text table. */
export function attackTable({ tallies, ...rest }: AttackResult): string {
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`;
  const rows = Object.entries(tallies)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(
      ([name, { accepted, refused, thrown }]) =>
        `${name.padEnd(20)}${[accepted, refused, thrown].map((n) => String(n).padStart(9)).join("")}`,
    );
  return [
    `${"method".padEnd(20)} accepted  refused   thrown`,
    ...rows,
    `longest block ${rest.longestBlockMs.toFixed(1)} ms of work (${rest.longestAbsenceMs.toFixed(1)} ms with waiting for a processor)`,
    `heap ${megabytes(rest.heapBytes.before)} before, ${megabytes(rest.heapBytes.after)} after`,
  ].join("\n");
}
