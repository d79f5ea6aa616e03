import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type HostEvent, type HostRequest, hostEventSchema } from "#contract/engine-messages";
import { powerCutLayout } from "#contract/power-cut/test";
import type { WitnessRequest, WitnessTicket } from "#contract/power-cut/witness";
import { driveTicket, pageTicket, pageUrl } from "../../electron/main/witness/ticket";
import { WitnessProcess } from "../../electron/main/witness/witness-process";
import { folderOfEach } from "./folders";
import { type HostProcess, startHost } from "./host-process";
import { pairedRatio } from "./paired-speed";
import { plainModes } from "./power-cut-run";
import { skipped } from "./skipped";
import { waitFor } from "./wait-for";
import { openBrowser } from "./witness-browser/open-browser";

/**
 * Measures how much of its time the writer runs with a witness attached and without one: the engine
 * host writes as fast as it can while the witness is attached and detached. Every part that handles
 * a number is real: engine host, main's code, witness host, and the page in a browser, which stores
 * and confirms the number.
 *
 * In memory a write never waits for a drive, so a writer that neither runs nor waits for a
 * processor waits for the witness. The writer's speed would tell less: a real phone has its own
 * processor, but the browser of this test halves the speed if two processors are threads of one
 * core.
 */

const built = (name: string) => resolve(__dirname, "../../out/main", name);
const probe = resolve(__dirname, "thread-probe.cjs");
const mode = plainModes[1] ?? "fsync";
const test = { runId: "0a1b2c3d", subject: "A drive", modes: [{ mode, label: "Saved" }] };

/** The bound that the measured ratio must not miss, and how long the writer's speed is measured. */
export interface SpeedLook {
  /**
   * Least ratio of the share of time in which the writer runs with a witness to that without one.
   */
  readonly leastRatio: number;
  readonly mostPairs: number;
  /** Wait in milliseconds after the witness was attached or detached. */
  readonly settleMs: number;
  /**
   * Duration of a measurement in nanoseconds, not counting the time in which the writer waits for a
   * processor.
   */
  readonly measuredNs: number;
}

type Acknowledged = Extract<HostEvent, { type: "power-cut-acknowledged" }> & {
  /** Times of the writer's thread, on Linux only; see thread-probe.cjs. */
  readonly writer?: { readonly atNs: number; readonly ranNs: number; readonly waitedNs: number };
};

// The writer's folder is in memory if possible: the faster the writer is, the more a witness could
// delay it.
let folder: string;
let writer: Writer;
let witness: WitnessProcess;
let witnessHost: HostProcess<WitnessRequest>;

