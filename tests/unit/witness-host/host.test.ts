import { afterEach, expect, it } from "vitest";
import type { PageClaim, PageFrame, WitnessEvent } from "#contract/power-cut/witness";
import { witnessWords } from "#text/witness-page";
import { pageUrl } from "../../../electron/main/witness/ticket";
import { WitnessHost } from "../../../electron/witness-host/host";
import { sampleTicket } from "../../helpers/sample-witness";

/** The witness host with its real page server; the test acts as the page. */

let host: WitnessHost;
let events: WitnessEvent[];
afterEach(() => host.close());

async function start(resuming = false, ticket = sampleTicket()): Promise<string> {
  events = [];
  host = new WitnessHost((event) => events.push(event));
  host.handle({ type: "start", ticket, resuming, words: witnessWords() });
  await expect.poll(() => events.length).toBeGreaterThan(0);
  const [ready] = events;
  if (ready?.type !== "ready" || ready.place.kind !== "page") {
    throw new Error(`no page: ${JSON.stringify(ready)}`);
  }
  return pageUrl(ready.place);
}

/** The first frame that a newly connected page gets. */
async function frame(url: string): Promise<PageFrame> {
  const abort = new AbortController();
  const response = await fetch(`${url}events?page=aaaaaaaa`, { signal: abort.signal });
  const chunk = await response.body?.getReader().read();
  abort.abort();
  const text = Buffer.from(chunk?.value ?? []).toString("utf8");
  // On a busy machine the chunk may contain two frames, of which the last one is current.
  const last = text.trim().split("\n\n").at(-1) ?? "";
  return JSON.parse(last.replace(/^data: /, "")) as PageFrame;
}

async function claim(url: string, numbers: PageClaim["numbers"]): Promise<number> {
  const response = await fetch(`${url}held?page=aaaaaaaa`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ keeps: "storage", numbers }),
  });
  return response.status;
}

function held(): unknown {
  const newest = events.filter((event) => event.type === "progress").at(-1);
  return newest?.type === "progress" ? newest.progress.held : null;
}

/** The first mode's last number as the page gets it, with its seal. */
async function lastOfFirstMode(url: string) {
  const [first] = (await frame(url)).modes;
  if (!first?.last) {
    throw new Error("the page got no number");
  }
  const { number, elapsedNs, seal, checkWord } = first.last;
  return { claim: { mode: "fsync" as const, number, elapsedNs, seal }, checkWord };
}

function acknowledge(number: number): void {
  const numbers = [{ mode: "fsync" as const, number }];
  host.handle({ type: "acknowledged", current: "fsync", numbers, elapsedNs: 5_000 });
}

it("WitnessHost accepts only numbers that it sealed itself, also after a restart", async () => {
  const ticket = sampleTicket();
  const before = await start(false, ticket);
  acknowledge(41);
  const given = await lastOfFirstMode(before);
  expect(await claim(before, [given.claim])).toBe(204);
  await expect.poll(held).toEqual([{ mode: "fsync", number: 41, elapsedNs: 5_000 }]);
  host.close();

  const after = await start(true, ticket);
  for (const forged of [
    { ...given.claim, number: 42 },
    { ...given.claim, elapsedNs: 5_001 },
    { ...given.claim, mode: "none" as const },
    { ...given.claim, seal: "0000000000000000" },
  ]) {
    expect(await claim(after, [forged])).toBe(400);
    // A request with a genuine and a forged number is refused as a whole.
    expect(await claim(after, [given.claim, forged])).toBe(400);
  }
  expect((await frame(after)).modes[0]?.received).toBe(0);
  expect(await claim(after, [given.claim])).toBe(204);
  await expect.poll(held).toEqual([{ mode: "fsync", number: 41, elapsedNs: 5_000 }]);
  expect(await frame(after)).toMatchObject({ stage: "returned", modes: [{ received: 41 }, {}] });
});

it("WitnessHost accepts a typed number only with the right check word, and records no time for this number", async () => {
  const url = await start();
  acknowledge(41);
  const { checkWord } = await lastOfFirstMode(url);
  const typed = { type: "typed", mode: "fsync", checkWord } as const;
  host.handle({ ...typed, question: 1, number: 14 });
  host.handle({ ...typed, question: 2, number: 41 });
  expect(events.filter(({ type }) => type === "typed")).toEqual([
    { type: "typed", question: 1, accepted: false },
    { type: "typed", question: 2, accepted: true },
  ]);
  await expect.poll(held).toEqual([{ mode: "fsync", number: 41, elapsedNs: null }]);
});

it("WitnessHost reports the error code and the system call if it cannot listen at its address", async () => {
  const ticket = sampleTicket({ kind: "page", address: "192.0.2.77" });
  events = [];
  host = new WitnessHost((event) => events.push(event));
  host.handle({ type: "start", ticket, resuming: true, words: witnessWords() });
  await expect
    .poll(() => events)
    .toMatchObject([{ type: "failed", fault: { code: "address-gone", syscall: "listen" } }]);
});

it("WitnessHost sends the main process fewer than five messages for 5,000 numbers in a row", async () => {
  await start();
  const before = events.length;
  for (let number = 1; number <= 5_000; number += 1) {
    acknowledge(number);
  }
  await expect.poll(() => events.length).toBeGreaterThan(before);
  expect(events.length - before).toBeLessThan(5);
});
