import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { HostEvent } from "../../../electron/contract/engine-messages";
import { plugLayout } from "../../../electron/contract/power-cut";
import { PlugTestRunner } from "../../../electron/engine-host/plug-test";
import { nodeEngine } from "../../../electron/main/engine-process";
import { driveTicket } from "../../../electron/main/witness/ticket";
import { Witness } from "../../../electron/main/witness/witness";
import { nativeDirectory, until } from "../../helpers/native-engine";
import { plainModes } from "../../helpers/plug-run";

const script = resolve(__dirname, "../../../out/main/witness-host.cjs");
const mode = plainModes[1] ?? "fsync";
const leastMs = 5000;
const mostMs = 40_000;

/** Looks at the numbers for which the witness is there, and then as many without it. */
const looksPerPhase = 4;

// In memory where there is room: the faster the writer, the more a witness could hold it back.
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "witness-speed-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Operations and the time they took, while somebody was there or not. */
class Tally {
  operations = 0;
  elapsedNs = 0;

  add(operations: number, elapsedNs: number): void {
    this.operations += operations;
    this.elapsedNs += elapsedNs;
  }

  get perSecond(): number {
    return (this.operations / this.elapsedNs) * 1e9;
  }
}

it("writes at least nine tenths as fast with a witness as without one", async () => {
  const test = { runId: "0a1b2c3d", subject: "A drive", modes: [{ mode, label: "Saved" }] };
  const witness = new Witness({
    spawn: nodeEngine(script),
    ticket: driveTicket(test, folder),
    resuming: false,
    onStatus: () => undefined,
  });
  await until("the witness is there", () => witness.current().phase === "ready");
  // One run, in which the witness comes and goes: what else the machine does meets both alike.
  const witnessed = new Tally();
  const alone = new Tally();
  let isPrepared = false;
  let looks = 0;
  let last = { operations: 0, elapsedNs: 0 };
  const listen = (event: HostEvent) => {
    isPrepared = isPrepared || event.type === "plug-prepared";
    if (event.type !== "plug-acknowledged" || event.elapsedNs === null) {
      return;
    }
    const isThere = Math.floor(looks / looksPerPhase) % 2 === 0;
    // The first look of a phase still shows what the phase before it did.
    if (looks % looksPerPhase > 0) {
      const tally = isThere ? witnessed : alone;
      tally.add(event.operations - last.operations, event.elapsedNs - last.elapsedNs);
    }
    if (isThere) {
      witness.acknowledge(event.current, event.numbers, event.elapsedNs);
    }
    last = { operations: event.operations, elapsedNs: event.elapsedNs };
    looks += 1;
  };
  // Slots only, so that every operation costs the same.
  const layout = { ...plugLayout(1), paceNs: 0, logRecords: 0, nameLimit: 0 };
  const plug = mkdtempSync(join(folder, "plug-"));
  const files = { folder: plug, modes: [mode], layout, nativeDirectory };
  const runner = new PlugTestRunner({ type: "plug-prepare", ...files }, listen);
  void runner.run();
  await until("the files are made", () => isPrepared);
  runner.write();
  const ratio = () => witnessed.perSecond / alone.perSecond;
  // On a busy machine it takes longer until the differences even out.
  const start = performance.now();
  while (performance.now() - start < mostMs) {
    await sleep(250);
    if (performance.now() - start > leastMs && ratio() > 0.9) {
      break;
    }
  }
  const heldNumber = () => witness.current().progress.held[0]?.number ?? 0;
  await until("the witness holds numbers", () => heldNumber() > 1000);
  runner.stop();
  await runner.ended;
  witness.close();
  expect(ratio()).toBeGreaterThan(0.9);
});
