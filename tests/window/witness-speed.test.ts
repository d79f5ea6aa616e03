import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  type HostEvent,
  type HostRequest,
  hostEventSchema,
} from "../../electron/contract/engine-messages";
import { plugLayout } from "../../electron/contract/power-cut";
import type { WitnessRequest, WitnessTicket } from "../../electron/contract/witness";
import { driveTicket, pageTicket, pageUrl } from "../../electron/main/witness/ticket";
import { Witness } from "../../electron/main/witness/witness";
import { type HostProcess, startHost, type ThreadTimes } from "../helpers/host-process";
import { nativeDirectory } from "../helpers/native-engine";
import { pairedRatio } from "../helpers/paired-speed";
import { plainModes } from "../helpers/plug-run";
import { newProfile, openBrowser } from "../helpers/witness-browser/open-browser";
import { waitFor } from "../helpers/witness-process";

/**
 * The writer's speed with a witness attached and without one, in one run: the engine's host writes
 * as fast as it can, and the witness comes and goes. The whole way of a number is real: engine host,
 * main's hand, witness host, and the page in a browser, which stores and confirms it.
 *
 * Time in which the writer waited for a processor is left out: the phone has one of its own, and
 * here its browser, and whatever else this machine does, takes the writer's. What the witness host
 * itself computes is charged in full instead, as on a computer with one processor.
 */

const built = (name: string) => resolve(__dirname, "../../out/main", name);
const mode = plainModes[1] ?? "fsync";
const test = { runId: "0a1b2c3d", subject: "A drive", modes: [{ mode, label: "Saved" }] };
const settleMs = 150;
const measuredMs = 600;
const leastRatio = 0.9;
const mostPairs = 30;

type Acknowledged = Extract<HostEvent, { type: "plug-acknowledged" }>;

// In memory where there is room: the faster the writer, the more a witness could hold it back.
let folder: string;
let writer: Writer;
let witness: Witness;
let witnessHost: HostProcess<WitnessRequest>;
beforeEach(async () => {
  folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "witness-speed-"));
  writer = await Writer.start(join(folder, "plug"));
});
afterEach(async () => {
  await writer.stop();
  witness.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The built engine host, writing slots without a pause; every operation costs the same. */
class Writer {
  listener: (event: Acknowledged) => void = () => undefined;
  private last: Acknowledged | null = null;
  private hasEnded = false;

  private thread: ThreadTimes | null = null;

  private constructor(private readonly host: HostProcess<HostRequest>) {}

  static async start(plug: string): Promise<Writer> {
    mkdirSync(plug);
    const host = startHost<HostRequest>(built("engine-host.cjs"));
    const writer = new Writer(host);
    let isPrepared = false;
    host.onExit(() => {
      writer.hasEnded = true;
    });
    host.onMessage((message) => {
      const event = hostEventSchema.parse(message);
      if (event.type === "plug-prepared") {
        isPrepared = true;
      } else if (event.type === "plug-acknowledged") {
        writer.last = event;
        writer.listener(event);
      } else if (event.type === "finished") {
        writer.hasEnded = true;
      }
    });
    const layout = { ...plugLayout(1), paceNs: 0, logRecords: 0, nameLimit: 0 };
    host.send({ type: "plug-prepare", folder: plug, modes: [mode], layout, nativeDirectory });
    await waitFor("the files to be made", () => isPrepared || null);
    host.send({ type: "plug-write" });
    await sleep(settleMs);
    writer.thread = host.busiestThread();
    return writer;
  }

  /** Operations a second, from now on and while it has a processor. */
  async speed(): Promise<number> {
    await sleep(settleMs);
    const from = await this.next();
    await sleep(measuredMs);
    const to = await this.next();
    const activeNs = to.elapsedNs - from.elapsedNs - (to.waitedNs - from.waitedNs);
    return ((to.operations - from.operations) / activeNs) * 1e9;
  }

  async stop(): Promise<void> {
    this.host.send({ type: "stop" });
    await waitFor("the writer to end", () => this.hasEnded || null);
    this.host.kill();
  }

  private async next() {
    const before = this.last;
    const { operations, elapsedNs } = await waitFor(
      "a number",
      () => (this.last === before ? null : this.last),
      { everyMs: 2 },
    );
    return { operations, elapsedNs, waitedNs: this.thread?.waitedNs() ?? 0 };
  }
}

interface Attachment {
  readonly attach: () => Promise<unknown>;
  readonly detach: () => Promise<unknown>;
}

async function expectNoDelay(ticket: WitnessTicket, { attach, detach }: Attachment): Promise<void> {
  const held = () => witness.current().progress.held[0]?.number ?? 0;
  let attachedNs = 0;
  let processorNs = 0;
  const withWitness = async () => {
    await attach();
    const [started, ran] = [performance.now(), witnessHost.processorNs()];
    writer.listener = ({ current, numbers, elapsedNs }) =>
      witness.acknowledge(current, numbers, elapsedNs);
    const before = held();
    const speed = await writer.speed();
    attachedNs += (performance.now() - started) * 1e6;
    processorNs += witnessHost.processorNs() - ran;
    // It was a witness all the while, and no bystander.
    expect(held()).toBeGreaterThan(before);
    return speed;
  };
  const alone = async () => {
    writer.listener = () => undefined;
    await detach();
    return writer.speed();
  };
  const ratio = await pairedRatio(
    async (pair) => {
      // In turns the one and the other first, so that a drift favours neither.
      if (pair % 2 === 0) {
        return (await withWitness()) / (await alone());
      }
      const without = await alone();
      return (await withWitness()) / without;
    },
    leastRatio,
    mostPairs,
  );
  const share = processorNs / attachedNs;
  console.info(
    `witness (${ticket.place.kind}): the writer keeps ${ratio.median.toFixed(3)} of its speed, ` +
      `median of ${ratio.pairs} pairs, ${ratio.above} of them at least ${leastRatio}; ` +
      `the witness host takes ${(share * 100).toFixed(1)} % of a processor`,
  );
  expect(ratio.median * (1 - share)).toBeGreaterThanOrEqual(leastRatio);
}

async function meet(ticket: WitnessTicket): Promise<WitnessTicket["place"]> {
  witnessHost = startHost(built("witness-host.cjs"));
  witness = new Witness({
    spawn: () => witnessHost,
    ticket,
    resuming: false,
    onStatus: () => undefined,
  });
  return waitFor("the witness", () => witness.current().place);
}

it("is at least nine tenths with the page of a phone", async () => {
  const profile = await newProfile();
  const phone = await openBrowser(profile);
  try {
    const ticket = pageTicket(test, "127.0.0.1");
    const place = await meet(ticket);
    if (place.kind !== "page") {
      throw new Error("the witness is no page");
    }
    const connections = (count: number) =>
      waitFor(
        `${count} connections`,
        () => witness.current().progress.connections === count || null,
      );
    await expectNoDelay(ticket, {
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
    await profile.remove();
  }
});

it("is at least nine tenths with a file on another drive", async () => {
  const ticket = driveTicket(test, folder);
  await meet(ticket);
  const nothing = async () => undefined;
  await expectNoDelay(ticket, { attach: nothing, detach: nothing });
});
