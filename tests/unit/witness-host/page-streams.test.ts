import net from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { PagePlace } from "#contract/power-cut/witness";
import { witnessWords } from "#text/witness-page";
import { pageDocument } from "../../../electron/witness-host/page-document";
import { PageServer } from "../../../electron/witness-host/page-server";
import { sampleTicket } from "../../helpers/sample-witness";

const place = sampleTicket().place as PagePlace;
const padding = "x".repeat(4000);
let frame = 0;
let server: PageServer;
const sockets: net.Socket[] = [];

beforeEach(async () => {
  frame = 0;
  server = await PageServer.listen({
    page: pageDocument(witnessWords()),
    place: { ...place, port: 20_000 + Math.floor(Math.random() * 12_000) },
    nowMs: () => performance.now(),
    frame: () => JSON.stringify({ frame, padding }),
    onClaim: () => true,
  });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) {
    socket.destroy();
  }
  server.close();
});

/** Opens an event stream; `text()` returns everything read from it so far. */
async function listen(page: string): Promise<{ socket: net.Socket; text: () => string }> {
  const { port, token } = server.place;
  const socket = net.connect(port, "127.0.0.1");
  sockets.push(socket);
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.on("error", () => undefined);
  socket.write(`GET /${token}/events?page=${page} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  await until(() => text.includes("data: "));
  return { socket, text: () => text };
}

async function until(condition: () => boolean): Promise<void> {
  const end = Date.now() + 4000;
  while (!condition()) {
    if (Date.now() > end) {
      throw new Error("it did not come about");
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

it("the event stream of a page starts with the current state and receives a new state", async () => {
  const page = await listen("aaaaaaaa");
  expect(page.text()).toContain('data: {"frame":0');
  frame = 1;
  server.publish();
  await until(() => page.text().includes('data: {"frame":1'));
});

it("a page that does not read makes the server buffer only one state and does not affect other pages", async () => {
  const stuck = await listen("aaaaaaaa");
  stuck.socket.pause();
  const reader = await listen("bbbbbbbb");
  const before = process.memoryUsage();
  for (frame = 1; frame <= 20_000; frame += 1) {
    server.publish();
    if (frame % 100 === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  frame = 20_001;
  server.publish();
  await until(() => reader.text().includes('data: {"frame":20001'));
  const { visitors } = (
    server as unknown as { guard: { visitors: Map<string, { sockets: Set<net.Socket> }> } }
  ).guard;
  const queued = [...visitors.values()].flatMap(({ sockets }) => [...sockets]);
  expect(queued).toHaveLength(2);
  for (const socket of queued) {
    expect(socket.writableLength).toBeLessThan(2 * padding.length);
  }
  // 80 MB were published. The text that the test has read is in strings, which `arrayBuffers` does
  // not count.
  const grown = process.memoryUsage().arrayBuffers - before.arrayBuffers;
  expect(grown).toBeLessThan(40e6);
  // When the stuck page reads again, it gets the newest frame and not those that it missed.
  stuck.socket.resume();
  await until(() => stuck.text().includes('data: {"frame":20001'));
  expect(stuck.text().split("data: ").length).toBeLessThan(10_000);
});

it("the new event stream of a page replaces the old stream of the same page", async () => {
  const old = await listen("aaaaaaaa");
  const ended = new Promise((resolve) => old.socket.once("close", resolve));
  await listen("aaaaaaaa");
  await ended;
  expect(server.present()).toBe(1);
});

it("a new page replaces the page that was silent for longest if the highest number of pages is connected", async () => {
  const pages: { socket: net.Socket }[] = [];
  for (const page of ["aaaaaaaa", "bbbbbbbb", "cccccccc", "dddddddd", "eeeeeeee", "ffffffff"]) {
    pages.push(await listen(page));
  }
  expect(server.present()).toBe(6);
  await post("aaaaaaaa");
  const quietest = new Promise((resolve) => pages[1]?.socket.once("close", resolve));
  const late = await listen("gggggggg");
  await quietest;
  frame = 1;
  server.publish();
  await until(() => late.text().includes('{"frame":1'));
  expect(pages[0]?.socket.destroyed).toBe(false);
  expect(server.present()).toBe(6);
});

it("a flood of listeners does not displace a page that has claimed numbers", async () => {
  const witness = await listen("aaaaaaaa");
  await post("aaaaaaaa");
  for (let index = 10; index < 40; index += 1) {
    await listen(`flood0${index}x`.slice(0, 8));
  }
  expect(witness.socket.destroyed).toBe(false);
  frame = 1;
  server.publish();
  await until(() => witness.text().includes('{"frame":1'));
});

it("the server no longer counts a page that disconnected", async () => {
  const page = await listen("aaaaaaaa");
  expect(server.present()).toBe(1);
  page.socket.destroy();
  await until(() => server.present() === 0);
});

async function post(page: string): Promise<void> {
  const { port, token } = server.place;
  const body = JSON.stringify({ keeps: "storage", numbers: [] });
  const answer = await fetch(`http://127.0.0.1:${port}/${token}/held?page=${page}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
  });
  expect(answer.status).toBe(204);
}
