import http, { type IncomingHttpHeaders } from "node:http";
import net, { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { PageClaim, PagePlace } from "#contract/power-cut/witness";
import { witnessWords } from "#text/witness-page";
import { pageDocument } from "../../../electron/witness-host/page-document";
import { PageServer } from "../../../electron/witness-host/page-server";
import { Sealer } from "../../../electron/witness-host/seal";
import { sampleTicket } from "../../helpers/sample-witness";

const ticket = sampleTicket();
const page = pageDocument(witnessWords());
const sealer = new Sealer(ticket.secret, ticket.runId);
const token = (ticket.place as PagePlace).token;
const genuine: PageClaim = {
  keeps: "storage",
  numbers: [{ mode: "fsync", number: 41, elapsedNs: 9, seal: sealer.seal("fsync", 41, 9).seal }],
};

let server: PageServer;
let claims: PageClaim[];
beforeEach(async () => {
  claims = [];
  server = await PageServer.listen({
    page,
    place: sampleTicket().place as PagePlace,
    nowMs: () => performance.now(),
    frame: () => JSON.stringify({ stage: "writing", n: claims.length }),
    onClaim: (claim) => {
      claims.push(claim);
      return claim.numbers.every((sealed) => sealer.isGenuine(sealed));
    },
  });
});
afterEach(() => server.close());

/** Opens a second page server at this address; it is closed after the test. */
async function listenAt(place: PagePlace): Promise<PageServer> {
  const listening = { page, place, nowMs: () => 0, frame: () => "{}", onClaim: () => true };
  const other = await PageServer.listen(listening);
  onTestFinished(() => other.close());
  return other;
}

/** Occupies a free port until the end of the test. */
async function holderOfPort() {
  const holder = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => holder.once("listening", resolve));
  onTestFinished(() => void holder.close());
  return { holder, port: (holder.address() as net.AddressInfo).port };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Question {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Makes a request; `null` if the connection ended without an answer. */
function ask(question: Question = {}): Promise<Answer | null> {
  const { port } = server.place;
  return new Promise((resolve) => {
    const request = http.request(
      {
        host: "127.0.0.1",
        port,
        agent: false,
        method: question.method ?? "GET",
        path: question.path ?? `/${token}/`,
        headers: { Host: `127.0.0.1:${port}`, ...question.headers },
      },
      (response) => {
        let body = "";
        response.on("data", (chunk) => {
          body += chunk;
        });
        response.on("close", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      },
    );
    request.on("error", () => resolve(null));
    request.end(question.body);
  });
}

function claim(body: string, headers: Record<string, string> = {}): Promise<Answer | null> {
  return ask({
    method: "POST",
    path: `/${token}/held?page=aaaaaaaa`,
    headers: { "Content-Type": "application/json", ...headers },
    body,
  });
}

/**
 * Sends raw text to the page server; returns everything that the server sends until the connection
 * ends.
 */
function raw(text: string, endAfterMs?: number): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = net.connect(server.place.port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
    if (endAfterMs !== undefined) {
      setTimeout(() => socket.destroy(), endAfterMs);
    }
  });
}

describe("the witness page", () => {
  it("is one document without external files, and its security policy permits no foreign source", async () => {
    const answer = await ask();
    expect(answer?.status).toBe(200);
    expect(answer?.headers["content-type"]).toBe("text/html; charset=utf-8");
    const policy = answer?.headers["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(answer?.body).not.toMatch(/<!-- (style|script) -->|https?:|src=|@import|url\(/);
  });

  it("has an address that works with and without the final slash", async () => {
    expect((await ask({ path: `/${token}` }))?.body).toBe((await ask())?.body);
  });
});

describe("the page server", () => {
  it.each([
    ["a path without a token", { path: "/" }],
    ["a wrong token", { path: "/abcd-efgh-2345-wxyy/" }],
    ["a truncated token", { path: `/${token.slice(0, -1)}/` }],
    ["a token with a suffix", { path: `/${token}x/` }],
    ["the events of a wrong token", { path: "/abcd-efgh-2345-wxyy/events?page=aaaaaaaa" }],
    ["another path", { path: `/${token}/index.html` }],
    ["a path with ..", { path: `/${token}/../../etc/passwd` }],
    ["the page with another method", { method: "POST" }],
    ["a preflight", { method: "OPTIONS", path: `/${token}/held?page=aaaaaaaa` }],
    ["events without a page", { path: `/${token}/events` }],
    ["a long path", { path: `/${token}/${"a".repeat(3000)}` }],
    ["a favicon", { path: "/favicon.ico" }],
  ] satisfies [string, Question][])(
    "answers a request for %s with status 404 and an empty body",
    async (_name, question) => {
      const answer = await ask(question);
      expect(answer).toMatchObject({ status: 404, body: "" });
      expect(claims).toEqual([]);
    },
  );
});

describe("a request by a foreign website", () => {
  it("gets status 404 if the host name in it is not the server's address (DNS rebinding)", async () => {
    const { port } = server.place;
    for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1", `localhost:${port}`]) {
      expect(await ask({ headers: { Host: host } }), host).toMatchObject({ status: 404, body: "" });
    }
    expect(await raw(`GET /${token}/ HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 404/);
  });

  it("gets status 404 if it names another site as its origin or sends plain text, unlike a request by the page itself", async () => {
    const body = JSON.stringify(genuine);
    for (const headers of [
      { Origin: "http://evil.example" },
      { Origin: "null" },
      { Origin: `http://127.0.0.1:${server.place.port + 1}` },
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
      { "Content-Type": "text/plain" },
    ]) {
      expect(await claim(body, headers as Record<string, string>)).toMatchObject({ status: 404 });
    }
    expect(claims).toEqual([]);
    expect(await claim(body, { Origin: `http://127.0.0.1:${server.place.port}` })).toMatchObject({
      status: 204,
    });
    expect(claims).toEqual([genuine]);
  });
});

describe("a message in which a page claims to have stored numbers", () => {
  const claimOf = (...numbers: object[]) => JSON.stringify({ keeps: "storage", numbers });

  it("gets status 400 if it contains a forged seal", async () => {
    const forged = { ...genuine, numbers: [{ ...genuine.numbers[0], number: 4_000_000 }] };
    expect(await claim(JSON.stringify(forged))).toMatchObject({ status: 400 });
  });

  it.each([
    ["not JSON", "{"],
    ["of another structure", JSON.stringify({ numbers: [] })],
    ["for an unknown mode", claimOf({ mode: "x", number: 1, elapsedNs: 0, seal: "" })],
    ["for a negative number", claimOf({ mode: "fsync", number: -1, elapsedNs: 0, seal: "" })],
    ["for too many modes", claimOf(...Array(50).fill(genuine.numbers[0]))],
  ])("gets status 400 if it is %s", async (_name, body) => {
    expect(await claim(body)).toMatchObject({ status: 400 });
    expect(claims).toEqual([]);
  });

  it("gets status 413 or a closed connection if it is too large, with or without Content-Length", async () => {
    const large = " ".repeat(1_000_000);
    expect((await claim(large))?.status ?? 413).toBe(413);
    const chunk = `2000\r\n${" ".repeat(0x2000)}\r\n`;
    const head = `POST /${token}/held?page=aaaaaaaa HTTP/1.1\r\nHost: 127.0.0.1:${server.place.port}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(await raw(head + chunk.repeat(200))).toMatch(/^(HTTP\/1\.1 413|$)/);
    expect(claims).toEqual([]);
    expect((await ask())?.status).toBe(200);
  });
});

describe("a peer that sends", () => {
  it.each([
    ["headers without end", `GET /${token}/ HTTP/1.1\r\n${"X: y\r\n".repeat(3000)}`],
    ["no HTTP", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    ["half a request", `GET /${token}/ HT`],
  ])("%s gets no page and does not disturb other peers", async (_name, text) => {
    const answer = await raw(text, 300);
    expect(answer).not.toContain("DriveProof");
    expect((await ask())?.status).toBe(200);
  });

  it("a second request on one connection gets an answer only to the first request", async () => {
    const one = `GET /${token}/ HTTP/1.1\r\nHost: 127.0.0.1:${server.place.port}\r\n\r\n`;
    const answer = await raw(one.repeat(5));
    expect(answer.match(/HTTP\/1\.1 200/g) ?? []).toHaveLength(1);

    const body = JSON.stringify(genuine);
    const post = `POST /${token}/held?page=aaaaaaaa HTTP/1.1\r\nHost: 127.0.0.1:${server.place.port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    await raw(post.repeat(5));
    expect(claims).toHaveLength(1);
  });
});

describe("the address of the page server", () => {
  it("keeps its port after a restart", async () => {
    const { place } = server;
    server.close();
    expect((await listenAt(place)).place).toEqual(place);
  });

  it("keeps its port if a killed program soon releases the port", async () => {
    const { holder, port } = await holderOfPort();
    setTimeout(() => holder.close(), 300);
    expect((await listenAt({ ...server.place, port })).place.port).toBe(port);
  });

  it("gets another port if another program keeps the old port", async () => {
    const warned = vi.spyOn(process, "emitWarning");
    onTestFinished(() => warned.mockRestore());
    const { port } = await holderOfPort();
    expect((await listenAt({ ...server.place, port })).place.port).not.toBe(port);
    // Node.js would warn of listeners that failed attempts leave behind.
    expect(warned).not.toHaveBeenCalled();
  });

  it("causes an error if it does not belong to this computer", async () => {
    await expect(listenAt({ ...server.place, address: "192.0.2.1" })).rejects.toMatchObject({
      code: "EADDRNOTAVAIL",
    });
  });
});