/** Tests the page of a phone and a file on another drive as witnesses. */
export function expectTheWriterIsNotHeldBack(look: SpeedLook): void {
  if (process.platform !== "linux") {
    it("with any witness", ({ skip }) =>
      skip(skipped("only Linux tells when a thread ran and when it waited for a processor")));
    return;
  }
  const profile = folderOfEach();
  beforeEach(async () => {
    folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "witness-speed-"));
    writer = await Writer.start(join(folder, "plug"));
  });
  afterEach(async () => {
    await writer.stop();
    witness.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("with the page of a phone, open in a browser on the same computer, as its witness", () =>
    withPage(look, profile()));

  it("with a file on another drive as its witness", async () => {
    const ticket = driveTicket(test, folder);
    await meet(ticket);
    const nothing = async () => undefined;
    await expectNoDelay(look, ticket, { attach: nothing, detach: nothing });
  });
}

/** The built engine host, writing slots without a pause; every operation costs the same. */
class Writer {
  listener: (event: Acknowledged) => void = () => undefined;
  private last: Acknowledged | null = null;
  private hasEnded = false;

  private constructor(private readonly host: HostProcess<HostRequest>) {}

  static async start(plug: string): Promise<Writer> {
    mkdirSync(plug);
    const host = startHost<HostRequest>(built("engine-host.cjs"), probe);
    const writer = new Writer(host);
    let isPrepared = false;
    host.onExit(() => {
      writer.hasEnded = true;
    });
    host.onMessage((message) => {
      const event = hostEventSchema.parse(message);
      const { writer: times } = message as { readonly writer?: Acknowledged["writer"] };
      if (event.type === "power-cut-prepared") {
        isPrepared = true;
      } else if (event.type === "power-cut-acknowledged") {
        writer.last = { ...event, ...(times && { writer: times }) };
        writer.listener(writer.last);
      } else if (event.type === "finished") {
        writer.hasEnded = true;
      }
    });
    const layout = { ...powerCutLayout(1), paceNs: 0, logRecords: 0, nameLimit: 0 };
    host.send({ type: "power-cut-prepare", folder: plug, modes: [mode], layout });
    await waitFor("the files to be made", () => isPrepared);
    host.send({ type: "power-cut-write" });
    return writer;
  }

  /**
   * The share of the time from now on in which the writer runs, not counting the time in which it
   * waits for a processor; and how long it was watched, including the time to settle.
   */
  async watch({ settleMs, measuredNs }: SpeedLook): Promise<{ share: number; lastedNs: number }> {
    const start = await this.nextTimes();
    await sleep(settleMs);
    const from = await this.nextTimes();
    for (;;) {
      const to = await this.nextTimes();
      const couldRunNs = to.atNs - from.atNs - (to.waitedNs - from.waitedNs);
      if (couldRunNs >= measuredNs) {
        return { share: (to.ranNs - from.ranNs) / couldRunNs, lastedNs: to.atNs - start.atNs };
      }
    }
  }

  async stop(): Promise<void> {
    this.host.send({ type: "stop" });
    await waitFor("the writer to end", () => this.hasEnded);
    this.host.kill();
  }

  private async nextTimes(): Promise<NonNullable<Acknowledged["writer"]>> {
    const before = this.last;
    const next = await waitFor("a number", () => (this.last === before ? null : this.last), {
      everyMs: 5,
    });
    if (next.writer === undefined) {
      throw new Error("this system does not tell when a thread runs");
    }
    return next.writer;
  }
}

interface Attachment {
  readonly attach: () => Promise<unknown>;
  readonly detach: () => Promise<unknown>;
}

async function expectNoDelay(
  look: SpeedLook,
  ticket: WitnessTicket,
  { attach, detach }: Attachment,
): Promise<void> {
  const { leastRatio, mostPairs } = look;
  const held = () => witness.current().progress.held[0]?.number ?? 0;
  let watchedNs = 0;
  let hostRanNs = 0;
  const withWitness = async () => {
    await attach();
    const hostRanBefore = witnessHost.processorNs();
    writer.listener = ({ current, numbers, elapsedNs }) =>
      witness.acknowledge(current, numbers, elapsedNs);
    const before = held();
    const { share, lastedNs } = await writer.watch(look);
    watchedNs += lastedNs;
    hostRanNs += witnessHost.processorNs() - hostRanBefore;
    // Without a number the witness would not be attached at all.
    await waitFor("the witness to note a number", () => held() > before);
    return share;
  };
  const alone = async () => {
    writer.listener = () => undefined;
    await detach();
    return (await writer.watch(look)).share;
  };
  const ratio = await pairedRatio(
    async (pair) => {
      // Every other pair measures without the witness first, so that a drift in speed favours
      // neither.
      if (pair % 2 === 0) {
        return (await withWitness()) / (await alone());
      }
      const without = await alone();
      return (await withWitness()) / without;
    },
    leastRatio,
    mostPairs,
  );
  const hostShare = hostRanNs / watchedNs;
  console.info(
    `witness (${ticket.place.kind}): the writer keeps ${ratio.median.toFixed(3)} of its time, ` +
      `median of ${ratio.pairs} pairs, ${ratio.above} of them at least ${leastRatio}; ` +
      `the witness host takes ${(hostShare * 100).toFixed(1)} % of a processor`,
  );
  // The result is null if the measured pairs do not decide, as on a slow machine; only a ratio
  // surely below the bound fails.
  expect(ratio.side).not.toBe("below");
  expect(hostShare).toBeLessThan(0.5);
}

async function meet(ticket: WitnessTicket): Promise<WitnessTicket["place"]> {
  witnessHost = startHost(built("witness-host.cjs"));
  witness = new WitnessProcess({
    spawn: () => witnessHost,
    ticket,
    resuming: false,
    onStatus: () => undefined,
  });
  return waitFor("the witness", () => witness.current().place);
}

async function withPage(look: SpeedLook, profile: string): Promise<void> {
  const phone = await openBrowser({ profile });
  try {
    const ticket = pageTicket(test, "127.0.0.1");
    const place = await meet(ticket);
    if (place.kind !== "page") {
      throw new Error("the witness is no page");
    }
    const connections = (count: number) =>
      waitFor(`${count} connections`, () => witness.current().progress.connections === count);
    await expectNoDelay(look, ticket, {
      attach: async () => {
        await phone.page.goto(pageUrl(place));
        await connections(1);
      },
      detach: async () => {
        await phone.page.goto("about:blank");
        await connections(0);
      },
    });
  } finally {
    await phone.close();
  }
}
