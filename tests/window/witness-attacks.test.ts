import net from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { median } from "#analysis/statistics";
import type { PagePlace, WitnessTicket } from "#contract/power-cut/witness";
import { pageTicket } from "../../electron/main/witness/ticket";
import { connectionLimits } from "../../electron/witness-host/connection-guard";
import { sampleTicket } from "../helpers/sample-witness";
import { waitFor } from "../helpers/wait-for";
import { browserOfAll, untilHeadline } from "../helpers/witness-browser/open-browser";
import { WitnessProcess } from "../helpers/witness-process";

/**
 * A hostile computer on the same network attacks while a real page is the witness. It uses another
 * address (127.0.0.2) where the system has one; the page connects from 127.0.0.1.
 */

const neighbour = process.platform === "linux" ? "127.0.0.2" : undefined;

const browser = browserOfAll();
let ticket: WitnessTicket;
let place: PagePlace;
let host: WitnessProcess;
let sockets: net.Socket[];

beforeEach(async () => {
  sockets = [];
  ticket = pageTicket(sampleTicket(), "127.0.0.1");
  place = ticket.place as PagePlace;
  host = new WitnessProcess(ticket);
  await browser.page.goto(await host.url());
  host.setStage("writing");
  host.acknowledge("fsync", 1);
  await host.untilHeld("fsync", 1);
});
afterEach(async () => {
  for (const socket of sockets) {
    socket.destroy();
  }
  await browser.page.goto("about:blank");
  await host.kill();
});

function connect(from = neighbour): net.Socket {
  const socket = net.connect({
    host: place.address,
    port: place.port,
    ...(from === undefined ? {} : { localAddress: from }),
  });
  socket.on("error", () => undefined);
  sockets.push(socket);
  return socket;
}

/**
 * Checks that the page confirms new numbers in time throughout `attack`, which is repeated if it is
 * over too soon to judge.
 */
async function holdsThrough(attack: () => Promise<void>): Promise<void> {
  let number = host.held("fsync");
  const nextHeldMs = async () => {
    number += 1;
    const start = performance.now();
    host.acknowledge("fsync", number);
    await host.untilHeld("fsync", number);
    return performance.now() - start;
  };
  const usualMs = median([await nextHeldMs(), await nextHeldMs(), await nextHeldMs()]);
  const before = number;
  let attacking = true;
  let slowestMs = 0;
  const attackOn = async () => {
    do {
      await attack();
    } while (number < before + 3);
  };
  const attacked = attackOn().finally(() => {
    attacking = false;
  });
  while (attacking) {
    slowestMs = Math.max(slowestMs, await nextHeldMs());
  }
  await attacked;
  const times = slowestMs / usualMs;
  console.info(
    `${number - before} numbers; the usual one takes ${usualMs.toFixed()} ms, ` +
      `the slowest ${times.toFixed(1)} times as long`,
  );
  // The page considers the connection lost after 6 s, some two hundred times the usual delay. A
  // single number that waits for a processor on a busy computer is not yet a stall.
  expect(times).toBeLessThan(200);
  expect(host.isRunning()).toBe(true);
  await untilHeadline(browser.page, /^Connected$/);
}

/**
 * Checks that the host's memory keeps nothing of the attack; garbage that is not yet collected may
 * lie there meanwhile.
 */
async function growsLittle(attack: () => Promise<void>): Promise<void> {
  const residentBefore = host.residentBytes();
  const before = await host.retainedBytes();
  await attack();
  const residentAfter = host.residentBytes();
  if (residentBefore !== null && residentAfter !== null) {
    expect(residentAfter - residentBefore).toBeLessThan(60e6);
  }
  for (const socket of sockets) {
    socket.destroy();
  }
  if (before !== null) {
    await waitFor(
      "the memory to be free again",
      async () => ((await host.retainedBytes()) ?? 0) - before < 2e6,
    );
  }
}

