import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import {
  type PageClaim,
  type PagePlace,
  pageClaimSchema,
  pagePorts,
} from "#contract/power-cut/witness";
import { ConnectionGuard } from "./connection-guard";
import type { PageDocument } from "./page-document";
import { PageStreams } from "./page-streams";

/** Most bytes of a request's body: five times a page's message with the numbers of all modes. */
const maxBodyBytes = 8 * 1024;
/**
 * Most bytes of headers, which may contain cookies that other programs have set for this address.
 */
const maxHeaderBytes = 8 * 1024;

/** How many random ports to try if the requested one is in use. */
const portAttempts = 20;
/**
 * Attempts at the requested port before other ports, and the pause between them: an open page knows
 * only this port, and a host that was just killed may still hold it.
 */
const wishedFor = { attempts: 20, pauseMs: 100 };

export interface PageServerOptions {
  readonly place: PagePlace;
  readonly page: PageDocument;
  /** The witness's present state for the page, as JSON. */
  readonly frame: () => string;
  /** Called with the numbers that a page sends; returns `false` if a number's seal is invalid. */
  readonly onClaim: (claim: PageClaim) => boolean;
  /** Reads a monotonic clock. */
  readonly nowMs: () => number;
}

/**
 * Serves the witness page on one address of this computer: the page, its event stream and the
 * numbers it sends back, all under a secret token, and nothing else. One request per connection, so
 * that a limit on connections also limits requests.
 */
export class PageServer {
  private readonly guard: ConnectionGuard;
  private readonly streams: PageStreams;
  private readonly server: Server;
  private readonly served = new WeakSet<object>();
  private port = 0;

  private constructor(private readonly options: PageServerOptions) {
    this.guard = new ConnectionGuard(options.nowMs);
    this.streams = new PageStreams(options.nowMs);
    this.server = createServer({ maxHeaderSize: maxHeaderBytes }, (request, response) =>
      this.answer(request, response),
    );
    this.server.on("connection", (socket) => this.guard.admit(socket));
    this.server.on("clientError", (_error, socket) => socket.destroy());
  }

  /**
   * Listens on the requested address; picks another port if the requested one stays in use. Rejects
   * with the system's error (EADDRNOTAVAIL if this computer does not have the address).
   */
  static async listen(options: PageServerOptions): Promise<PageServer> {
    const server = new PageServer(options);
    let port = options.place.port;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await server.listenAt(port);
        return server;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === "EADDRINUSE" && attempt <= wishedFor.attempts) {
          await wait(wishedFor.pauseMs);
          continue;
        }
        const isTaken = code === "EADDRINUSE" || code === "EACCES";
        if (!isTaken || attempt >= wishedFor.attempts + portAttempts) {
          throw error;
        }
        port = randomInt(pagePorts.from, pagePorts.to);
      }
    }
  }

  get place(): PagePlace {
    return { ...this.options.place, port: this.port };
  }

  publish(): void {
    this.streams.broadcast(this.options.frame());
  }

  /** Number of connected pages. */
  present(): number {
    return this.streams.present();
  }

  close(): void {
    this.server.close();
    this.guard.endAll();
  }

  private async listenAt(port: number): Promise<void> {
    this.server.listen({ host: this.options.place.address, port, exclusive: true });
    await once(this.server, "listening");
    this.port = (this.server.address() as AddressInfo).port;
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    if (this.served.has(request.socket)) {
      request.socket.destroy();
      return;
    }
    this.served.add(request.socket);
    // A peer that disconnects while it is answered leaves nothing to report.
    response.on("error", () => undefined);
    request.on("error", () => undefined);
    for (const [name, value] of Object.entries(headersOfAll)) {
      response.setHeader(name, value);
    }
    const route = this.routeOf(request);
    switch (route?.name) {
      case "page":
        response.setHeader("Content-Security-Policy", this.options.page.securityPolicy);
        response.setHeader("Content-Type", "text/html; charset=utf-8");
        // The browser caches the page: if the phone discards the tab to save memory while the
        // computer is off, the browser reloads the page with its stored numbers from the cache.
        response.setHeader("Cache-Control", "private, max-age=86400");
        response.end(this.options.page.html);
        return;
      case "events":
        this.guard.keepOpen(request.socket);
        request.socket.setKeepAlive(true, 10_000);
        request.socket.setNoDelay(true);
        response.setHeader("Content-Type", "text/event-stream");
        response.setHeader("Cache-Control", "no-store");
        response.flushHeaders();
        this.streams.open(route.page, response, this.options.frame());
        return;
      case "held":
        this.receive(request, response, route.page);
        return;
      default:
        refuse(response, 404);
    }
  }

  private receive(request: IncomingMessage, response: ServerResponse, page: string): void {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBodyBytes) {
        request.pause();
        refuse(response, 413);
        // Closes the connection without waiting for the rest of the request's body.
        response.on("finish", () => request.socket.destroy());
      } else {
        chunks.push(chunk);
      }
    });
    request.on("end", () => {
      const claim = parseClaim(Buffer.concat(chunks));
      if (claim === null || !this.options.onClaim(claim)) {
        refuse(response, 400);
        return;
      }
      this.guard.hasClaimed(request.socket);
      this.streams.heardFrom(page);
      response.setHeader("Cache-Control", "no-store");
      response.statusCode = 204;
      response.end();
    });
  }

  /**
   * Returns the request's route, one of only three; `null` for all others, so that an outsider
   * cannot tell a wrong token from a wrong path. The Host header must be this server's address,
   * never a name: a foreign site whose name points here (DNS rebinding) sends that name in the
   * header.
   */
  private routeOf({ method, url = "", headers }: IncomingMessage): Route | null {
    const host = `${this.options.place.address}:${this.port}`;
    if (headers.host !== host || (headers.origin ?? `http://${host}`) !== `http://${host}`) {
      return null;
    }
    const [, token = "", rest = ""] = /^\/([^/?]{1,64})(?:\/(.{0,64}))?$/.exec(url) ?? [];
    if (!isSame(token, this.options.place.token)) {
      return null;
    }
    if (method === "GET" && rest === "") {
      return { name: "page" };
    }
    const site = headers["sec-fetch-site"];
    const [, name, page] = /^(events|held)\?page=([a-z0-9]{8})$/.exec(rest) ?? [];
    if (page === undefined || (site !== undefined && site !== "same-origin")) {
      return null;
    }
    if (method === "GET" && name === "events") {
      return { name: "events", page };
    }
    const isJson = headers["content-type"] === "application/json";
    return method === "POST" && name === "held" && isJson ? { name: "held", page } : null;
  }
}

type Route =
  | { readonly name: "page" }
  | { readonly name: "events" | "held"; readonly page: string };

const headersOfAll = {
  Connection: "close",
  "X-Content-Type-Options": "nosniff",
  // Other sites must not get the URL, which contains the token.
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

function refuse(response: ServerResponse, status: 400 | 404 | 413): void {
  response.statusCode = status;
  response.setHeader("Cache-Control", "no-store");
  response.end();
}

function parseClaim(body: Buffer): PageClaim | null {
  try {
    const parsed = pageClaimSchema.safeParse(JSON.parse(body.toString("utf8")));
    return parsed.success ? parsed.data : null;
  } catch {
    // The witness page never sends invalid JSON.
    return null;
  }
}

/** Compares in constant time, so that the time reveals nothing about the expected text. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
