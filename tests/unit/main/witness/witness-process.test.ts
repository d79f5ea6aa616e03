import { expect, it } from "vitest";
import type { WitnessEvent, WitnessRequest } from "#contract/power-cut/witness";
import { witnessWords } from "#text/witness-page";
import {
  WitnessProcess,
  type WitnessStatus,
} from "../../../../electron/main/witness/witness-process";
import { FakeHost } from "../../../helpers/fake-host";
import { sampleTicket } from "../../../helpers/sample-witness";

function watch() {
  const host = new FakeHost<WitnessRequest, WitnessEvent>();
  const statuses: WitnessStatus[] = [];
  const ticket = sampleTicket();
  const witness = new WitnessProcess({
    spawn: () => host,
    ticket,
    resuming: false,
    onStatus: (status) => statuses.push(status),
  });
  return { host, statuses, witness, ticket };
}

const progress = {
  held: [{ mode: "fsync", number: 41, elapsedNs: 9e9 } as const],
  connections: 1,
  confirmationMs: 12,
  unconfirmedMs: 0,
  keeps: "storage",
} as const;

it("WitnessProcess starts the host with the ticket and forwards the stage and acknowledgements", () => {
  const { host, witness, ticket } = watch();
  witness.setStage("writing");
  witness.acknowledge("fsync", [{ mode: "fsync", number: 7 }], 5e9);
  expect(host.requests).toEqual([
    { type: "start", ticket, resuming: false, words: witnessWords() },
    { type: "stage", stage: "writing" },
    {
      type: "acknowledged",
      current: "fsync",
      numbers: [{ mode: "fsync", number: 7 }],
      elapsedNs: 5e9,
    },
  ]);
});

it("WitnessProcess reports the page's address and the confirmed numbers", () => {
  const { host, statuses, ticket } = watch();
  host.says({ type: "ready", place: ticket.place, systemCall: null });
  host.says({ type: "progress", progress: { ...progress, held: [...progress.held] } });
  expect(statuses.at(-1)).toMatchObject({ phase: "ready", place: ticket.place, progress });
});

it("WitnessProcess keeps the confirmed numbers after its host has died, and sends the host no more numbers", async () => {
  const { host, statuses, witness } = watch();
  host.says({ type: "progress", progress: { ...progress, held: [...progress.held] } });
  const answer = witness.enterTyped({ mode: "fsync", number: 41, checkWord: "bakomi" });
  const asked = host.requests.length;
  host.exits(null);
  expect(statuses.at(-1)).toMatchObject({
    phase: "failed",
    fault: { code: "host-died" },
    progress: { held: progress.held, connections: 0 },
  });
  await expect(answer).resolves.toBe(false);
  witness.acknowledge("fsync", [{ mode: "fsync", number: 42 }], 6e9);
  await expect(
    witness.enterTyped({ mode: "fsync", number: 41, checkWord: "bakomi" }),
  ).resolves.toBe(false);
  expect(host.requests).toHaveLength(asked);
});

it("WitnessProcess resolves each typed number with the answer to that number, in whatever order answers arrive", async () => {
  const { host, witness } = watch();
  const wrong = witness.enterTyped({ mode: "fsync", number: 14, checkWord: "bakomi" });
  const right = witness.enterTyped({ mode: "fsync", number: 41, checkWord: "bakomi" });
  host.says({ type: "typed", question: 2, accepted: true });
  host.says({ type: "typed", question: 1, accepted: false });
  await expect(right).resolves.toBe(true);
  await expect(wrong).resolves.toBe(false);
});

it('WitnessProcess kills a host whose message violates the contract, and reports the fault "internal"', () => {
  const { host, statuses } = watch();
  host.saysNonsense({ type: "progress", progress: { ...progress, held: [{ mode: "fsync" }] } });
  expect(statuses.at(-1)).toMatchObject({ phase: "failed", fault: { code: "internal" } });
  expect(host.killed).toBe(true);
});

it("WitnessProcess reports only once that it is closed, and ignores later messages", () => {
  const { host, statuses, witness } = watch();
  witness.close();
  witness.close();
  host.exits(0);
  host.says({ type: "progress", progress: { ...progress, held: [...progress.held] } });
  expect(statuses.map(({ phase }) => phase)).toEqual(["closed"]);
  expect(host.killed).toBe(true);
});