it.each([
  ["a wrong token", () => "/abcd-efgh-2345-wxyy/"],
  ["the token, for the page", () => `/${place.token}/`],
  ["the token, for an event stream", () => `/${place.token}/events?page=flood${digits()}`],
])(
  "the witness confirms numbers in time during fifty thousand requests with %s",
  async (_what, target) => {
    const perConnection = 50;
    let [sent, answers] = [0, 0];
    const burst = () =>
      new Promise<void>((resolve) => {
        const socket = connect();
        socket.on("data", (chunk) => {
          answers += String(chunk).split("HTTP/1.1 ").length - 1;
        });
        socket.on("close", () => resolve());
        const host = `${place.address}:${place.port}`;
        socket.write(`GET ${target()} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(perConnection));
      });
    const start = performance.now();
    await growsLittle(() =>
      holdsThrough(async () => {
        for (const end = sent + 50_000; sent < end; sent += 20 * perConnection) {
          await Promise.all(Array.from({ length: 20 }, burst));
        }
      }),
    );
    console.info(`${Math.round(sent / (performance.now() - start))} thousand requests a second`);
    // The host answers at most once per connection, and only connections that its rate limit
    // accepts.
    expect(answers).toBeLessThan(sent / perConnection);
  },
);

function digits(): string {
  return String(Math.floor(Math.random() * 1000)).padStart(3, "0");
}

it("the witness confirms numbers in time during two thousand aborted connections a second", async () => {
  await growsLittle(() =>
    holdsThrough(async () => {
      for (let slice = 0; slice < 60; slice += 1) {
        for (let index = 0; index < 100; index += 1) {
          const socket = connect();
          socket.once("connect", () => socket.destroy());
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }),
  );
});

it("the witness confirms numbers in time beside hundreds of idle connections, and to a page that loads afterwards", async () => {
  await holdsThrough(async () => {
    const open = Array.from({ length: 500 }, () => connect());
    const refused = () => open.filter((socket) => socket.destroyed).length;
    const { perAddress } = connectionLimits;
    await waitFor("all others to be refused", () => refused() >= 500 - perAddress);
    await waitFor("numbers meanwhile", () => host.held("fsync") > 6);
  });
  // A page that loads after the attack still gets a connection.
  await browser.page.reload();
  const number = host.held("fsync") + 1;
  host.acknowledge("fsync", number);
  await host.untilHeld("fsync", number);
});

it("the witness closes connections with endless headers or bodies and confirms numbers in time", async () => {
  const beginnings = [
    "GET / HTTP/1.1\r\nX-Filler: ",
    "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n",
    `POST /${place.token}/held?page=aaaaaaaa HTTP/1.1\r\nHost: ${place.address}:${place.port}\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n`,
  ];
  await growsLittle(() =>
    holdsThrough(async () => {
      for (let round = 0; round < 20; round += 1) {
        const sent = await Promise.all(beginnings.map(pourInto));
        // Before the sender notices that the host has ended the connection, it can write what the
        // socket buffers of both sides hold, but never the whole amount.
        expect(Math.max(...sent)).toBeLessThan(50e6);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }),
  );
});

/** Sends up to 200 MB until the host ends the connection; returns the bytes sent. */
function pourInto(beginning: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect();
    let sent = 0;
    const more = () => {
      while (sent < 200e6 && !socket.destroyed) {
        sent += 65_536;
        if (!socket.write("a".repeat(65_536))) {
          socket.once("drain", more);
          return;
        }
      }
    };
    socket.on("close", () => resolve(sent));
    socket.write(beginning);
    more();
  });
}

it("the witness confirms numbers in time while ten clients of the event stream read nothing", async () => {
  await growsLittle(() =>
    holdsThrough(async () => {
      const before = host.held("fsync");
      for (let index = 0; index < 10; index += 1) {
        const socket = connect();
        socket.write(
          `GET /${place.token}/events?page=stuck00${index} HTTP/1.1\r\nHost: ${place.address}:${place.port}\r\n\r\n`,
        );
        socket.pause();
      }
      await waitFor("twenty more numbers", () => host.held("fsync") > before + 20);
    }),
  );
});

it("the witness page receives the newest number after a flood of connections from the phone's own address", async () => {
  const end = performance.now() + 2000;
  let number = 1;
  while (performance.now() < end) {
    for (let index = 0; index < 200; index += 1) {
      connect("127.0.0.1");
    }
    number += 1;
    host.acknowledge("fsync", number);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  for (const socket of sockets.splice(0)) {
    socket.destroy();
  }
  await host.untilHeld("fsync", number);
  expect(host.isRunning()).toBe(true);
});
